import {
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  type YAMLParseError,
  type Document as YamlDocument,
} from 'yaml';
import { z } from 'zod';
import { explainDate, type Moment, parseMoment } from '../core/model/dates.ts';
import { type Fact, postFormats } from '../core/model/document.ts';
import { type Kind, type KindField, taxonomiesOfKind } from '../core/model/kinds.ts';
import type { Site } from '../core/model/site.ts';
import { readPlainFrontMatter } from './plain-front-matter.ts';
import { type Problem, suggest } from './problems.ts';

/**
 * The front matter of each kind of document. The comment above a field is its documentation; an unknown
 * field is an error, so that a misspelling never silently does nothing.
 */

/** Characters that would break an address, or change which file it means. */
export const addressPart = z
  .string()
  .regex(/^[^\s/?#%\\."'<>&\p{Cc}]+$/u, 'must be a word for an address, such as "my-first-post"');

/** An address: each part as a slug is, a slash at both ends. */
const ownPath = z
  .string()
  .regex(/^\/(?:[^\s/?#%\\."'<>&\p{Cc}]+\/)+$/u, 'must be an address such as "/notes/a-plan/"');

export const sitePath = z
  .string()
  .regex(/^\/[^\s?#]*$/, 'must be an old path on this site, such as "/2019/05/hello/"');
const webOrSite = z
  .string()
  .regex(/^(?:https?:\/\/|\/)\S+$/, 'must be a URL (https://…) or a path on this site (/…)');
const webUrl = z.url({ protocol: /^https?$/, error: 'must be a URL (https://…)' });
/** A date of an author, read on the site's clock. */
export const dateIn = (timezone: string) =>
  z.string().transform((text, context): Moment => {
    const moment = parseMoment(text, timezone);
    if (moment) return moment;
    context.addIssue(explainDate(text));
    return z.NEVER;
  });

const fieldsOfAll = (moment: ReturnType<typeof dateIn>) => ({
  /** The title: the page's only first-level heading, plain text. Where it is empty, `""`, the first words of the text stand for it. */
  title: z.string().trim(),
  /** When the text last changed: `2026-11-21` or `2026-11-21T09:30:00`. Default: `date`. */
  modified: moment.optional(),
  /** Last part of the address. Default: the file's name without a leading date. */
  slug: addressPart.optional(),
  /** The whole address, where neither the pattern nor the folder gives it: `/notes/a-plan/`. */
  path: ownPath.optional(),
  /** What feed readers know the document by. Default: its address. For documents that had another address once. */
  guid: z.string().trim().min(1).optional(),
  /** Fields of your own, any names and values; programs find them in `meta`. */
  fields: z.record(z.string(), z.json()).optional(),
  /** Number of this document for programs. Default: derived from kind and slug, so it changes with the slug. */
  id: z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional(),
  /** One or two sentences, plain text: the excerpt, and what lists and search engines show. */
  description: z.string().trim().min(1).optional(),
  /** `true` keeps the document out of everything that is published. */
  draft: z.boolean().default(false),
  /** Readers need this password; the text is encrypted before it is published. */
  password: z.string().min(1).optional(),
  /** Slug of an author in `content/authors.yaml`. Default: the site's owner. */
  author: addressPart.optional(),
  /** Picture that stands for the document: a file beside it, a path in `public/`, or a URL. */
  image: z.string().min(1).optional(),
  /** What the picture shows, for those who do not see it. */
  imageAlt: z.string().optional(),
  /** Old paths that lead here with a permanent redirect: `[/2019/05/hello/]`. */
  redirectFrom: z.array(sitePath).default([]),
});

/** What posts and pages have beside the fields of all, and of their row in the table of kinds. */
const fieldsOfEngine = (moment: ReturnType<typeof dateIn>) => ({
  post: {
    /** `true` marks the post for the front page. */
    sticky: z.boolean().default(false),
    /** Name of the series that the post belongs to; the parts are ordered by date. */
    series: z.string().trim().min(1).optional(),
    /** What kind of post this is to a theme, by WordPress's names: `aside`, `quote`, `link`, … */
    format: z.enum(postFormats).optional(),
  },
  hierarchical: {
    /** Place among the pages of the same folder, lowest first. */
    order: z.int().default(0),
  },
  /** When the document appears; a future date keeps it unpublished until a build after it. */
  dated: { date: moment },
  undated: { date: moment.optional() },
});

type EngineFields = ReturnType<typeof fieldsOfEngine>;
type OutputOf<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;
type CommonFields = OutputOf<ReturnType<typeof fieldsOfAll>>;
type OtherFields = OutputOf<EngineFields['post'] & EngineFields['hierarchical'] & EngineFields['undated']>;

/** The fields of all kinds in one shape; a field that the kind does not have is absent. */
export type FrontMatter = Pick<CommonFields, 'title' | 'draft' | 'redirectFrom'> & {
  readonly [Field in keyof (CommonFields & OtherFields)]?: (CommonFields & OtherFields)[Field] | undefined;
} & {
  /** Slugs of terms by the taxonomy's name. */
  readonly terms: Readonly<Record<string, readonly string[]>>;
  /** Fields of the kind's row, by name. */
  readonly facts: Readonly<Record<string, Fact>>;
};

/** A field of a kind's row, as an author writes it. */
function factSchema({ type, required }: KindField): z.ZodType {
  const schemas: Record<KindField['type'], z.ZodType> = {
    text: z.string().trim().min(1),
    number: z.number(),
    boolean: z.boolean(),
    address: webOrSite,
    url: webUrl,
  };
  return required ? schemas[type] : schemas[type].optional();
}

function createSchema(kind: Kind, site: Site): z.ZodObject {
  const moment = dateIn(site.timezone);
  const engine = fieldsOfEngine(moment);
  const termFields = taxonomiesOfKind(site, kind).map(({ restBase }) => [
    restBase,
    z.array(addressPart).default([]),
  ]);
  return z.strictObject({
    ...fieldsOfAll(moment),
    ...(kind.dated ? engine.dated : engine.undated),
    ...Object.fromEntries(termFields),
    ...(kind.name === 'post' ? engine.post : {}),
    ...(kind.hierarchical ? engine.hierarchical : {}),
    ...Object.fromEntries(kind.fields.map((field) => [field.name, factSchema(field)])),
  });
}

const schemas = new WeakMap<Kind, z.ZodObject>();

/** @param kind of the table of the site, which is one object for each site */
function schemaOf(kind: Kind, site: Site): z.ZodObject {
  const known = schemas.get(kind) ?? createSchema(kind, site);
  schemas.set(kind, known);
  return known;
}

/** Puts terms and the fields of the kind's row apart from the fields that the engine knows by name. */
function sortFields(kind: Kind, site: Site, read: Readonly<Record<string, unknown>>): FrontMatter {
  const terms: Record<string, readonly string[]> = {};
  for (const { name, restBase } of taxonomiesOfKind(site, kind)) terms[name] = read[restBase] as string[];
  const facts: Record<string, Fact> = {};
  for (const { name } of kind.fields) if (read[name] !== undefined) facts[name] = read[name] as Fact;
  return { ...(read as CommonFields & Partial<OtherFields>), terms, facts };
}

/** A Markdown file taken apart: the YAML between the first two `---` lines, and the rest. */
export interface SplitSource {
  readonly yaml: string;
  readonly body: string;
  /** Lines before the body. */
  readonly bodyLine: number;
}

const fence = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Splits a file's text; a file without front matter has empty YAML. */
export function splitSource(text: string): SplitSource {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const match = fence.exec(source);
  if (!match) return { yaml: '', body: source, bodyLine: 0 };
  return {
    yaml: match[1] ?? '',
    body: source.slice(match[0].length),
    bodyLine: match[0].split('\n').length - 1,
  };
}

/** Where in a YAML text a message points to. */
interface Place {
  readonly file: string;
  /** Lines of the file before the YAML text. */
  readonly lineOffset: number;
}

/**
 * Reads the front matter of one file.
 * @returns the fields, or every problem of this front matter at its line and column.
 */
export function parseFrontMatter(
  kind: Kind,
  split: SplitSource,
  file: string,
  site: Site,
): { ok: true; fields: FrontMatter; locate: Locate } | { ok: false; problems: Problem[] } {
  if (split.bodyLine === 0) {
    const message = 'is missing; start the file with a line ---, then title: …, then a line ---.';
    return { ok: false, problems: [{ file, line: 1, column: 1, field: 'front matter', message }] };
  }
  const read = parseYaml(split.yaml, schemaOf(kind, site), kind.folder, { file, lineOffset: 1 });
  return read.ok ? { ok: true, fields: sortFields(kind, site, read.value), locate: read.locate } : read;
}

export type Locate = (path: readonly PropertyKey[]) => { file: string; line: number; column: number };

/**
 * Parses YAML and checks it against a schema, keeping hold of where each value stands.
 * `owner` names what the fields belong to, for messages: `posts`; `empty` is what an empty text means.
 */
export function parseYaml<T extends z.ZodType>(
  text: string,
  schema: T,
  owner: string,
  place: Place,
  empty: unknown = {},
): { ok: true; value: z.output<T>; locate: Locate } | { ok: false; problems: Problem[] } {
  const plain = readPlainFrontMatter(text);
  // What is not accepted is read again, for its messages.
  const accepted = plain ? schema.safeParse(plain.value) : null;
  if (plain && accepted?.success) {
    const locate: Locate = (path) => {
      const { line, column } = plain.place(path);
      return { file: place.file, line: line + place.lineOffset, column };
    };
    return { ok: true, value: accepted.data, locate };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { file: place.file, line: line + place.lineOffset, column: col };
  };
  if (document.errors.length > 0) {
    const problems = document.errors.map((error) => ({
      ...at(error.pos[0]),
      field: 'YAML',
      message: explainYaml(error),
    }));
    return { ok: false, problems };
  }
  const locate: Locate = (path) => at(offsetOf(document, path));
  const checked = schema.safeParse(document.toJS() ?? empty, { reportInput: true });
  if (checked.success) return { ok: true, value: checked.data, locate };
  const problems = checked.error.issues.flatMap((issue) => problemsOf(issue, schema, owner, locate));
  return { ok: false, problems };
}

/** What the parser says, with the remedy that the case asks for. */
function explainYaml({ code, message }: YAMLParseError): string {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'a tab indents this line; YAML takes only spaces.';
    case 'DUPLICATE_KEY':
      return 'the field stands here twice; remove one of the two.';
    case 'MISSING_CHAR':
      return `${message.replace('"quote', 'quotation mark')}; add it.`;
    default:
      return `${message}; quote the value if it holds a colon or a special character.`;
  }
}

/** Offset of the key (for a mapping's field) or of the item at `path`; of the nearest parent if it is absent. */
function offsetOf(document: YamlDocument, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === last);
      if (pair && isScalar(pair.key) && pair.key.range) return pair.key.range[0];
    }
    const node = document.getIn(path.slice(0, length), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) {
      return Number(node.range[0]);
    }
  }
  return document.contents?.range?.[0] ?? 0;
}

function problemsOf(issue: z.core.$ZodIssue, schema: z.ZodType, owner: string, locate: Locate): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      ...locate([...issue.path, key]),
      field: key,
      message: `is not a field of ${owner}${suggest(key, fieldNames(schema)) || `; the fields are ${fieldNames(schema).join(', ')}.`}`,
    }));
  }
  const field = issue.path.map(String).join('.') || 'front matter';
  return [{ ...locate(issue.path), field, message: sentence(issue) }];
}

function sentence(issue: z.core.$ZodIssue): string {
  const numeric = 'origin' in issue && (issue.origin === 'int' || issue.origin === 'number');
  if (issue.code === 'too_small' && numeric) return `must be at least ${issue.minimum}.`;
  if (issue.code === 'too_big' && numeric) return `must be at most ${issue.maximum}.`;
  if (issue.code === 'invalid_value') {
    const values = issue.values.map(String);
    return `must be one of ${values.join(', ')}${suggest(String(issue.input), values) || '.'}`;
  }
  if (issue.code !== 'invalid_type') return issue.message.endsWith('?') ? issue.message : `${issue.message}.`;
  if (issue.input === undefined) return 'is missing; add it.';
  const [name, example] = shapes[issue.expected] ?? [issue.expected, ''];
  return `must be ${name}${example ? `, such as ${example}` : ''}.`;
}

/** What each type is called for an author, and how one is written. */
const shapes: Readonly<Record<string, readonly [string, string]>> = {
  string: ['text', '"1.0", in quotes where it looks like a number or a date'],
  array: ['a list', '[one, two]'],
  boolean: ['true or false', ''],
  int: ['a whole number', ''],
  number: ['a number', ''],
  object: ['a mapping of fields', ''],
};

/** Names of the fields of an object schema, or of the objects in an array schema. */
function fieldNames(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject)
    return Object.keys(schema.element.shape);
  return [];
}
