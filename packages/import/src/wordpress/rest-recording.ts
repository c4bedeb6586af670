import { closeSync, openSync, readSync } from 'node:fs';
import { z } from 'zod';

const siteSchema = z.object({
  name: z.string().default(''),
  description: z.string().default(''),
  home: z.string().default(''),
  url: z.string().default(''),
  timezone_string: z.string().default(''),
  gmt_offset: z.coerce.number().default(0),
});
const userSchema = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  link: z.string().default(''),
  url: z.string().default(''),
  description: z.string().default(''),
});
/** Members that Polylang adds to objects, and those of the plugin WPML REST API. */
export const languageShape = {
  lang: z.string().optional().catch(undefined),
  translations: z.record(z.string(), z.int()).optional().catch(undefined),
  wpml_current_locale: z.string().optional().catch(undefined),
  wpml_translations: z
    .array(z.object({ id: z.int() }))
    .optional()
    .catch(undefined),
};

/** The language of an object; the lowest ID of its versions stands for all of them. */
export function versionOf(object: { readonly id: number } & z.output<z.ZodObject<typeof languageShape>>): {
  language?: string;
  group?: string;
} {
  const { id, lang, translations = {}, wpml_current_locale: locale, wpml_translations: others = [] } = object;
  const language = lang ?? locale?.split('_')[0];
  if (!language) return {};
  const ids = [id, ...Object.values(translations), ...others.map((other) => other.id)];
  return { language, group: String(Math.min(...ids)) };
}

const termSchema = z.object({
  ...languageShape,
  id: z.int(),
  slug: z.string(),
  taxonomy: z.string(),
  name: z.string().default(''),
  description: z.string().default(''),
  parent: z.int().default(0),
  link: z.string().default(''),
});
export type RestTerm = z.output<typeof termSchema>;
const menuSchema = z.object({ id: z.int(), slug: z.string(), locations: z.array(z.string()).default([]) });
const taxonomySchema = z.object({
  name: z.string().default(''),
  rest_base: z.string(),
  hierarchical: z.boolean().default(false),
  types: z.array(z.string()).default([]),
});
export type RestTaxonomy = z.output<typeof taxonomySchema>;
const typeSchema = taxonomySchema.omit({ types: true }).extend({
  has_archive: z.union([z.boolean(), z.string()]).default(false),
  taxonomies: z.array(z.string()).default([]),
});
export type RestType = z.output<typeof typeSchema>;
const lineSchema = z.object({ route: z.string(), as: z.string().optional(), body: z.unknown() });
const documentSchema = z.looseObject({
  id: z.int(),
  content: z.object({ rendered: z.string(), protected: z.boolean().default(false) }),
  excerpt: z
    .object({ rendered: z.string().default('') })
    .optional()
    .catch(undefined),
  modified: z.string().optional().catch(undefined),
  // PHP writes an object without members as an empty list.
  meta: z.record(z.string(), z.unknown()).catch({}),
});
export type RestDocument = z.output<typeof documentSchema>;

export class UnusableRecording extends Error {
  override readonly name = 'UnusableRecording';
}

export type RestRecording = ReturnType<typeof openRecording>;

/** Reads a recording, one object per line; `"as":"owner"` marks what only the owner saw. @throws UnusableRecording */
export function openRecording(path: string) {
  const file = openSync(path, 'r');
  const places = new Map<number, { offset: number; length: number }>();
  const users = new Map<number, z.output<typeof userSchema>>();
  const terms = new Map<number, RestTerm>();
  const menus: z.output<typeof menuSchema>[] = [];
  const types = new Map<string, RestType>();
  const taxonomies = new Map<string, RestTaxonomy>();
  let site: z.output<typeof siteSchema> | null = null;
  let newest = '';
  let number = 0;
  for (const { offset, text } of linesOf(file)) {
    number++;
    if (text.trim() === '') continue;
    const line = readLine(text, path, number);
    if (line.route === '/') site = siteSchema.safeParse(line.body).data ?? null;
    else if (line.route === '/wp/v2/types') collectNamed(typeSchema, line.body, types);
    else if (line.route === '/wp/v2/taxonomies') collectNamed(taxonomySchema, line.body, taxonomies);
    else if (line.route.startsWith('/wp/v2/users/')) collect(userSchema, line.body, users);
    else if (line.route.startsWith('/wp/v2/menus/')) menus.push(...some(menuSchema, line.body));
    else if (some(termSchema, line.body).length > 0) collect(termSchema, line.body, terms);
    else if (line.as === undefined) {
      // Comments have content too, and their own IDs.
      const [document] = line.route.startsWith('/wp/v2/comments/') ? [] : some(documentSchema, line.body);
      if (!document) continue;
      places.set(document.id, { offset, length: Buffer.byteLength(text) });
      if ((document.modified ?? '') > newest) newest = document.modified ?? '';
    }
  }
  /** Public version of a document; null if it is not recorded. */
  const document = (id: number): RestDocument | null => {
    const place = places.get(id);
    if (!place) return null;
    const buffer = Buffer.alloc(place.length);
    readSync(file, buffer, 0, place.length, place.offset);
    return some(documentSchema, readLine(buffer.toString('utf8'), path, 0).body)[0] ?? null;
  };
  return {
    site,
    documentIds: () => places.keys(),
    users: [...users.values()],
    terms: [...terms.values()],
    /** Types and taxonomies with routes, by name. */
    types,
    taxonomies,
    /** Menus with their theme locations. */
    menus,
    document,
    /** Is a document of a recorded type missing, although the recording is newer? */
    lacks: (id: number, type: string, modified: string) =>
      types.has(type) && !places.has(id) && modified.replace(' ', 'T') <= newest,
    /** Public HTML of a document; null if it is not recorded or protected. */
    rendered(id: number): string | null {
      const found = document(id);
      return found === null || found.content.protected ? null : found.content.rendered;
    },
    close: () => closeSync(file),
  };
}

export function* readRecordedLines(path: string): Generator<z.output<typeof lineSchema>> {
  const file = openSync(path, 'r');
  try {
    let number = 0;
    for (const { text } of linesOf(file)) {
      number++;
      if (text.trim() !== '') yield readLine(text, path, number);
    }
  } finally {
    closeSync(file);
  }
}

export const some = <T>(schema: z.ZodType<T>, body: unknown): T[] => {
  const read = schema.safeParse(body);
  return read.success ? [read.data] : [];
};

function collect<T extends { id: number }>(schema: z.ZodType<T>, body: unknown, into: Map<number, T>): void {
  for (const value of some(schema, body)) into.set(value.id, value);
}

function collectNamed<T>(schema: z.ZodType<T>, body: unknown, into: Map<string, T>): void {
  for (const [name, value] of Object.entries(body ?? {}))
    for (const read of some(schema, value)) into.set(name, read);
}

function readLine(text: string, path: string, number: number): z.output<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new UnusableRecording(
      `${path}, line ${number}, is not a recorded answer of wp/v2. Each line is one JSON object: {"route":"/wp/v2/posts/1","body":{…}}.`,
      { cause },
    );
  }
}

function* linesOf(file: number): Generator<{ offset: number; text: string }> {
  const chunk = Buffer.alloc(1 << 20);
  let rest = Buffer.alloc(0);
  let offset = 0;
  for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
    let buffer = Buffer.concat([rest, chunk.subarray(0, read)]);
    for (let end = buffer.indexOf(10); end >= 0; end = buffer.indexOf(10)) {
      yield { offset, text: buffer.toString('utf8', 0, end) };
      offset += end + 1;
      buffer = buffer.subarray(end + 1);
    }
    rest = Buffer.from(buffer);
  }
  if (rest.length > 0) yield { offset, text: rest.toString('utf8') };
}
