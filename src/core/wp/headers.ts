import { paths } from '../model/urls.ts';

/** Headers of every answer below `/wp-json/`, as WordPress sends them. */
export const wpHeaders: Readonly<Record<string, string>> = {
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Expose-Headers': 'X-WP-Total, X-WP-TotalPages, Link',
  'Access-Control-Allow-Headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
};

/** What a browser needs to let a script of `origin` read the answer. Nothing here depends on who asks. */
export function corsHeaders(origin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Credentials': 'true',
  };
}

export const wpContentType = 'application/json; charset=UTF-8';

/** The Link header of an answer that has nothing better to link to: the root of the interface. */
export function rootLink(base: string): string {
  return `<${base}${paths.wpRoot}>; rel="https://api.w.org/"`;
}

/** Max length of a Link header, which repeats the query: proxies answer 502 when all headers exceed 4 or 8 KB. */
const longestLink = 3_000;

/** `<…>; rel="prev", <…>; rel="next"`; null for a single page, and for a query that is too long to be repeated. */
export function pagingLink(
  page: number,
  pages: number,
  previous: number,
  address: (page: number) => string,
): string | null {
  const links: string[] = [];
  if (page > 1) links.push(`<${address(previous)}>; rel="prev"`);
  if (page < pages) links.push(`<${address(page + 1)}>; rel="next"`);
  const text = links.join(', ');
  return text === '' || text.length > longestLink ? null : text;
}

/** The Link header of a document: `<permalink>; rel="alternate"; type=text/html`. */
export function alternateLink(url: string): string {
  return `<${url}>; rel="alternate"; type=text/html`;
}
