import { joinBlocks, twinLink } from '../markdown/markdown-twin.ts';
import { type ErrorLink, type ErrorObject, errorObject, noRouteMessage } from '../model/errors.ts';
import type { Site } from '../model/site.ts';
import { notFoundLinks, notFoundPlaces } from '../model/surfaces.ts';
import { absoluteUrl, encodePath } from '../model/urls.ts';
import type { PageLink } from '../pages/page.ts';
import { markdownLink } from '../text/markdown-text.ts';

/**
 * The Markdown body of a 404: similar pages, and links to the indexes.
 * @param path decoded; null where it is unknown, as in the file that a web server sends
 * @param near pages with similar addresses, from `findNearPages`
 * @param query still encoded
 */
export function renderNotFoundMarkdown(
  site: Site,
  path: string | null,
  near: readonly PageLink[],
  query = '',
): string {
  const place = path === null ? 'this address' : `\`${shownAddress(path, query)}\``;
  return joinBlocks([
    '# Page not found',
    `Nothing is published at ${place}, or its kind has no Markdown form.`,
    near.length > 0
      ? ['## Did you mean', '', ...near.map((page) => `- ${twinLink(page, site)}`)].join('\n')
      : '',
    [
      '## Where to look',
      '',
      ...notFoundPlaces(site).map(({ href, title }) => `- ${markdownLink(title ?? href, href)}`),
    ].join('\n'),
  ]);
}

/** The same as an Error object: code `rest_no_route`, with near pages (relation `related`) before the fixed places in `links`. */
export function notFoundError(site: Site, near: readonly PageLink[] = []): ErrorObject {
  return errorObject(404, 'rest_no_route', noRouteMessage, {}, [
    ...near.map(
      (page): ErrorLink => ({
        href: absoluteUrl(site, page.path),
        rel: 'related',
        type: 'text/html',
        title: page.title,
      }),
    ),
    ...notFoundLinks(site),
  ]);
}

export function renderNotFoundJson(site: Site): string {
  return `${JSON.stringify(notFoundError(site))}\n`;
}

/** An address from outside, as it may be in a code span: encoded, so without backticks, and not endless. */
function shownAddress(path: string, query: string): string {
  const asked = query === '' ? '' : `?${query.replace(/[^!#-;=?-_a-~]/g, encodeURIComponent)}`;
  const encoded = encodePath(path.toWellFormed()) + asked;
  return encoded.length > 200 ? `${encoded.slice(0, 200)}…` : encoded;
}
