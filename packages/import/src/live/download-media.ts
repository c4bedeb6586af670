import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { type FetchLimits, fetchPolitely, usualLimits } from 'agentsite/http';
import type { ReportProgress } from '../model/import-options.ts';
import type { Losses } from '../model/losses.ts';
import { safeUploadPath } from '../model/names.ts';
import { readRecordedLines } from '../wordpress/rest-recording.ts';
import { ownHosts } from './record-site.ts';

/** Limit for all files together, in bytes. */
const totalLimit = 20 * 1024 ** 3;

/**
 * Downloads the media library in all sizes from the site's own hosts into a folder. Existing files are not downloaded
 * again.
 * @param uploads path of the uploads folder on the old site: `/wp-content/uploads/`
 */
export async function downloadMedia(
  site: string,
  addresses: Iterable<string>,
  uploads: string,
  folder: string,
  losses: Losses,
  progress: ReportProgress,
  limits: FetchLimits = usualLimits,
): Promise<void> {
  const wanted = [...new Set(addresses)];
  let total = 0;
  for (const [index, address] of wanted.entries()) {
    progress(index + 1, wanted.length, 'files downloaded');
    const below = pathBelow(address, uploads);
    const path = below === null ? null : resolve(folder, below);
    if (path === null || !path.startsWith(resolve(folder) + sep)) {
      losses.addForSite(
        'file-refused',
        address,
        'It is outside of the uploads folder, or of a type that the site does not serve.',
      );
      continue;
    }
    if (existsSync(path)) continue;
    const answer = await fetchPolitely(address, ownHosts(site), {}, limits);
    const problem = answer.ok ? problemOf(path, answer.bytes) : answer.reason;
    if (!answer.ok || problem !== null) {
      losses.addForSite('file-missing', address, `It was not downloaded: ${problem}.`);
      continue;
    }
    total += answer.bytes.length;
    if (total > totalLimit) {
      losses.addForSite(
        'file-missing',
        address,
        'The files together are larger than 20 GB: give --media a copy.',
      );
      return;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.part`, answer.bytes);
    renameSync(`${path}.part`, path);
  }
}

/** Files that a download would bring: paths below the uploads folder, and their addresses. */
export function expectedFiles(addresses: Iterable<string>, uploads: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const address of addresses) {
    const path = pathBelow(address, uploads);
    if (path !== null) files.set(path, address);
  }
  return files;
}

function pathBelow(address: string, uploads: string): string | null {
  const at = address.indexOf(uploads);
  return at < 0 ? null : safeUploadPath(address.slice(at + uploads.length).replace(/[?#].*$/, ''));
}

/** All addresses of media files in a recording. */
export function* recordedFiles(recording: string): Generator<string> {
  for (const { route, body } of readRecordedLines(recording)) {
    if (!route.startsWith('/wp/v2/media/')) continue;
    const { source_url: whole, media_details: details } = body as {
      source_url?: string;
      media_details?: { sizes?: Record<string, { source_url?: string }> };
    };
    if (whole) yield whole;
    for (const { source_url: size } of Object.values(details?.sizes ?? {})) if (size) yield size;
  }
}

const starts: Readonly<Record<string, RegExp>> = {
  jpg: /^\xff\xd8\xff/,
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG/,
  gif: /^GIF8/,
  webp: /^RIFF[\s\S]{4}WEBP/,
  pdf: /^%PDF/,
};

/** Detects an error page instead of an image. */
function problemOf(path: string, bytes: Buffer): string | null {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const start = bytes.subarray(0, 16).toString('latin1');
  const expected = starts[extension];
  if (expected) return expected.test(start) ? null : `what came is not a ${extension} file`;
  return /^\s*<(?:!doctype html|html)/i.test(start) ? 'the server answered with an HTML page' : null;
}
