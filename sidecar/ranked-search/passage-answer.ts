import type { Site } from '../../src/core/model/site.ts';
import { absoluteUrl, twinPath } from '../../src/core/model/urls.ts';
import type { Passage, PassageResult } from './passages.ts';

/** The answer of the REST route and of the MCP tool `quote`. */
export function describePassages(site: Site, result: PassageResult) {
  const here = site.language;
  if ('passages' in result) {
    return { found: true, passages: result.passages.map((passage) => describePassage(site, passage, here)) };
  }
  const nearest = result.nearest.map(({ title, path }) => ({ title, url: absoluteUrl(site, path) }));
  return { found: false, message: 'Not on this site.', missing: [...result.missing], nearest };
}

function describePassage(site: Site, { path, fragment, language, ...passage }: Passage, here: string) {
  const { text, header, title, anchor, start, end, date, digest } = passage;
  return {
    text,
    ...(header ? { header: header.text, header_start: header.start } : {}),
    title,
    ...(anchor === undefined ? {} : { anchor }),
    url: placeOf(absoluteUrl(site, path), { anchor, fragment }),
    markdown_url: absoluteUrl(site, twinPath(path)),
    start,
    end,
    date,
    language: language || here,
    digest,
  };
}

/** Where a passage is on its page: `/a-page/#anchor:~:text=…`. */
export function placeOf(
  url: string,
  { anchor = '', fragment }: { readonly anchor?: string | undefined; readonly fragment: string },
): string {
  return anchor === '' && fragment === '' ? url : `${url}#${encodeURI(anchor)}${fragment}`;
}
