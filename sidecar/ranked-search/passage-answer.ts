import { hash } from 'node:crypto';
import type { Site } from '../../src/core/model/site.ts';
import { absoluteUrl, twinPath } from '../../src/core/model/urls.ts';
import type { Passage, PassageResult } from './passages.ts';

/** A published text by its path. */
export type ReadText = (path: string) => string | undefined;

/** The answer of the REST route and of the MCP tool `quote`. What isn't in the twin as it is published is left out. */
export function describePassages(site: Site, result: PassageResult, readText: ReadText) {
  if ('passages' in result) {
    const passages = result.passages.flatMap((passage) => describePassage(site, passage, readText));
    return { found: passages.length > 0, passages };
  }
  const nearest = result.nearest.map(({ title, path }) => ({ title, url: absoluteUrl(site, path) }));
  return { found: false, message: 'Not on this site.', missing: [...result.missing], nearest };
}

function describePassage(site: Site, passage: Passage, readText: ReadText) {
  const { text, header, title, path, anchor, fragment, date, language } = passage;
  const twin = readText(twinPath(path));
  const body = twin === undefined ? -1 : findBody(twin, passage);
  if (twin === undefined || body < 0) return [];
  const byteAt = (place: number) => Buffer.byteLength(twin.slice(0, body + place));
  const start = byteAt(passage.start);
  return {
    text,
    ...(header ? { header: header.text, header_start: byteAt(header.start) } : {}),
    title,
    ...(anchor === undefined ? {} : { anchor }),
    url: placeOf(absoluteUrl(site, path), { anchor, fragment }),
    markdown_url: absoluteUrl(site, twinPath(path)),
    start,
    end: start + Buffer.byteLength(text),
    date,
    language: language || site.language,
    digest: `sha-256=:${hash('sha256', twin, 'base64')}:`,
  };
}

/** Where the body begins in a twin, whose summary may begin alike; -1 if the passage isn't there. */
function findBody(twin: string, { head, text, start }: Passage): number {
  let at = twin.indexOf(head);
  while (at >= 0 && !twin.startsWith(text, at + start)) at = twin.indexOf(head, at + 1);
  return at;
}

/** Where a passage is on its page: `/a-page/#anchor:~:text=…`. */
export function placeOf(
  url: string,
  { anchor = '', fragment }: { readonly anchor?: string | undefined; readonly fragment: string },
): string {
  return anchor === '' && fragment === '' ? url : `${url}#${encodeURI(anchor)}${fragment}`;
}
