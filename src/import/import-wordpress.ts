import { basename } from 'node:path';
import { stringify } from 'yaml';
import { type AddressTable, addressesFor, OldSite } from './address-book.ts';
import { makeAddressTable } from './address-table.ts';
import { CommentWriter } from './comment-writer.ts';
import { Losses } from './losses.ts';
import { listMediaFiles, MediaLibrary, uploadsFolder } from './media-library.ts';
import { type DocumentPlan, planDocuments } from './plan.ts';
import { type PlannedAuthor, planAuthors } from './plan-authors.ts';
import { planMenus } from './plan-menus.ts';
import { planRedirects } from './plan-redirects.ts';
import { type PlannedTerm, planTerms } from './plan-terms.ts';
import { publicTypesOf } from './public-types.ts';
import { readExport } from './read-export.ts';
import type { ImportReport } from './report.ts';
import { openRecording, type RestRecording } from './rest-recording.ts';
import { notesFolder, SiteFolder, sayEdited } from './site-folder.ts';
import { findTimeZone, makeSettings, renderSettings, type SiteSettings } from './site-settings.ts';
import { readText } from './source-text.ts';
import { keyOf, type Survey, SurveyMaker } from './survey.ts';
import { tallyImport, type WrittenCounts } from './tally.ts';
import { type DocumentContext, writeDocument } from './write-document.ts';
import { UnreadableExport } from './xml-events.ts';

/** What the owner asks for. Paths are those of this machine. */
export interface ImportOptions {
  /** Files of one export, in any order. */
  readonly files: readonly string[];
  readonly into: string;
  /** A recording of the old site's `wp/v2`; null without one. */
  readonly rest: string | null;
  /** A copy of `wp-content/uploads`; null without one. */
  readonly media: string | null;
  /** An export of the Redirection plugin; null without one. */
  readonly redirects: string | null;
  /** Types of documents that readers could see, beside those that say so themselves. */
  readonly publicTypes: readonly string[];
  readonly dryRun: boolean;
}

export type TellProgress = (done: number, total: number, what: string) => void;

/**
 * Brings an export of WordPress into the folder of a site: two passes over the files, the first to know the whole,
 * the second to convert and write one document after the other.
 */
export async function importWordPress(options: ImportOptions, tell: TellProgress): Promise<ImportReport> {
  const losses = new Losses(options.media !== null);
  const folder = new SiteFolder(options.into, options.dryRun);
  const rest = options.rest === null ? null : openRecording(options.rest);
  try {
    const { survey, stopped } = await surveyFiles(options.files, losses, tell);
    if (stopped !== null && survey.documents.length === 0) {
      return {
        source: options.files.map((file) => basename(file)),
        stopped,
        tallies: [],
        losses: losses.all,
        next: [],
      };
    }
    const prepared = prepare(options, survey, rest, losses);
    const written = await writeDocuments(options.files, prepared, folder, losses, tell, stopped !== null);
    writeLists(prepared, folder, losses);
    writeRedirects(options, prepared, folder, losses);
    writeSettings(prepared.settings, folder, losses);
    const copied = copyMedia(prepared.media, folder, losses);
    const report: ImportReport = {
      source: options.files.map((file) => basename(file)),
      stopped,
      tallies: tallyImport(survey, written, copied, prepared.media),
      losses: losses.all,
      next: nextSteps(folder, options),
    };
    folder.close();
    return report;
  } finally {
    rest?.close();
  }
}

/** A file that cannot be read to its end gives what stands before the fault; the sentence is for the report. */
async function surveyFiles(
  files: readonly string[],
  losses: Losses,
  tell: TellProgress,
): Promise<{ survey: Survey; stopped: string | null }> {
  const maker = new SurveyMaker();
  let stopped: string | null = null;
  let items = 0;
  for (const file of files) {
    try {
      for await (const record of readExport(basename(file), readText(file))) {
        maker.add(record);
        if (record.kind === 'item' && ++items % 500 === 0) tell(items, items, 'items looked at');
      }
    } catch (error) {
      if (!(error instanceof UnreadableExport)) throw error;
      stopped = `${basename(file)}, line ${error.line}: ${error.message}`;
      losses.add(/cut off/.test(error.message) ? 'cut-off' : 'unreadable', null, stopped);
    }
  }
  const survey = maker.finish();
  reportMended(survey, losses);
  return { survey, stopped };
}

function reportMended(survey: Survey, losses: Losses): void {
  const byPlace = Map.groupBy(survey.mended, ({ what, place }) => `${what}:${keyOf(place)}`);
  for (const group of byPlace.values()) {
    const [first] = group;
    if (!first) continue;
    const source = survey.documents.find(({ key }) => key === keyOf(first.place));
    const place = {
      id: source?.id ?? first.place.id,
      title: source?.title ?? first.place.title,
      address: source?.link ?? '',
      file: '',
    };
    const count = group.reduce((sum, { count }) => sum + count, 0);
    if (first.what === 'control-characters')
      losses.add(
        'control-characters',
        place,
        `${count} characters that XML does not allow, ${first.place.file} line ${first.place.line}`,
        'They were left out.',
      );
    else
      losses.add(
        'markup-mended',
        place,
        `${count} faults of the XML, ${first.place.file} line ${first.place.line}`,
        'The text was read as it was meant; look at it.',
      );
  }
}

/** Everything that is decided before the first text is converted. */
interface Prepared {
  readonly survey: Survey;
  readonly site: OldSite;
  readonly terms: ReturnType<typeof planTerms>;
  readonly authors: readonly PlannedAuthor[];
  readonly plan: DocumentPlan;
  readonly media: MediaLibrary;
  readonly settings: SiteSettings;
  readonly table: AddressTable;
  readonly rest: RestRecording | null;
}

function prepare(
  options: ImportOptions,
  survey: Survey,
  rest: RestRecording | null,
  losses: Losses,
): Prepared {
  const site = new OldSite(survey.head?.home ?? '', survey.head?.siteUrl ?? '');
  const terms = planTerms(survey, losses);
  const authors = planAuthors(survey.authors, rest, losses);
  const pathOf = (link: string) => site.pathOf(link);
  const publicTypes = publicTypesOf(survey, rest, site, options.publicTypes);
  const plan = planDocuments({ survey, terms, authors, pathOf, publicTypes, losses });
  const media = new MediaLibrary(
    uploadsFolder(survey.attachments),
    listMediaFiles(options.media, losses),
    survey.attachments,
  );
  reportMedia(survey, media, losses);
  for (const { type, title } of survey.siteParts)
    losses.add(
      'site-part-dropped',
      null,
      `${type} “${title}”`,
      'It belongs to the old theme. The look of this site is in its own theme.',
    );
  const input = { survey, rest, site, authors, permalink: plan.permalink, losses };
  const timezone = findTimeZone(input);
  const bare = makeSettings(input, timezone, { navigation: [], footerNavigation: [] });
  const table = makeAddressTable(survey, plan, terms, authors, media, site, bare, rest?.terms ?? []);
  const settings = makeSettings(input, timezone, planMenus(survey, rest, table, site, losses));
  return { survey, site, terms, authors, plan, media, settings, table, rest };
}

function reportMedia(survey: Survey, media: MediaLibrary, losses: Losses): void {
  for (const attachment of survey.attachments) {
    const place = { id: attachment.id, title: attachment.title, address: attachment.link, file: '' };
    const path = media.pathOf(attachment);
    if (path === null)
      losses.add(
        'file-refused',
        place,
        attachment.file || attachment.url,
        'The name leaves the folder of uploads, or is of a type that a site does not serve.',
      );
    else if (!media.files.has(path))
      losses.add(
        'file-missing',
        place,
        media.address(path),
        'Give --media a copy of wp-content/uploads, or put the file there below public/.',
      );
  }
}

async function writeDocuments(
  files: readonly string[],
  prepared: Prepared,
  folder: SiteFolder,
  losses: Losses,
  tell: TellProgress,
  broken: boolean,
): Promise<WrittenCounts> {
  const { plan } = prepared;
  const context = contextOf(prepared, losses);
  const comments = new CommentWriter(folder, context, prepared.authors);
  const counts = new Map<string, number>();
  let done = 0;
  for (const file of files) {
    try {
      for await (const record of readExport(basename(file), readText(file))) {
        if (record.kind !== 'item') continue;
        const document = plan.documents.get(keyOf(record.item));
        if (!document) comments.leave(record.item);
        if (!document) continue;
        const outcome = folder.write(document.file, writeDocument(record.item, document, context));
        const count = `${record.item.type} ${record.item.status}`;
        counts.set(count, (counts.get(count) ?? 0) + 1);
        if (outcome === 'edited') sayEdited(document.file, losses);
        comments.add(record.item, document);
        tell(++done, plan.documents.size, 'documents written');
      }
    } catch (error) {
      if (!(broken && error instanceof UnreadableExport)) throw error;
    }
  }
  comments.close();
  return { documents: counts, comments: comments.written };
}

function contextOf(
  { survey, site, terms, authors, plan, media, settings, table, rest }: Prepared,
  losses: Losses,
): DocumentContext {
  const byLogin = new Map(authors.map(({ login, slug }) => [login, slug]));
  return {
    timezone: settings.timezone,
    media,
    authorOf: (login) => (login === '' ? null : (byLogin.get(login) ?? null)),
    owner: settings.owner.slug,
    termOf: (taxonomy, slug) => terms.slugs.get(`${taxonomy}:${slug}`),
    addressesOf: (document) =>
      addressesFor(site, table, media, document.oldPath || document.path, document.path),
    reusableBlock: (id) => survey.reusable.get(id) ?? null,
    rendered: (id) => (plan.byId.has(id) ? (rest?.rendered(id) ?? null) : null),
    losses,
  };
}

function writeLists({ terms, authors }: Prepared, folder: SiteFolder, losses: Losses): void {
  const list = (file: string, entries: readonly object[]) => {
    if (entries.length === 0) return;
    if (folder.write(file, stringify(entries, { lineWidth: 0 })) === 'edited') sayEdited(file, losses);
  };
  const bySlug = (a: PlannedTerm, b: PlannedTerm) => (a.slug < b.slug ? -1 : 1);
  list('content/categories.yaml', terms.categories.toSorted(bySlug).map(termEntry));
  list('content/tags.yaml', terms.tags.toSorted(bySlug).map(termEntry));
  list(
    'content/authors.yaml',
    authors.map(({ id, slug, name, description, url }) => ({
      slug,
      name,
      ...(description ? { description } : {}),
      ...(url ? { url } : {}),
      ...(id > 0 ? { id } : {}),
    })),
  );
}

function writeRedirects(
  options: ImportOptions,
  prepared: Prepared,
  folder: SiteFolder,
  losses: Losses,
): void {
  const { survey, plan, table, media, site } = prepared;
  const redirects = planRedirects(options.redirects, survey, plan, table, media, site, losses);
  if (redirects.length === 0) return;
  const entries = redirects.map(({ from, to, status }) => ({
    from,
    ...(to === null ? {} : { to }),
    ...(status === 301 ? {} : { status }),
  }));
  const file = 'content/redirects.yaml';
  if (folder.write(file, stringify(entries, { lineWidth: 0 })) === 'edited') sayEdited(file, losses);
}

function termEntry({ slug, name, description, parent, id }: PlannedTerm): object {
  return {
    slug,
    name,
    ...(description ? { description } : {}),
    ...(parent ? { parent } : {}),
    ...(id === null ? {} : { id }),
  };
}

/** Settings that nobody made their own yet still name this machine as the site's address. */
function writeSettings(settings: SiteSettings, folder: SiteFolder, losses: Losses): void {
  const text = renderSettings(settings);
  folder.writeNote('site.ts', [text]);
  const file = ['site.ts', 'src/site.ts'].find((name) => folder.exists(name)) ?? 'site.ts';
  if (folder.write(file, text, /\burl: 'http:\/\/localhost:4321'/) === 'edited') {
    losses.add(
      'file-edited',
      null,
      file,
      `It stays as it is. The settings of the old site are at ${notesFolder}/site.ts: take over what you want, the permalinks and the time zone above all.`,
    );
  }
}

function copyMedia(media: MediaLibrary, folder: SiteFolder, losses: Losses): number {
  let copied = 0;
  for (const [path, from] of media.files) {
    const file = `public${media.address(path)}`;
    if (folder.copy(from, file) === 'edited')
      losses.add('file-edited', null, file, 'Another file lies there; it stays.');
    else copied++;
  }
  return copied;
}

function nextSteps(folder: SiteFolder, { media, rest }: ImportOptions): string[] {
  return [
    ...(media === null
      ? ['Give `--media` a copy of the old site’s `wp-content/uploads`: an export holds no files.']
      : []),
    ...(rest === null
      ? [
          'Give `--rest` a recording of the old site’s `wp/v2`: it knows what plugins showed, the authors’ addresses and the time zone.',
        ]
      : []),
    ...(folder.exists('content/posts')
      ? ['`npm run check`, then `npm start`: look at each section of this report in the browser.']
      : []),
  ];
}
