import { basename } from 'node:path';
import { addressesFor } from './address-book.ts';
import { CommentWriter } from './comment-writer.ts';
import type { ImportOptions, TellProgress } from './import-options.ts';
import { Losses } from './losses.ts';
import { type Prepared, prepare } from './prepare.ts';
import { proveImport } from './proof/prove-import.ts';
import { readExport } from './read-export.ts';
import type { ImportReport } from './report.ts';
import { openRecording } from './rest-recording.ts';
import { SiteFolder, sayEdited } from './site-folder.ts';
import { readText } from './source-text.ts';
import { keyOf } from './survey.ts';
import { surveyFiles } from './survey-files.ts';
import { tallyImport, type WrittenCounts } from './tally.ts';
import { type DocumentContext, writeDocument } from './write-document.ts';
import { writeSite } from './write-site.ts';
import { UnreadableExport } from './xml-events.ts';

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
        proof: null,
        losses: losses.all,
        next: [],
      };
    }
    const prepared = prepare(options, survey, rest, losses);
    const written = await writeDocuments(options.files, prepared, folder, losses, tell, stopped !== null);
    const copied = writeSite(options, prepared, folder, losses);
    folder.close();
    const proof = options.verify ? await proveImport(options, prepared, written.comments, tell) : null;
    return {
      source: options.files.map((file) => basename(file)),
      stopped,
      tallies: tallyImport(survey, written, copied, prepared.media),
      proof,
      losses: losses.all,
      next: nextSteps(folder, options),
    };
  } finally {
    rest?.close();
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
