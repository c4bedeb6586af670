import type { Site } from '../../model/site.ts';
import { notFoundLinks } from '../../model/surfaces.ts';
import { paths } from '../../model/urls.ts';
import { wpHeaders } from '../../wp/headers.ts';
import {
  browserHeadersOf,
  cdnHeadersOf,
  commonLinks,
  errorLinks,
  formatLink,
  freshCache,
  immutableCache,
  openHeaders,
  preflightAnswer,
  securityHeadersOf,
  typeHeaders,
  unsharedCache,
  usageHeaders,
} from '../headers.ts';

const transportHeader = 'Strict-Transport-Security';

/**
 * Header files (`headers-page.conf`, …), one for each kind of answer. A location includes exactly one: nginx drops inherited
 * headers as soon as a location has its own. Values don't depend on the type of the answer, which a 304 lacks; differences
 * come from maps of the file or the address. An empty value sends no header.
 */
export function renderHeaderFiles(site: Site): { readonly kind: string; readonly text: string }[] {
  const transport: Record<string, string> = {
    [transportHeader]: site.url.startsWith('https:') ? 'max-age=31536000' : '',
  };
  const security = { ...securityHeadersOf(site), ...transport };
  const data = { ...typeHeaders, ...transport };
  const byFile = {
    ...data,
    ...Object.fromEntries(browserVariables(site).map(({ name, variable }) => [name, variable])),
  };
  const coded = { Vary: 'Accept-Encoding' };
  const both = { Vary: 'Accept, Accept-Encoding' };
  const common = { ...byFile, Link: commonLinks };
  const fresh = { 'Cache-Control': freshCache, ...cdnHeadersOf(site) };
  const open = openHeaders;
  const twin = {
    ...data,
    ...both,
    ...open,
    Link: '$twin_links',
    'X-Robots-Tag': 'noindex, follow',
    'X-Markdown-Tokens': '$markdown_tokens',
    ...usageHeaders(site),
  };
  const catalogLink = `${formatLink(paths.apiCatalog, 'api-catalog')}, ${commonLinks}`;
  const { 'X-Content-Type-Options': _same, ...wp } = wpHeaders;
  const headers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    page: { ...security, ...both, ...fresh, Link: '$page_links' },
    twin: { ...twin, ...fresh },
    // A twin at the address of its page.
    negotiated: { ...twin, 'Cache-Control': unsharedCache, 'Content-Location': '$twin_href' },
    // The 403 for a protected twin.
    locked: { ...twin, 'Cache-Control': 'no-store' },
    // Documents of the registry, and everything below `/.well-known/`.
    document: { ...common, ...coded, ...fresh, ...open },
    feed: { ...common, ...both, ...fresh, ...open },
    catalog: { ...common, ...coded, ...fresh, ...open, Link: catalogLink },
    file: { ...common, ...fresh, ...open, Vary: '$file_vary' },
    // Files with a digest of their content in their names.
    immutable: {
      ...security,
      ...open,
      Link: commonLinks,
      'Cache-Control': immutableCache,
      Vary: '$file_vary',
    },
    redirect: { ...security, Link: commonLinks, ...fresh, Vary: 'Accept' },
    wp: {
      ...data,
      ...fresh,
      ...wp,
      Vary: 'Origin, Accept-Encoding',
      Link: '$wp_link',
      Allow: 'GET',
      'X-WP-Total': '$wp_total',
      'X-WP-TotalPages': '$wp_pages',
      'Access-Control-Allow-Origin': '$http_origin',
      'Access-Control-Allow-Methods': '$wp_cors_methods',
      'Access-Control-Allow-Credentials': '$wp_cors_credentials',
    },
    refusal: {
      ...byFile,
      Vary: '$refusal_vary',
      'Cache-Control': 'no-store',
      Link: '$refusal_links',
      Allow: '$refusal_allow',
      'Retry-After': '$refusal_retry',
      'Access-Control-Allow-Origin': '$refusal_origin',
      'Access-Control-Expose-Headers': '$refusal_exposed',
      ...Object.fromEntries(preflightVariables.map(({ name, variable }) => [name, variable])),
      'RateLimit-Limit': '$refusal_rate_limit',
      'RateLimit-Remaining': '$refusal_rate_remaining',
      'RateLimit-Reset': '$refusal_rate_reset',
    },
    // The sidecar's answers have their own headers.
    sidecar: transport,
  };
  return Object.entries(headers).map(([kind, of]) => ({
    kind,
    text: renderHeaders(of, kind === 'refusal' || kind === 'locked'),
  }));
}

/** The variables that hold the answer to a preflight, empty for other requests. */
export const preflightVariables = Object.entries(preflightAnswer).map(([name, value]) => ({
  name,
  variable: `$preflight_${name.toLowerCase().replaceAll('-', '_')}`,
  value,
}));

/** The variables that hold the rules for browsers, empty for files that are data or plain text. */
export function browserVariables(site: Site): {
  readonly name: string;
  readonly variable: string;
  readonly value: string;
}[] {
  return Object.entries(browserHeadersOf(site)).map(([name, value]) => ({
    name,
    variable: `$browser_${name.toLowerCase().replaceAll('-', '_')}`,
    value,
  }));
}

/** Links of a refusal: on a 404 the same ways on as its body names. */
export function refusalLinks(site: Site): { readonly notFound: string; readonly other: string } {
  return { notFound: errorLinks(notFoundLinks(site)), other: commonLinks };
}

/** @param onErrors also on statuses that nginx counts as errors, where only the rule of transport is sent otherwise */
function renderHeaders(headers: Readonly<Record<string, string>>, onErrors: boolean): string {
  return Object.entries(headers)
    .map(([name, value]) => {
      const text = /^\$\w+$/.test(value) ? value : quoteNginx(value);
      return `add_header ${name} ${text}${onErrors || name === transportHeader ? ' always' : ''};\n`;
    })
    .join('');
}

/** A text as nginx reads it back. A dollar sign cannot be written in nginx's language; there is none in our headers. */
export function quoteNginx(text: string): string {
  if (text.includes('$')) throw new Error(`nginx would read a variable in ${text}`);
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

export function renderMap(head: string, lines: readonly string[]): string {
  return `map ${head} {\n${lines.map((line) => `    ${line}\n`).join('')}}`;
}
