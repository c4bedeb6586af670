import type { Site } from '../../model/site.ts';
import { paths } from '../../model/urls.ts';
import { wpHeaders } from '../../wp/headers.ts';
import {
  browserHeadersOf,
  cdnHeadersOf,
  formatLink,
  freshCache,
  immutableCache,
  openHeaders,
  preflightAnswer,
  securityHeadersOf,
  serverLinksOf,
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
  const byFile = { ...data, ...namesOf(browserVariables(site)) };
  const coded = { Vary: 'Accept-Encoding' };
  const both = { Vary: 'Accept, Accept-Encoding' };
  const commonLinks = serverLinksOf(site);
  const common = { ...byFile, Link: commonLinks };
  const fresh = { 'Cache-Control': freshCache, ...cdnHeadersOf(site) };
  const open = openHeaders;
  const immutable = { Link: commonLinks, 'Cache-Control': immutableCache, Vary: '$file_vary' };
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
    immutable: { ...security, ...open, ...immutable },
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
      ...namesOf(preflightVariables),
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

/** A header whose value is in a variable, since it depends on the request. */
interface HeaderVariable {
  readonly name: string;
  readonly variable: string;
  readonly value: string;
}

const variablesOf = (group: string, headers: Readonly<Record<string, string>>): HeaderVariable[] =>
  Object.entries(headers).map(([name, value]) => {
    return { name, variable: `$${group}_${name.toLowerCase().replaceAll('-', '_')}`, value };
  });

const namesOf = (variables: readonly HeaderVariable[]) =>
  Object.fromEntries(variables.map(({ name, variable }) => [name, variable]));

/** The variables of the answer to a preflight, empty for other requests. */
export const preflightVariables = variablesOf('preflight', preflightAnswer);

/** The variables of the rules for browsers, empty for files that are data or plain text. */
export const browserVariables = (site: Site) => variablesOf('browser', browserHeadersOf(site));

/** @param onErrors also on error statuses, where otherwise only the transport header is sent */
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

/** A map that is empty by default. */
export function renderTable(head: string, lines: readonly string[]): string {
  return renderMap(head, ['default "";', ...lines]);
}
