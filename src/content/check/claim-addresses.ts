import { posix } from 'node:path';
import type { Document, Library, OwnFile } from '../../core/model/document.ts';
import { taxonomyNamed } from '../../core/model/kinds.ts';
import { languagesOf, pathsOf, siteIn, withoutLanguage } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import { isPublished } from '../../core/model/targets.ts';
import { mediaPath, reservedBy } from '../../core/model/urls.ts';
import { linkToSeries } from '../../core/pages/page-relations.ts';
import { listPages } from '../../core/pages/pages.ts';
import type { CompiledDocument } from '../compile/compile-document.ts';
import type { Problem } from '../read/problems.ts';
import { addressOfFile, type Claim, Claims } from './claims.ts';

/** What is published, from files and lists; places are by address. */
export interface Claimants {
  readonly library: Library;
  readonly documents: readonly Document[];
  readonly compiled: readonly CompiledDocument[];
  readonly places: ReadonlyMap<string, { readonly line: number; readonly column: number }>;
  readonly own: readonly OwnFile[];
  /** Files of `content/` and of `public/` that are published, below those folders. */
  readonly assets: readonly string[];
  readonly verbatim: readonly string[];
}

const start = { line: 1, column: 1 };

/** Claims the addresses of terms, authors, series, lists, documents, own pages and files, in this order. */
export function claimAddresses(claimants: Claimants): Claims {
  const { library, documents, compiled, places, own, assets, verbatim } = claimants;
  const claims = new Claims();
  const rename = 'rename one of the two';
  const inList = (path: string, file: string, owner: string, field = 'slug') =>
    claims.add({
      ...{ path, owner: `${owner} (${file})`, fix: `give one of the two another "${field}"` },
      place: { file, ...(places.get(path) ?? start), field },
    });
  for (const { path, slug, taxonomy } of library.terms)
    inList(
      path,
      `content/${taxonomyNamed(library.site, taxonomy).restBase}.yaml`,
      `the archive of "${slug}"`,
    );
  for (const { path, slug } of library.authors)
    inList(path, 'content/authors.yaml', `the archive of the author "${slug}"`);
  for (const claim of seriesOf(library.site, documents, compiled)) claims.add(claim);
  claims.warnings.push(...documents.flatMap((document, index) => warnOfSpelling(document, compiled[index])));
  for (const [index, document] of documents.entries()) {
    const { path, source } = document;
    const { field = 'slug', line = 1, column = 1 } = compiled[index]?.mentions.address ?? {};
    const below = withoutLanguage(library.site, path);
    const reserved = isEmptyList(below, documents) ? null : reservedBy(below);
    const place = { file: source, line, column, field };
    const fix = 'give this one another "slug"';
    if (reserved && !claims.ownerOf(path))
      claims.problems.push({ ...place, message: `${path} is also the address of ${reserved}; ${fix}.` });
    claims.add({ path, owner: source, place, fix });
  }
  const isFree = ({ path }: { readonly path: string }) => !claims.has(path);
  for (const { path, title } of listPages(library).filter(isFree))
    claims.add({
      path,
      owner: `the list "${title}"`,
      place: { file: 'site.ts', ...start, field: 'permalinks' },
      fix: rename,
    });
  for (const { path, source } of own.filter(isFree))
    claims.add({ path, owner: source, place: { file: source, ...start, field: 'address' }, fix: rename });
  for (const asset of assets) claims.add(ofFile(mediaPath(asset), `content/${asset}`));
  const documentsOfSite = listSystemFiles(library.site);
  for (const file of verbatim) {
    const source = `public/${file}`;
    const system = documentsOfSite.has(`/${file}`) || /^wp-json\/wp\/v2\/.*\.json$/.test(file);
    const message = `/${file} is also the address of a document of the system; remove the file, or rename it.`;
    if (system) claims.problems.push({ file: source, ...start, field: 'file', message });
    else claims.add(ofFile(addressOfFile(file), source));
  }
  return claims;
}

function ofFile(path: string, file: string): Claim {
  return { path, owner: file, place: { file, ...start, field: 'file' }, fix: `rename one of the two` };
}

/** Is it a list of the system without documents? A page may have its address. */
function isEmptyList(path: string, documents: readonly Document[]): boolean {
  if (path === '/series/') return documents.every(({ series }) => series === null);
  const kind = /^\/(talk|plugin)s\/$/.exec(path)?.[1];
  return kind !== undefined && documents.every((document) => document.kind !== kind);
}

/** The first part of each series has its address; names that differ in case and form only are one by then. */
function seriesOf(
  site: Site,
  documents: readonly Document[],
  compiled: readonly CompiledDocument[],
): Claim[] {
  const found = new Map<string, Claim>();
  for (const [index, { series, source: file, language }] of documents.entries()) {
    if (series === null || found.has(`${language} ${series}`)) continue;
    const { line = 1, column = 1 } = compiled[index]?.mentions.series ?? {};
    found.set(`${language} ${series}`, {
      path: linkToSeries(siteIn(site, language), series).path,
      owner: `the series "${series}" (${file}:${line})`,
      place: { file, line, column, field: 'series' },
      fix: `give this one another name, since the address of "${series}" has its letters and digits only`,
    });
  }
  return [...found.values()];
}

function warnOfSpelling({ series, source: file }: Document, record: CompiledDocument | undefined): Problem[] {
  const { value, line, column } = record?.mentions.series ?? { value: '', line: 1, column: 1 };
  if (series === null || value.normalize('NFC') === series.normalize('NFC')) return [];
  const message = `"${value}" is the series "${series}"; write its name in the same way.`;
  return [{ file, line, column, field: 'series', message }];
}

/** Documents for software at fixed addresses, in all languages. */
function listSystemFiles(site: Site): ReadonlySet<string> {
  const all = languagesOf(site).flatMap((view) => Object.values(pathsOf(view)));
  return new Set(all.filter((path) => posix.extname(path) !== '' && isPublished(site, path)));
}
