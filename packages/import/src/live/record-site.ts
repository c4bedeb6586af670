import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type FetchLimits, fetchPolitely, usualLimits } from 'agentsite/http';
import { z } from 'zod';
import type { LiveSite, ReportProgress } from '../model/import-options.ts';

const mapSchema = z.record(
  z.string(),
  z.object({ rest_base: z.string(), rest_namespace: z.string().default('wp/v2') }),
);
const objectSchema = z.looseObject({ id: z.number() });
const perPage = 100;
/** Types that belong to the theme, or that have a list of their own. */
const leftOut = new Set(
  'attachment nav_menu_item wp_template wp_template_part wp_global_styles wp_font_family'.split(' '),
);

/** Records an old site's `wp/v2`, one object per line; resumes. @returns a message if it cannot be read */
export async function recordSite(
  site: LiveSite,
  file: string,
  progress: ReportProgress,
  limits: FetchLimits = usualLimits,
): Promise<string | null> {
  if (existsSync(file)) return null;
  const root = await findInterface(site, limits);
  if (root === null)
    return `${site.url} does not answer at /wp-json/ or /?rest_route=/: is it a WordPress whose REST interface is open?`;
  mkdirSync(dirname(file), { recursive: true });
  const partial = `${file}.partial`;
  await record(site, root, partial, progress, limits);
  renameSync(partial, file);
  return null;
}

type AddressOf = (route: string, query: Readonly<Record<string, string>>) => string;

/** With plain permalinks `/wp-json/` shows the home page. */
async function findInterface(site: LiveSite, limits: FetchLimits): Promise<AddressOf | null> {
  const home = site.url.replace(/\/+$/, '');
  const pretty: AddressOf = (route, query) => `${home}/wp-json${route}?${new URLSearchParams(query)}`;
  const plain: AddressOf = (route, query) =>
    `${home}/?${new URLSearchParams({ rest_route: route, ...query })}`;
  for (const addressOf of [pretty, plain]) {
    const answer = await fetchPolitely(addressOf('/', {}), ownHosts(site.url), {}, limits);
    if (answer.ok && isIndex(answer.bytes)) return addressOf;
  }
  return null;
}

function isIndex(bytes: Buffer): boolean {
  try {
    return z.object({ namespaces: z.array(z.string()) }).safeParse(JSON.parse(bytes.toString())).success;
  } catch {
    return false;
  }
}

/** Is a URL on the site's host, with or without www? */
export function ownHosts(home: string): (url: URL) => boolean {
  const { host } = new URL(home);
  const bare = host.replace(/^www\./, '');
  return (url) => /^https?:$/.test(url.protocol) && url.host.replace(/^www\./, '') === bare;
}

/** Requests every collection, and appends the answers to `file`. */
async function record(
  site: LiveSite,
  addressOf: AddressOf,
  file: string,
  progress: ReportProgress,
  limits: FetchLimits,
): Promise<void> {
  /** Number of pages of each list, by recorded page. */
  const done = resumeRecording(file);
  let count = 0;
  await one('/');
  const types = mapSchema.parse((await one('/wp/v2/types')) ?? {});
  const taxonomies = mapSchema.parse((await one('/wp/v2/taxonomies')) ?? {});
  await list('users', {});
  for (const { rest_base: base, rest_namespace: namespace } of Object.values(taxonomies))
    if (namespace === 'wp/v2') await list(base, {});
  await list('media', {});
  for (const [type, { rest_base: base, rest_namespace: namespace }] of Object.entries(types)) {
    if (namespace !== 'wp/v2' || leftOut.has(type) || base.includes('(')) continue;
    await list(base, {});
    if (site.account) await list(base, { context: 'edit', status: 'draft,pending,private,future' });
  }
  await list('comments', {});
  if (!site.account) return;
  // Authors of drafts, and files of unpublished documents.
  await list('users', { capabilities: 'edit_posts' });
  await list('media', { context: 'edit' });
  await one('/wp/v2/settings', true);
  await list('menus', {});
  await list('menu-items', {});

  async function one(route: string, asOwner = false): Promise<unknown> {
    const body = await ask(route, {}, asOwner);
    if (body !== null) write([{ route, ...(asOwner ? { as: 'owner' } : {}), body: body.json }]);
    return body?.json ?? null;
  }

  /** Lists all objects of a collection. A collection that is closed to readers is skipped. */
  async function list(base: string, query: Readonly<Record<string, string>>): Promise<void> {
    const asOwner = 'context' in query || 'capabilities' in query || base.startsWith('menu');
    const ids = new Set<number>();
    for (let page = 1, pages = 1; page <= pages; page++) {
      if (page > limits.pages)
        throw new UnreachableSite(
          `${site.url}: its list "${base}" has no end; ${limits.pages} pages were read.`,
        );
      const key = `${base} ${JSON.stringify(query)} ${page}`;
      const answer = await ask(
        `/wp/v2/${base}`,
        { ...query, per_page: String(perPage), page: String(page) },
        asOwner,
        key,
      );
      if (answer === null) return;
      pages = answer.pages;
      const found = z.array(objectSchema).safeParse(answer.json).data ?? [];
      const objects = found.filter(({ id }) => !ids.has(id) && ids.add(id));
      // A page without new objects ends a list, whatever number of pages the site claims.
      if (!answer.known && objects.length === 0) pages = page;
      const lines = objects.map(({ _links, class_list, ...body }) => ({
        route: `/wp/v2/${base}/${body.id}`,
        ...(asOwner ? { as: 'owner' } : {}),
        body,
      }));
      if (!answer.known) write([...lines, { route: `/done`, body: { key, pages } }]);
      count += objects.length;
      progress(count, count, `objects of ${new URL(site.url).host} recorded`);
    }
  }

  /** @param asOwner use the account; @param key of a page of a list, which is not recorded twice */
  async function ask(
    route: string,
    query: Readonly<Record<string, string>>,
    asOwner: boolean,
    key = '',
  ): Promise<{ json: unknown; pages: number; known: boolean } | null> {
    const before = done.get(key);
    if (before !== undefined) return { json: [], pages: before, known: true };
    const answer = await fetchPolitely(
      addressOf(route, query),
      ownHosts(site.url),
      asOwner ? headers() : {},
      limits,
    );
    if (!answer.ok) {
      if (/does not answer|answers (?:429|503|5\d\d)|^a password/.test(answer.reason))
        throw new UnreachableSite(
          `${site.url}, ${route}: ${answer.reason}. Run the same command again later: it goes on where it stopped.`,
        );
      return null;
    }
    try {
      return {
        json: JSON.parse(answer.bytes.toString().replace(/^\uFEFF/, '')),
        pages: Number(answer.headers['x-wp-totalpages']) || 1,
        known: false,
      };
    } catch {
      return null;
    }
  }

  function headers(): Record<string, string> {
    const { account } = site;
    if (account === null) return {};
    return {
      Authorization: `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}`,
    };
  }

  function write(lines: readonly object[]): void {
    appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
}

/** The old site stopped answering. What was recorded until then stays. */
export class UnreachableSite extends Error {
  override readonly name = 'UnreachableSite';
}

/** Pages that an earlier run recorded. What follows the last complete page is recorded again. */
function resumeRecording(file: string): Map<string, number> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, 'utf8').split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('{"route":"/done"'));
  const kept = lines.slice(0, last + 1);
  writeFileSync(file, kept.map((line) => `${line}\n`).join(''));
  return new Map(
    kept
      .filter((line) => line.startsWith('{"route":"/done"'))
      .map((line) => (JSON.parse(line) as { body: { key: string; pages: number } }).body)
      .map(({ key, pages }) => [key, pages]),
  );
}
