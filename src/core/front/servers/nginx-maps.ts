import { rootOf } from '../../model/language-root.ts';
import { languagesOf, pathsOf } from '../../model/languages.ts';
import { feedType, mimeTypes } from '../../model/media-types.ts';
import type { PluginRow } from '../../model/settings/plugins.ts';
import type { Site } from '../../model/site.ts';
import { isTwin, notFoundLinks, surfaceAt, surfaces, surfacesOfAll } from '../../model/surfaces.ts';
import { pagePathOfTwin, paths } from '../../model/urls.ts';
import { corsHeaders } from '../../wp/headers.ts';
import type { FrontTable } from '../front-table.ts';
import { apiRootLink, errorLinks, formatLink, programFiles, serverLinksOf } from '../headers.ts';
import { readTarget } from '../lifecycle.ts';
import { listQueryNames, queryNameOf } from '../old-queries.ts';
import { linearRegExpOf } from '../redirect-pattern.ts';
import { retrySeconds } from '../refusals.ts';
import {
  browserVariables,
  preflightVariables,
  quoteNginx,
  renderHeaderFiles,
  renderMap,
  renderTable,
} from './nginx-headers.ts';
import { renderNegotiationMaps } from './nginx-negotiation.ts';

/**
 * nginx configuration that depends on the site: `dist/server/nginx/*.conf`, included by `deploy/nginx/`. `tables.conf`
 * changes with nearly every post, the others only with code, settings, redirects and the lifecycle. Publishing a post needs
 * no reload: JSON files are in folders named by a digest of their headers, so the sidecar answers what an old table misses.
 */
export interface NginxInput {
  readonly site: Site;
  readonly front: FrontTable;
  readonly wpAnswers: readonly WpAnswer[];
  /** Size in bytes of every twin, by its path below the root: `/about.md`. */
  readonly twinSizes: readonly (readonly [path: string, size: number])[];
}

export interface WpAnswer {
  /** `/wp-json/wp/v2/posts` */
  readonly path: string;
  readonly file: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Name of the one file that nginx need not read at once. */
const tablesFile = 'tables.conf';

/** File of a stored answer for nginx: `wp-json/wp/v2/posts.json` with headers of digest `0a1b` is `_wp/0a1b/wp/v2/posts.json`. */
export function wpAnswerFile(file: string, headersDigest: string): string {
  return file.replace(/^wp-json\//, `_wp/${headersDigest}/`);
}

export function renderNginxFiles(input: NginxInput): Readonly<Record<string, string>> {
  const { site } = input;
  return {
    'negotiation.conf': renderNegotiationMaps(),
    'types.conf': renderTypes(),
    'site.conf': renderSiteMaps(input),
    'documents.conf': renderDocuments(site),
    // Nothing while nothing goes away: the test would cost every request.
    'lifecycle.conf':
      site.lifecycle.length === 0
        ? ''
        : 'if ($going_away) { rewrite "(?s)^(?!/_errors/)" /_sidecar last; }\n',
    [tablesFile]: renderTables(input),
    ...Object.fromEntries(renderHeaderFiles(site).map(({ kind, text }) => [`headers-${kind}.conf`, text])),
  };
}

/** Longest key that nginx's tables are set up for, in bytes. What is longer is answered by the sidecar. */
const longestKey = 900;

/** Characters of an encoded path that may be in a header between angle brackets. */
const encoded = '[!$-;=@-~]';

function renderSiteMaps({ site, front }: NginxInput): string {
  const commonLinks = serverLinksOf(site);
  const cors = corsHeaders('');
  const base = quoteNginx(site.url).slice(1, -1);
  const alternate = (twin: string) =>
    single(`${commonLinks}, ${formatLink(twin, 'alternate', 'text/markdown')}, ${apiRootLink(site)}`);
  const canonical = (page: string) => single(`${formatLink(base + page, 'canonical')}, ${commonLinks}`);
  const named = Object.keys(front.old.queries).map((query) => queryNameOf(`/?${query}`));
  const queryNames = [...new Set([...listQueryNames(site), ...named])].sort();
  return [
    '# Addresses of the two forms of a page. Taken from the request as it was sent, which is still encoded.',
    renderTable('$request_uri $twin_href', [
      String.raw`"~^/(?:\?|$)" /index.md;`,
      `"~^(?<href_t>/${encoded}+)/(?:\\?|$)" $href_t.md;`,
    ]),
    renderMap('"$locked_page$request_uri" $page_links', [
      `default ${single(commonLinks)};`,
      `"~^1" ${single(`${commonLinks}, ${apiRootLink(site)}`)};`,
      String.raw`"~^/(?:\?|$)" ${alternate('/index.md')};`,
      `"~^(?<href_a>/${encoded}+)/(?:\\?|$)" ${alternate('$href_a.md')};`,
    ]),
    renderMap('$request_uri $twin_links', [
      `default ${single(commonLinks)};`,
      String.raw`"~^/(?:(?:index)?\.md)?(?:\?|$)" ${canonical('/')};`,
      String.raw`"~^(?<href_c>/${encoded}+?)(?:/?\.md|/)(?:\?|$)" ${canonical('$href_c/')};`,
    ]),
    '# What is data or plain text needs no rules for browsers.',
    ...browserVariables(site).map(({ variable, value }) =>
      renderMap(`$uri ${variable}`, [`default ${quoteNginx(value)};`, `"~${programFiles}" "";`]),
    ),
    '# A preflight asks for a method.',
    ...preflightVariables.map(({ variable, value }) =>
      renderTable(`"$request_method:$http_access_control_request_method" ${variable}`, [
        `"~^OPTIONS:." ${quoteNginx(value)};`,
      ]),
    ),
    '# Headers of refusals.',
    renderMap('$status $refusal_links', [
      `default ${single(commonLinks)};`,
      `404 ${single(errorLinks(notFoundLinks(site)))};`,
    ]),
    renderTable('$status $refusal_retry', [`429 ${retrySeconds};`, `503 ${retrySeconds};`]),
    '# The JSON interface lets scripts of every origin read it, as WordPress does.',
    ...(['Methods', 'Credentials'] as const).map((name) =>
      renderMap(`$http_origin $wp_cors_${name.toLowerCase()}`, [
        `default "${cors[`Access-Control-Allow-${name}`]}";`,
        '"" "";',
      ]),
    ),
    '# Old addresses. Tables are read without regard to case; the old address in the entry has to be the same.',
    renderTable('$uri $redirect_entry', [
      ...entries(
        Object.entries(front.redirects).map(([from, to]) => [from, `${from} ${to.replaceAll('$', '%24')}`]),
      ),
    ]),
    renderTable('"$uri $redirect_entry" $redirect_to', [
      '# Without an entry there is nothing to compare.',
      '"~ $" "";',
      String.raw`"~(?s)^(?<redirect_from>.+) \k<redirect_from> (?<redirect_target>\S+)$" $redirect_target;`,
    ]),
    renderMap('"$is_args$redirect_to" $redirect_mark', ['default $is_args;', String.raw`"~^\?.*\?" &;`]),
    '# Old addresses by pattern, and those that WordPress has below every page: the sidecar knows where they lead.',
    renderTable('$uri $old_address', [
      String.raw`"~/(?:feed|embed|trackback|amp|comment-page-\d+|rss2?|rdf|atom|\d+)/?$" 1;`,
      '"/index.php" 1;',
      String.raw`"~^/(?:page/\d+/?|type/[a-z]+(?:/page/\d+)?/?)$" 1;`,
      `"~^${escapeRegExp(front.old.archives)}\\d{4}(?:/\\d\\d?){0,2}(?:/page/\\d+)?/?$" 1;`,
      String.raw`"~^/wp-sitemap-[\w-]+\.xml$" 1;`,
      ...(site.guessAddresses ? ['"~^(?:/[^/.]+)+/?$" 1;'] : []),
      ...front.old.rules.map(
        ({ pattern }) => `"~${linearRegExpOf(pattern).replaceAll('"', String.raw`\x22`)}" 1;`,
      ),
    ]),
    '# The folder of a language has its own 404 page.',
    renderTable('$request_uri $language_folder', [
      ...languagesOf(site)
        .slice(1)
        .map(rootOf)
        .map((root) => `"~^${root}/" ${root};`),
    ]),
    '# Queries that identify something by ID or slug: the sidecar resolves them.',
    renderTable('$args $named_query', [
      `"~(?:^|&)(?:rest_route|${queryNames.map(escapeRegExp).join('|')})=" 1;`,
    ]),
    '# Pages in a media type of a plugin: the sidecar decides which is preferred.',
    renderTable('$http_accept $plugin_page', [
      ...pluginRows(site).flatMap(({ pageTypes }) => pageTypes.map((type) => `"~*${escapeRegExp(type)}" 1;`)),
    ]),
    '# What goes away is answered by the sidecar, which knows the day.',
    renderTable('"$request_method $uri" $going_away', [
      ...site.lifecycle.map((entry) => `"${lifecyclePattern(readTarget(entry))}" 1;`),
    ]),
    '',
  ].join('\n');
}

/** Text as a part of a regular expression between quotes. */
function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('"', String.raw`\x22`);
}

/** `"~^(?:GET|HEAD) /old/(?:[^/]+)$"`; a page goes with its twin, as in `findLifecycle`. */
function lifecyclePattern({
  method,
  path,
}: {
  readonly method: string | null;
  readonly path: string;
}): string {
  const methods = method === null ? '[A-Z]+' : method === 'GET' ? '(?:GET|HEAD)' : method;
  const pattern = path
    .split(/(\{[^}]+\})/)
    .map((part) => (part.startsWith('{') ? '[^/]+' : escapeRegExp(part)))
    .join('');
  const both =
    path === '/'
      ? String.raw`/(?:(?:index)?\.md)?`
      : path.endsWith('/')
        ? String.raw`${pattern.slice(0, -1)}(?:/|/?\.md)`
        : pattern;
  return `~^${methods} ${both}$`;
}

function renderTypes(): string {
  const lines = Object.entries(mimeTypes).map(
    ([extension, type]) => `    ${quoteNginx(type)} ${extension.slice(1)};`,
  );
  return `types {\n${lines.join('\n')}\n}\ndefault_type application/octet-stream;\n`;
}

/** An exact location for each document of the registry, with its type. */
function renderDocuments(site: Site): string {
  const own = surfacesOfAll(site).filter(({ path }) => !surfaceAt(path));
  const forms = languagesOf(site)
    .filter((view) => rootOf(view) !== '')
    .map((view) => renderForms(pathsOf(view)));
  return (
    [...surfaces, ...own]
      .filter(
        ({ path, dynamic }) =>
          !dynamic && !path.startsWith(paths.wpRoot) && !isTwin(site, path) && !path.endsWith('/'),
      )
      // Those of the site and those of lists are found by their names.
      .filter(({ path }) => feedType(path) === undefined)
      .map(({ path, type, headers = {} }) => {
        const kind = path === paths.apiCatalog ? 'catalog' : 'document';
        const own = Object.entries(headers).map(
          ([name, value]) => ` add_header ${name} ${quoteNginx(value)};`,
        );
        return `location = ${path} { include SITE_ROOT/current/nginx/headers-${kind}.conf;${own.join('')} types { } default_type ${single(type)}; }\n`;
      })
      .concat(forms, pluginRows(site).flatMap(renderAddresses))
      .join('')
  );
}

const pluginRows = ({ plugins = [] }: Site) => plugins;

/** Addresses that a plugin answers outside of its own path, with the limits of that one. */
const renderAddresses = ({ addresses }: PluginRow): string[] =>
  addresses.map(
    (path) => `location = ${path} {
    include SITE_ROOT/current/nginx/headers-sidecar.conf;
    limit_conn agentsite_busy 32;
    client_max_body_size 1m;
    proxy_next_upstream off;
    proxy_pass http://agentsite;
}
`,
  );

function renderForms({ contact, search }: Readonly<Record<'contact' | 'search', string>>): string {
  return `location = ${contact} { return 479; }
location = ${contact.slice(0, -1)} { include SITE_ROOT/current/nginx/headers-redirect.conf; return 301 ${contact}$is_args$args; }
location = ${search} { return 480; }
`;
}

function renderTables({ front, wpAnswers: all, twinSizes }: NginxInput): string {
  const lockedPages = front.lockedTwins.map(pagePathOfTwin);
  const wpAnswers = all.filter(({ headers }) => !Object.values(headers).some((value) => value.includes('$')));
  const byFile = (header: string) =>
    entries(
      wpAnswers.flatMap(({ file, headers }) => (headers[header] ? [[`/${file}`, headers[header]]] : [])),
    );
  return [
    renderTable('"$plain_read$uri" $wp_file', [
      ...entries(wpAnswers.map(({ path, file }) => [`1${path}`, `/${file}`])),
    ]),
    renderTable('$uri $wp_link', byFile('Link')),
    renderTable('$uri $wp_total', byFile('X-WP-Total')),
    renderTable('$uri $wp_pages', byFile('X-WP-TotalPages')),
    renderTable('$uri $locked_page', [
      ...entries(lockedPages.flatMap((path) => [path, `${path}index.html`]).map((path) => [path, '1'])),
    ]),
    renderTable('$uri $markdown_tokens', [
      ...entries(twinSizes.map(([file, size]) => [file, tokensOf(size)])),
    ]),
    '',
  ].join('\n');
}

/** Joined lines of a table. nginx ignores case, so keys that differ only in case are left out. */
function entries(pairs: readonly (readonly string[])[]): string[] {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const [key = ''] of pairs) {
    const folded = key.toLowerCase();
    (seen.has(folded) ? repeated : seen).add(folded);
  }
  let lines = '';
  for (const [key = '', value = ''] of pairs) {
    if (!isShort(key) || value.includes('$') || isControl.test(key) || isControl.test(value)) continue;
    if (repeated.size > 0 && repeated.has(key.toLowerCase())) continue;
    lines += `${lines === '' ? '' : indent}${renderEntry(key, value)}`;
  }
  return lines === '' ? [] : [lines];
}

const renderEntry = (key: string, value: string) => `${quoteKey(key)} ${quoteNginx(value)};`;

/** About how many tokens a text has. */
const tokensOf = (size: number) => String(Math.ceil(size / 4));

const isControl = /\p{Cc}/u;

const indent = '\n    ';

/** A key is taken as it is, dollar signs too. */
function quoteKey(key: string): string {
  return `"${key.replace(/["\\]/g, '\\$&')}"`;
}

/** A character has three bytes at most for each unit of its text. */
function isShort(key: string): boolean {
  return key.length * 3 <= longestKey || new TextEncoder().encode(key).length <= longestKey;
}

/** A text with variables, in single quotes. */
function single(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
