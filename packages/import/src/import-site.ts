import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { siteSchema } from 'agentsite/model';
import type { ZodType } from 'zod';
import { pathInGhost } from './ghost/ghost-media.ts';
import { downloadMedia, expectedFiles, recordedFiles } from './live/download-media.ts';
import { recordSite, UnreachableSite } from './live/record-site.ts';
import { DiskMaps } from './model/disk-map.ts';
import { type ExportItem, type ReadSource, UnreadableExport } from './model/export-model.ts';
import type { ImportOptions, LiveSite, ReportProgress } from './model/import-options.ts';
import { Losses } from './model/losses.ts';
import { OwnSettings } from './model/own-settings.ts';
import { keyOf, type Survey } from './model/survey.ts';
import { isHostedService, type System, systems } from './model/systems.ts';
import { placeOf } from './plan/claims.ts';
import { reportContradictions } from './plan/contradictions.ts';
import { contextOf } from './plan/document-context.ts';
import { listMediaFiles, uploadsFolder } from './plan/media-library.ts';
import type { PlannedDocument } from './plan/plan.ts';
import { type Prepared, prepare } from './plan/prepare.ts';
import { proveImport } from './proof/prove-import.ts';
import { readerOf } from './read-source.ts';
import { surveyFiles } from './survey-files.ts';
import { openRecording, type RestRecording, UnusableRecording } from './wordpress/rest-recording.ts';
import { restrictionInMeta, restrictionInRendered } from './wordpress/restrictions.ts';
import { unpackSources } from './wordpress/unpack-sources.ts';
import { anonymousView } from './write/anonymous-view.ts';
import { CommentWriter } from './write/comment-writer.ts';
import { countAddresses } from './write/count-addresses.ts';
import type { ImportReport } from './write/report.ts';
import { reportKept, SiteFolder } from './write/site-folder.ts';
import { tallyImport, type WrittenCounts } from './write/tally.ts';
import { usableFiles } from './write/usable-files.ts';
import { writeDocument } from './write/write-document.ts';
import { writeSite } from './write/write-site.ts';

/** Do the records of the source name its files? */
const hasOwnFiles = (system: System): boolean => system === 'markdown' || isHostedService(system);

/** Imports a site in two passes: surveys all files, then converts one document at a time. */
export async function importSite(packed: ImportOptions, progress: ReportProgress): Promise<ImportReport> {
  const losses = new Losses(
    packed.media !== null || packed.site !== null || hasOwnFiles(packed.system),
    systems[packed.system].media,
  );
  const { options, remove } = await unpackSources(packed, losses);
  if (
    packed.files.length > 0 &&
    options.files.length === 0 &&
    options.site === null &&
    options.rest === null
  ) {
    remove();
    return stoppedReport(packed, 'The archive contains no export.', losses);
  }
  const scratch = options.dryRun ? mkdtempSync(join(tmpdir(), 'agentsite-import-')) : null;
  try {
    return await importFiles(options, scratch, losses, progress);
  } finally {
    remove();
    if (scratch !== null) rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param scratch folder where a dry run records the old site; null to use the folder of notes */
async function importFiles(
  given: ImportOptions,
  scratch: string | null,
  losses: Losses,
  progress: ReportProgress,
): Promise<ImportReport> {
  const maps = new DiskMaps();
  const folder = new SiteFolder(given.into, given.dryRun, maps);
  const reached =
    given.site === null ? given : await reachSite(given, given.site, scratch ?? folder.makeNotes(), progress);
  if (typeof reached === 'string') return stoppedReport(given, reached, losses);
  const options =
    reached.files.length > 0 ? reached : { ...reached, files: reached.rest ? [reached.rest] : [] };
  const own = readOwnSettings(folder);
  const read = readerOf(options, own);
  const rest = openRest(options.rest);
  if (typeof rest === 'string') return stoppedReport(options, rest, losses);
  try {
    const { survey, stopped } = await surveyFiles(
      options.files,
      read,
      maps,
      losses,
      progress,
      options.publicTypes,
    );
    if (stopped !== null && survey.documents.size === 0) return stoppedReport(options, stopped, losses);
    const files = await collectFiles(given, options, survey, losses, progress);
    if (rest !== null && !options.files.includes(options.rest ?? ''))
      reportContradictions(survey, rest, losses);
    const uploads = survey.head?.uploads ?? uploadsFolder(survey.attachments.values());
    const usable = usableFiles(files, uploads, survey.attachments, folder, losses);
    const prepared = prepare(options, survey, rest, usable, maps, own, losses);
    const written = await writeDocuments(options, read, prepared, folder, losses, progress, stopped !== null);
    const { copied, redirects } = await writeSite(options, prepared, folder, losses);
    folder.close();
    const proof = options.verify
      ? await proveImport(options, read, prepared, written.listed, losses, progress)
      : null;
    return {
      source: options.files.map((file) => basename(file)),
      readAs: survey.head?.readAs ?? `${systems[options.system].name} export`,
      stopped,
      ...(survey.head?.isPrivate && options.addresses === null
        ? {}
        : { addresses: countAddresses(prepared, redirects, options.addresses) }),
      tallies: tallyImport(
        survey,
        written,
        copied,
        prepared.media,
        new Set(prepared.kinds.taxonomies.keys()),
      ),
      proof,
      losses: losses.all,
      next: nextSteps(folder, options),
    };
  } finally {
    rest?.close();
    maps.close();
  }
}

function readOwnSettings(folder: SiteFolder): OwnSettings {
  const text = folder.read('site.ts') ?? folder.read('src/site.ts') ?? '';
  const schemas: Readonly<Record<string, ZodType>> = siteSchema.shape;
  return new OwnSettings(text, (name, value) => schemas[name]?.safeParse(value).success === true);
}

/** @returns a message if the file is not a recording */
function openRest(file: string | null): RestRecording | null | string {
  try {
    return file === null ? null : openRecording(file);
  } catch (error) {
    if (error instanceof UnusableRecording) return error.message;
    throw error;
  }
}

const stoppedReport = ({ files }: ImportOptions, stopped: string, losses: Losses): ImportReport => ({
  source: files.map((file) => basename(file)),
  stopped,
  tallies: [],
  proof: null,
  losses: losses.all,
  next: [],
});

/** Records the old site in a folder. @returns a message if it cannot be reached */
async function reachSite(
  options: ImportOptions,
  site: LiveSite,
  notes: string,
  progress: ReportProgress,
): Promise<ImportOptions | string> {
  const rest = options.rest ?? join(notes, 'recording.jsonl');
  try {
    const problem = options.rest === null ? await recordSite(site, rest, progress) : null;
    if (problem !== null) return problem;
  } catch (error) {
    if (error instanceof UnreachableSite) return error.message;
    throw error;
  }
  if (options.media !== null || options.dryRun) return { ...options, rest };
  const media = join(notes, 'uploads');
  mkdirSync(media, { recursive: true });
  return { ...options, rest, media };
}

/** Files of the given copy, or downloads. A dry run downloads nothing, and assumes that they exist. */
async function collectFiles(
  { system, site, media: copy, dryRun }: ImportOptions,
  { rest, media }: ImportOptions,
  survey: Survey,
  losses: Losses,
  progress: ReportProgress,
): Promise<ReadonlyMap<string, string>> {
  if (hasOwnFiles(system)) return survey.files;
  if (system === 'ghost') return listMediaFiles(media, losses, pathInGhost);
  const uploads = uploadsFolder(survey.attachments.values());
  if (site === null || copy !== null) return listMediaFiles(copy && partOfNetwork(copy, uploads), losses);
  const addresses = [
    ...survey.attachments.values().map(({ url }) => url),
    ...(rest === null ? [] : recordedFiles(rest)),
  ].filter((address) => URL.canParse(address));
  if (dryRun || media === null) return expectedFiles(addresses, uploads);
  await downloadMedia(site.url, addresses, uploads, media, losses, progress);
  return listMediaFiles(media, losses);
}

/** A copy of the uploads of a whole network has a folder for each of its sites: `sites/2`. */
function partOfNetwork(copy: string, uploads: string): string {
  const own = join(copy, /\/(sites\/\d+)\/$/.exec(uploads)?.[1] ?? '');
  return existsSync(own) ? own : copy;
}

async function writeDocuments(
  { files, system }: ImportOptions,
  read: ReadSource,
  prepared: Prepared,
  folder: SiteFolder,
  losses: Losses,
  progress: ReportProgress,
  broken: boolean,
): Promise<WrittenCounts> {
  const { plan } = prepared;
  const context = contextOf(prepared, systems[system].name, losses);
  const comments = new CommentWriter(folder, context, prepared.authors);
  const counts = new Map<string, number>();
  let done = 0;
  for (const file of files) {
    try {
      for await (const record of read(file)) {
        if (record.kind !== 'item') continue;
        const document = plan.documents.get(keyOf(record.item));
        if (!document && !prepared.survey.personal.has(record.item.type)) comments.leave(record.item);
        if (!document) continue;
        const item = shownItem(record.item, document, prepared.rest, losses);
        const outcome = folder.write(document.file, writeDocument(item, document, context));
        const count = `${record.item.type} ${record.item.status}`;
        counts.set(count, (counts.get(count) ?? 0) + 1);
        reportKept(outcome, document.file, losses);
        comments.add(item, document);
        progress(++done, plan.documents.size, 'documents written');
      }
    } catch (error) {
      if (!(broken && error instanceof UnreadableExport)) throw error;
    }
  }
  comments.close();
  return { documents: counts, comments: comments.written, listed: comments.listed };
}

/** The item, or what anonymous readers got of it if access was restricted. */
function shownItem(
  item: ExportItem,
  document: PlannedDocument,
  rest: RestRecording | null,
  losses: Losses,
): ExportItem {
  const recorded = item.id === null ? null : (rest?.document(item.id) ?? null);
  const view = anonymousView(item, document, recorded);
  const rule = document.restriction ?? 'an access rule that the export does not hold';
  const place = placeOf(document.source, document.file);
  const cut =
    item.isRendered && document.public
      ? (restrictionInMeta(item.meta) ?? restrictionInRendered(item.content))
      : null;
  if (cut !== null)
    losses.add(
      'access-restricted',
      place,
      cut,
      'The recording contains only what anonymous readers got. Import the export too, or use --user with an account of the old site.',
    );
  if (view)
    losses.add(
      'access-restricted',
      place,
      `${view.missing} ${view.missing === 1 ? 'word' : 'words'} hidden by ${rule}`,
      'The document is what anonymous readers got. The rest, its own fields and its comments are in the export only.',
    );
  else if (document.restriction !== null)
    losses.add(
      'access-restricted',
      place,
      rule,
      document.draft
        ? 'Not all readers could see all of it, so it is a draft here. Give --rest or --site to publish what anonymous readers saw, or remove "draft: true" if all readers may see it.'
        : 'Anonymous readers of wp/v2 got all of it, so it is published. Add "draft: true" if its page hid it.',
    );
  return view?.item ?? item;
}

function nextSteps(folder: SiteFolder, options: ImportOptions): string[] {
  const { system, media, rest, site, home } = options;
  const steps: string[] = [];
  if (!hasOwnFiles(system) && media === null && site === null)
    steps.push(`Give \`--media\` ${systems[system].media}: an export contains no files.`);
  if (system === 'wordpress' && rest === null)
    steps.push(
      'Give `--rest` a recording of the old site’s `wp/v2`: it knows what plugins showed, the authors’ addresses and the time zone.',
    );
  if (/^(?:ghost|substack|squarespace|medium)$/.test(system) && home === null)
    steps.push(
      `Give \`--url\` the address of the old site: an export of ${systems[system].name} does not hold it.`,
    );
  if (folder.exists('content/posts') || folder.exists('content/pages'))
    steps.push(
      'Run `npm run check`, then `npm start`, and check each section of this report in the browser.',
    );
  return steps;
}
