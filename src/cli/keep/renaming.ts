import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { LoadedLibrary } from '../../content/library/load-library.ts';
import { listContent } from '../../content/read/list-content.ts';
import { kindOfFile } from '../../content/read/sources.ts';
import { readAuthors, readTerms } from '../../content/read/terms.ts';
import { type Kind, type Taxonomy, taxonomiesOfKind } from '../../core/model/kinds.ts';
import { findLanguage, languagesOf, siteIn } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import { absoluteUrl, encodePath, twinPath } from '../../core/model/urls.ts';
import { linkToSeries } from '../../core/pages/page-relations.ts';
import { changeFields, type FormValues } from '../../core/text/edits/source-edits.ts';
import { editYaml, isList } from '../../core/text/edits/yaml-edits.ts';

export interface RenamedSite {
  readonly root: string;
  readonly site: Site;
  readonly loaded: LoadedLibrary;
}

/** Files with their new text, and addresses that moved: old to new. */
export interface Renaming {
  readonly files: Map<string, string>;
  readonly moved: ReadonlyMap<string, string>;
}

export type Renamed = ({ readonly ok: true } & Renaming) | { readonly ok: false; readonly message: string };

type Entry = FormValues & { readonly slug: string };
type Page = { readonly id: number; readonly path: string; readonly language?: string };

const refuse = (message: string): Renamed => ({ ok: false, message });

/** Changes the slug of a term in its list, in the terms below it and in documents. Its ID stays. */
export function renameTerm(given: RenamedSite, taxonomy: Taxonomy, old: string, next: string): Renamed {
  const { root, site } = given;
  const file = `content/${taxonomy.restBase}.yaml`;
  const entries = readEntries(root, file);
  const spoken = (entry: Entry) => Object.entries((entry.translations ?? {}) as Record<string, FormValues>);
  const inLanguage = (entry: Entry) => spoken(entry).find(([, { slug }]) => slug === old)?.[0];
  const index = entries.findIndex((entry) => entry.slug === old || inLanguage(entry));
  const entry = entries[index];
  if (!entry) return refuse(`There is no ${taxonomy.key} "${old}" in ${file}.`);
  const taken = entries.some((one) => one.slug === next || spoken(one).some(([, { slug }]) => slug === next));
  if (taken) return refuse(`There is a ${taxonomy.key} "${next}" in ${file} already; two can't become one.`);
  const read = (folder: string): Page[] => [...readTerms(folder, taxonomy, site).items];
  const views = languagesOf(site);
  const before = read(root);
  const isKey = entry.slug === old;
  const own = before.slice(index * views.length, (index + 1) * views.length);
  const idOf = (tag?: string) => own.find(({ language }) => tag === undefined || language === tag)?.id;
  const translations = spoken(entry).map(([tag, words]) => {
    const slug = words.slug === old ? { slug: next } : {};
    return [tag, { ...words, ...slug, id: words.id ?? idOf(findLanguage(site, tag)?.language) }];
  });
  const renamed: Entry = {
    ...entry,
    ...(isKey ? { slug: next, id: entry.id ?? idOf() } : {}),
    ...(translations.length > 0 ? { translations: Object.fromEntries(translations) } : {}),
  };
  const list = entries.map((one) => {
    if (one === entry) return renamed;
    return isKey && one.parent === old ? { ...one, parent: next } : one;
  });
  const { restBase } = taxonomy;
  return writeAll(given, file, list, before, read, (kind, values) => {
    const carries = taxonomiesOfKind(site, kind).some(({ name }) => name === taxonomy.name);
    const slugs = carries && isList(values[restBase]) ? values[restBase] : [];
    return slugs.includes(old) ? { [restBase]: slugs.map((slug) => (slug === old ? next : slug)) } : {};
  });
}

/** Changes the slug of an author in `authors.yaml` and in documents. */
export function renameAuthor(given: RenamedSite, old: string, next: string): Renamed {
  const { root, site } = given;
  const file = 'content/authors.yaml';
  if (site.owner.slug === old)
    return refuse(
      `"${old}" is the owner: write slug: '${next}' in site.ts, and an entry of that slug in ${file} with redirectFrom: [${linkOfAuthor(site, old)}].`,
    );
  const entries = readEntries(root, file);
  const entry = entries.find(({ slug }) => slug === old);
  if (!entry) return refuse(`There is no author "${old}" in ${file}.`);
  if (next === site.owner.slug || entries.some(({ slug }) => slug === next))
    return refuse(`There is an author "${next}" already; two can't become one.`);
  const isListed = entries.some(({ slug }) => slug === site.owner.slug);
  const read = (folder: string): Page[] => readAuthors(folder, site).items.slice(isListed ? 0 : 1);
  const before = read(root);
  const id = entry.id ?? before[entries.indexOf(entry)]?.id;
  const list = entries.map((one) => (one === entry ? { ...one, slug: next, id } : one));
  return writeAll(given, file, list, before, read, (_, { author }) =>
    author === old ? { author: next } : {},
  );
}

/** Changes the name of a series in its posts; the redirect of its page is in `redirects.yaml`. */
export function renameSeries(given: RenamedSite, old: string, next: string): Renamed {
  const { root, site } = given;
  const files = changeDocuments(given, (_, { series }) => (series === old ? { series: next } : {}));
  if (files.size === 0) return refuse(`No post is of the series "${old}".`);
  const views = new Set(
    given.loaded.library.documents.flatMap((one) => (one.series === old ? [one.language] : [])),
  );
  const moved = new Map(
    [...views].map((language) => {
      const view = siteIn(site, language);
      return [linkToSeries(view, old).path, linkToSeries(view, next).path] as const;
    }),
  );
  for (const [from, to] of moved) if (from === to) moved.delete(from);
  const file = 'content/redirects.yaml';
  const targets = [...moved.values()];
  const kept = readEntries(root, file).filter(({ from }) => !targets.includes(String(from)));
  const list = [...kept, ...[...moved].map(([from, to]) => ({ from, to }))];
  if (moved.size > 0) files.set(file, editYaml(readText(root, file), list));
  return { ok: true, files: withLinks(given, files, moved), moved };
}

/**
 * Changes the slug of a document, which keeps its ID and what feed readers know it by; documents below it move along.
 * @param old its slug, or its file where translations have the same
 */
export function renameDocument(given: RenamedSite, kind: Kind, old: string, next: string): Renamed {
  const { root, site, loaded } = given;
  const all = [...loaded.library.documents, ...(loaded.library.unlisted ?? [])];
  const named = all.filter((one) => one.kind === kind.name && [one.slug, one.source].includes(old));
  const [found, other] = named;
  if (!found) return refuse(`No published document is ${kind.name} "${old}".`);
  if (other) return refuse(`Write ${named.map(({ source }) => source).join(' or ')} instead of "${old}".`);
  if (found.ownPath || !found.path.endsWith(`/${found.slug}/`))
    return refuse(`Change "path" in ${found.source}, with redirectFrom: [${found.path}].`);
  const path = `${found.path.slice(0, -found.slug.length - 1)}${next}/`;
  const below = all.filter(
    (one) => one.kind === kind.name && one.path.startsWith(found.path) && !one.ownPath,
  );
  const moved = new Map(below.map((one) => [one.path, path + one.path.slice(found.path.length)]));
  const files = below.map((one) => {
    const text = changeFields(readText(root, one.source), ({ redirectFrom }) => ({
      ...(one === found ? { slug: next } : {}),
      id: one.id,
      guid: one.guid ?? absoluteUrl(site, one.path),
      redirectFrom: [...(isList(redirectFrom) ? redirectFrom : []), one.path].filter(
        (from) => from !== moved.get(one.path),
      ),
    }));
    return [one.source, text] as const;
  });
  return { ok: true, files: withLinks(given, new Map(files), moved), moved };
}

const linkOfAuthor = (site: Site, slug: string) => site.permalinks.author.replace('{slug}', slug);
const readText = (root: string, file: string) =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
const readEntries = (root: string, file: string) => (parse(readText(root, file)) ?? []) as Entry[];

/**
 * Writes the list with a redirect at each entry whose page moves, and the documents.
 * @param before pages of the entries, one per language for each
 * @param read the same of the list in another folder
 */
function writeAll(
  given: RenamedSite,
  file: string,
  list: readonly Entry[],
  before: readonly Page[],
  read: (folder: string) => readonly Page[],
  change: (kind: Kind, values: FormValues) => FormValues,
): Renamed {
  const text = readText(given.root, file);
  const after = readElsewhere(file, editYaml(text, list), read);
  const pagesPerEntry = before.length / list.length;
  const moved = new Map(before.map(({ path }, at) => [path, after[at]?.path ?? path]));
  for (const [from, to] of moved) if (from === to) moved.delete(from);
  const taken = new Set(after.map(({ path }) => path));
  const withRedirects = list.map((entry, index) => {
    const own = before.slice(index * pagesPerEntry, (index + 1) * pagesPerEntry).map(({ path }) => path);
    const old = isList(entry.redirectFrom) ? entry.redirectFrom : [];
    const all = [...new Set([...old, ...own.filter((path) => moved.has(path))])];
    const kept = all.filter((path) => !taken.has(String(path)));
    return kept.length > 0 || old.length > 0
      ? { ...entry, redirectFrom: kept.length > 0 ? kept : undefined }
      : entry;
  });
  const clean = withRedirects.map((entry) => JSON.parse(JSON.stringify(entry)) as Entry);
  const files = changeDocuments(given, change);
  files.set(file, editYaml(text, clean));
  return { ok: true, files: withLinks(given, files, moved), moved };
}

function readElsewhere<Read>(file: string, text: string, read: (folder: string) => Read): Read {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-rename-'));
  try {
    mkdirSync(join(folder, 'content'));
    writeFileSync(join(folder, file), text);
    return read(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Documents whose fields change, drafts included. */
function changeDocuments(
  { root, site }: RenamedSite,
  change: (kind: Kind, values: FormValues) => FormValues,
): Map<string, string> {
  return new Map(
    listContent(root, site).sources.flatMap((file) => {
      const kind = kindOfFile(site, file);
      const text = readText(root, file);
      const changed = kind ? changeFields(text, (values) => change(kind, values)) : text;
      return changed === text ? [] : [[file, changed] as const];
    }),
  );
}

/** Links to addresses that moved follow them, in the bodies of published documents. */
function withLinks(
  { root, loaded }: RenamedSite,
  files: Map<string, string>,
  moved: ReadonlyMap<string, string>,
): Map<string, string> {
  const all = new Map(
    [...moved].flatMap(([from, to]) => [[from, to] as const, [twinPath(from), twinPath(to)] as const]),
  );
  for (const [file, references] of loaded.references) {
    const due = references.filter(({ path, source }) => source === null && all.has(path));
    if (due.length === 0) continue;
    const original = readText(root, file);
    const lines = original.split('\n');
    for (const { path, written, line, column } of due.toReversed()) {
      const [from, to] = [path, all.get(path) ?? path];
      const replaced = written.replace(from, to).replace(encodePath(from), encodePath(to));
      const text = lines[line - 1] ?? '';
      const at = text.indexOf(written, column - 1);
      if (at !== -1) lines[line - 1] = text.slice(0, at) + replaced + text.slice(at + written.length);
    }
    // Front matter, which another change may have lengthened, comes before all links.
    const changed = lines.join('\n');
    const fields = files.get(file);
    files.set(file, fields === undefined ? changed : mergeFront(original, changed, fields));
  }
  return files;
}

/** @param fields the original with other front matter; @param changed the original with another text */
function mergeFront(original: string, changed: string, fields: string): string {
  const end = /^\uFEFF?---[\s\S]*?\n---[ \t]*(?:\r?\n|$)/;
  const [before = ''] = end.exec(original) ?? [];
  const [after = ''] = end.exec(fields) ?? [];
  return after + changed.slice(before.length);
}
