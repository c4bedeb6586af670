import { readFileSync } from 'node:fs';
import { escapeNotes } from 'agentsite/text';
import { stringify } from 'yaml';
import type { ImportOptions } from '../model/import-options.ts';
import type { Losses } from '../model/losses.ts';
import { isNotDownloaded, type MediaLibrary } from '../plan/media-library.ts';
import { planMedia } from '../plan/plan-media.ts';
import { planRedirects } from '../plan/plan-redirects.ts';
import type { PlannedTerm } from '../plan/plan-terms.ts';
import type { Prepared } from '../plan/prepare.ts';
import { renderSettings } from '../plan/site-settings.ts';
import { cleanSvg } from './clean-svg.ts';
import { notesFolder, reportKept, type SiteFolder } from './site-folder.ts';
import { isDrawing } from './usable-files.ts';

/** Writes everything but documents: lists of terms and authors, redirects, settings, files. @returns files copied, and the addresses that redirect */
export async function writeSite(
  options: ImportOptions,
  prepared: Prepared,
  folder: SiteFolder,
  losses: Losses,
): Promise<{ copied: number; redirects: readonly string[] }> {
  await writeLists(prepared, folder, losses);
  const redirects = writeRedirects(options, prepared, folder, losses);
  writeSettings(prepared, folder, losses);
  return { copied: copyMedia(prepared.media, folder, losses), redirects };
}

async function writeLists(prepared: Prepared, folder: SiteFolder, losses: Losses): Promise<void> {
  const { terms, authors, kinds } = prepared;
  const list = (file: string, entries: Iterable<object>) => writeList(file, entries, folder, losses);
  list('content/categories.yaml', termEntries(terms.categories));
  list('content/tags.yaml', termEntries(terms.tags));
  for (const [taxonomy, { restBase }] of kinds.taxonomies)
    list(`content/${restBase}.yaml`, termEntries(terms.others.get(taxonomy) ?? []));
  list(
    'content/authors.yaml',
    authors.map(({ id, slug, name, description, url }) => ({
      slug,
      name: escapeNotes(name),
      ...(description ? { description: escapeNotes(description) } : {}),
      ...(url ? { url } : {}),
      ...(id > 0 ? { id } : {}),
    })),
  );
  list('content/media.yaml', await planMedia(prepared, losses));
}

function writeRedirects(
  options: ImportOptions,
  prepared: Prepared,
  folder: SiteFolder,
  losses: Losses,
): readonly string[] {
  const { survey, plan, table, media, site, maps } = prepared;
  const froms: string[] = [];
  const redirects = planRedirects(options.redirects, survey, plan, table, media, site, maps, losses);
  const entries = Iterator.from(redirects).map(({ from, to, status }) => {
    if (to !== null) froms.push(from);
    return { from, ...(to === null ? {} : { to }), ...(status === 301 ? {} : { status }) };
  });
  writeList('content/redirects.yaml', entries, folder, losses);
  return froms;
}

/** Entry by entry: one large document would take a hundred times its size in memory. */
function writeList(file: string, entries: Iterable<object>, folder: SiteFolder, losses: Losses): void {
  let text = '';
  for (const entry of entries) text += stringify([entry], { lineWidth: 0 });
  if (text !== '') reportKept(folder.write(file, text), file, losses);
}

/** An entry for each term, with its versions in other languages. */
function termEntries(terms: readonly PlannedTerm[]): object[] {
  const originals = new Map(terms.map(({ slug, original }) => [slug, original ?? slug]));
  const versions = Map.groupBy(terms, ({ slug, original }) => original ?? slug);
  return terms
    .filter(({ original }) => original === undefined)
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
    .map((term) => {
      const others = (versions.get(term.slug) ?? []).filter((version) => version !== term);
      const translations = others.map((version) => [version.language, wordsOf(version, null)]);
      return {
        ...wordsOf(term, term.parent === null ? null : (originals.get(term.parent) ?? term.parent)),
        ...(term.language ? { lang: term.language } : {}),
        ...(others.length > 0 ? { translations: Object.fromEntries(translations) } : {}),
      };
    });
}

function wordsOf({ slug, name, description, id }: PlannedTerm, parent: string | null): object {
  return {
    slug,
    name,
    ...(description ? { description } : {}),
    ...(parent ? { parent } : {}),
    ...(id === null ? {} : { id }),
  };
}

/** Settings that still have the address of a new site may be changed, but only by the first import. */
function writeSettings({ settings, own }: Prepared, folder: SiteFolder, losses: Losses): void {
  const file = ['site.ts', 'src/site.ts'].find((name) => folder.exists(name)) ?? 'site.ts';
  const { text, replaced, kept } = renderSettings(settings, own);
  folder.writeNote('site.ts', [text]);
  const isNew = folder.isNew(file);
  if (folder.write(file, text, /\burl: 'http:\/\/localhost:4321'/) === 'edited')
    losses.addForSite(
      'file-edited',
      file,
      `It stays as it is. The settings of the old site are at ${notesFolder}/site.ts: take over what you want, the permalinks and the time zone above all.`,
    );
  else if (isNew)
    for (const setting of replaced)
      losses.addForSite('setting-replaced', setting, `The old site has another value. It is in ${file} now.`);
  for (const setting of kept)
    losses.addForSite('file-edited', setting, `It is computed in ${file}, so it stays. Compare it.`);
}

function copyMedia(media: MediaLibrary, folder: SiteFolder, losses: Losses): number {
  let copied = 0;
  for (const [path, from] of media.files) {
    const file = `public${media.address(path)}`;
    const cleaned = isDrawing(path) && !isNotDownloaded(from) ? cleanSvg(readFileSync(from)) : null;
    if (cleaned?.isChanged)
      losses.addForSite(
        'html-removed',
        file,
        'Scripts, event handlers or references to other sites were removed.',
      );
    if (folder.copy(from, file, cleaned?.isChanged ? cleaned.bytes : null) === 'edited')
      losses.addForSite('file-edited', file, 'There is another file of this name; it stays.');
    else copied++;
  }
  return copied;
}
