import { statSync } from 'node:fs';
import { join } from 'node:path';
import { encodePath, paths } from 'agentsite/model';
import type { ReadSource } from '../model/export-model.ts';
import type { ImportOptions, ReportProgress } from '../model/import-options.ts';
import type { Losses } from '../model/losses.ts';
import type { Prepared } from '../plan/prepare.ts';
import type { ProofRow } from '../write/report.ts';
import { proveHidden } from './canaries.ts';
import { proveObjects } from './objects.ts';
import { proveAddresses } from './old-addresses.ts';
import { proveAnswers } from './replay.ts';
import { type ServedSite, serveSite } from './served-site.ts';

/** Builds and serves the new site, and compares it with the export and the recording. */
export async function proveImport(
  options: ImportOptions,
  read: ReadSource,
  prepared: Prepared,
  comments: number,
  losses: Losses,
  progress: ReportProgress,
): Promise<ProofRow[]> {
  progress(0, 5, 'proofs: the site is being built');
  const site = await serveSite(options.into, prepared.settings.url);
  if (typeof site === 'string')
    return [{ what: 'the site builds and starts', of: 1, right: 0, wrong: [site] }];
  try {
    progress(1, 5, 'proofs: addresses');
    const addresses = await proveAddresses(prepared, options.addresses, site);
    progress(2, 5, 'proofs: objects and content');
    const objects = await proveObjects(prepared, losses.all, site);
    const answers = options.rest === null ? [] : [await proveAnswers(options.rest, prepared, site)];
    progress(3, 5, 'proofs: files and comments');
    const files = await proveFiles(prepared, site);
    const archive = await proveComments(comments, site);
    progress(4, 5, 'proofs: hidden content');
    const hidden = await proveHidden(options.files, read, join(options.into, 'dist'));
    return [
      { what: 'the site builds and starts', of: 1, right: 1, wrong: [] },
      addresses,
      ...objects,
      ...answers,
      files,
      archive,
      hidden,
    ];
  } finally {
    await site.stop();
  }
}

/** Files are not larger than before: metadata of photos is removed. */
async function proveFiles({ media }: Prepared, site: ServedSite): Promise<ProofRow> {
  const wrong: string[] = [];
  for (const [path, from] of media.files) {
    const address = encodePath(media.address(path));
    const answer = await site.get(address);
    const { byteLength } = await answer.arrayBuffer();
    const { size } = statSync(from);
    if (answer.status !== 200 || byteLength === 0 || byteLength > size)
      wrong.push(`${address} answers ${answer.status} with ${byteLength} bytes, had ${size}`);
  }
  return { what: 'files', of: media.files.size, right: media.files.size - wrong.length, wrong };
}

/** Pingbacks and comments on protected documents are not listed, as in WordPress. */
async function proveComments(of: number, site: ServedSite): Promise<ProofRow> {
  const answer = await site.get(`${paths.wpV2}/comments?per_page=1`);
  await answer.body?.cancel();
  const total = Number(answer.headers.get('x-wp-total'));
  const wrong = total === of ? [] : [`${total} are listed`];
  return { what: 'comments', of, right: Math.min(total, of), wrong };
}
