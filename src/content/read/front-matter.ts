import { z } from 'zod';
import { explainDate, type Moment, parseMoment } from '../../core/model/dates.ts';
import { type Fact, postFormats } from '../../core/model/document.ts';
import { embedSchema } from '../../core/model/embed.ts';
import { type Kind, type KindField, taxonomiesOfKind } from '../../core/model/kinds.ts';
import { audioFields } from '../../core/model/settings/podcasts.ts';
import type { Site } from '../../core/model/site.ts';
import { plainWords } from './plain-words.ts';
import type { Problem } from './problems.ts';
import { withoutMark } from './read-text.ts';
import { findLanguageProblem } from './source-language.ts';
import { idSchema } from './stable-id.ts';
import { type ParsedYaml, parseYaml } from './yaml/checked-yaml.ts';
import { explainFence } from './yaml/yaml-mistakes.ts';
import { emptyText } from './yaml/yaml-values.ts';

/** The front matter of each content type. The comment above a field is its documentation. */

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
/** The unguessable part of the address of a shared draft. */
export const shareKey = z.string().regex(/^[\w-]{20,64}$/, 'must be a key that "agentsite share" made');
/** A date of an author, read on the site's clock. */
export const dateIn = (timezone: string) =>
  z
    .string()
    .meta({ format: 'date-time' })
    .transform((text, context): Moment => {
      const moment = parseMoment(text, timezone);
      if (moment) return moment;
      context.addIssue(explainDate(text));
      return z.NEVER;
    });

const fieldsOfAll = (moment: ReturnType<typeof dateIn>) => ({
  /** The title: the page's only first-level heading, plain text. Where it is empty, `""`, the first words of the text stand for it. */
  title: plainWords.trim().register(emptyText, { means: 'the first words of the text' }),
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
  /** The ID of this document in the API. Default: derived from kind and slug, so it changes with the slug. */
  id: idSchema.optional(),
  /** One or two sentences, plain text: the excerpt, and what lists and search engines show. */
  description: plainWords.min(1).optional(),
  /** What the last change was, plain text: shown next to its day. */
  changed: plainWords.min(1).optional(),
  /** `true` keeps the document out of everything that is published. */
  draft: z.boolean().default(false),
  /** `unlisted` publishes only the page and its twin, at an address that nothing lists. */
  visibility: z.enum(['public', 'unlisted']).default('public'),
  /** A secret address for a draft; `agentsite share` writes it. From `until` on, builds leave the draft out again. */
  share: z.strictObject({ key: shareKey, until: moment }).optional(),
  /** Readers need this password; the text is encrypted before it is published. */
  password: z.string().min(1).optional(),
  /** Slug of an author in `content/authors.yaml`. Default: the site's owner. */
  author: addressPart.optional(),
  /** Image that represents the document: a file next to it, a path in `public/`, or a URL. */
  image: z.string().min(1).optional(),
  /** What the image shows, for those who do not see it. */
  imageAlt: plainWords.optional(),
  /** A folder of images next to the document, shown as a gallery below the text: `./photos/`. */
  gallery: z.string().min(1).optional(),
  /** What cards of links in the text show: a list of `url`, `title`, `description`, `author`, `image`. */
  embeds: z.array(embedSchema).optional(),
  /** Old paths that lead here with a permanent redirect: `[/2019/05/hello/]`. */
  redirectFrom: z.array(sitePath).default([]),
  /** Language of the document, as `languages` of site.ts names it. Default: what the file's name ends with, `post.de.md`. */
  lang: z.string().optional(),
  /** File of the document that this one translates, without `.md`: `hello`. Default: that of the same name. */
  translationOf: z.string().trim().min(1).optional(),
});

/** Fields of posts and pages in addition to those of all kinds and of their own kind. */
const fieldsOfEngine = (moment: ReturnType<typeof dateIn>) => ({
  post: {
    /** `true` marks the post for the front page. */
    sticky: z.boolean().default(false),
    /** Name of the series that the post belongs to; the parts are ordered by date. */
    series: plainWords.min(1).optional(),
    /** The sound of an episode: a file next to the document, a path in `public/` or a URL; or `file:` with more about it. */
    audio: z.union([z.string().min(1), audioFields]).optional(),
    /** A page elsewhere that the post is about: its title links there. */
    link: webUrl.optional(),
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
    text: plainWords.min(1),
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

/** What an author of a kind may write, as a JSON Schema. */
export function describeFields(kind: Kind, site: Site): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(schemaOf(kind, site), { io: 'input', unrepresentable: 'any' });
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
  const source = withoutMark(text);
  const match = fence.exec(source);
  if (!match) return { yaml: '', body: source, bodyLine: 0 };
  return {
    yaml: match[1] ?? '',
    body: source.slice(match[0].length),
    bodyLine: match[0].split('\n').length - 1,
  };
}

type ReadYaml = Extract<ParsedYaml<Readonly<Record<string, unknown>>>, { ok: true }>;
type ReadFields = Omit<ReadYaml, 'ok'> & { readonly fields: FrontMatter };
export type ParsedFrontMatter =
  | ({ readonly ok: true } & ReadFields)
  | { readonly ok: false; readonly problems: Problem[]; readonly readable?: ReadFields };

/** Values of required fields that are missing or have problems, with which the rest of a file is checked. */
const placeholders: Readonly<Record<KindField['type'], unknown>> = {
  text: 'text',
  number: 0,
  boolean: false,
  address: '/',
  url: 'https://example.org/',
};

/** Reads front matter: its fields, or every problem with its place and the fields that could be read. */
export function parseFrontMatter(
  kind: Kind,
  split: SplitSource,
  file: string,
  site: Site,
): ParsedFrontMatter {
  if (split.bodyLine === 0) {
    const { line, message } = explainFence(split.body);
    return { ok: false, problems: [{ file, line, column: 1, field: 'front matter', message }] };
  }
  const needed = kind.fields.filter(({ required }) => required);
  const read = parseYaml(
    split.yaml,
    schemaOf(kind, site),
    kind.folder,
    { file, lineOffset: 1 },
    {},
    {
      title: '',
      ...(kind.dated ? { date: '2000-01-01' } : {}),
      ...Object.fromEntries(needed.map(({ name, type }) => [name, placeholders[type]])),
    },
  );
  if (!read.ok) {
    const { problems, readable } = read;
    const fields = readable && sortFields(kind, site, readable.value);
    if (!fields || findLanguageProblem(site, file, fields.lang) !== null) return { ok: false, problems };
    return { ok: false, problems, readable: { ...readable, fields } };
  }
  const fields = sortFields(kind, site, read.value);
  const message = findLanguageProblem(site, file, fields.lang);
  if (message === null) return { ...read, fields };
  return { ok: false, problems: [{ ...read.locate(['lang']), field: 'lang', message }] };
}
