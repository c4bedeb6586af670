import { encodePath, paths, startOfPattern, whyNoRedirect } from 'agentsite/model';
import { datePartsOf, decodePercent } from '../model/names.ts';
import { attachmentTarget, oldSlugPaths } from '../plan/address-table.ts';
import type { Prepared } from '../plan/prepare.ts';
import { readAddressList } from '../write/count-addresses.ts';
import type { ProofRow } from '../write/report.ts';
import type { ServedSite } from './served-site.ts';

/** An address of the old site with its query, and the expected result. */
interface OldAddress {
  readonly path: string;
  /** Decoded path on the new site; null for any page. */
  readonly target: string | null;
  /** `hidden`: not found. */
  readonly expect: 'found' | 'hidden' | 'gone';
}

/** Checks every known address: from the export, the recording and the owner's list. */
export async function proveAddresses(
  prepared: Prepared,
  list: string | null,
  site: ServedSite,
): Promise<ProofRow> {
  const addresses = new Map<string, OldAddress>();
  const known = [...addressesByQuery(prepared), ...knownAddresses(prepared)];
  for (const address of [...known, ...(list === null ? [] : readList(list, prepared))])
    addresses.set(address.path, address);
  const wrong: string[] = [];
  const impossible: string[] = [];
  for (const address of addresses.values()) {
    const problem = await problemOf(address, site, prepared);
    const reason =
      problem === null || address.expect !== 'found' ? null : whyImpossible(address.path, prepared);
    if (reason !== null) impossible.push(`${address.path}: ${reason}`);
    else if (problem !== null) wrong.push(`${address.path}: ${problem}`);
  }
  const right = addresses.size - wrong.length - impossible.length;
  return { what: 'old addresses', of: addresses.size, right, wrong, impossible };
}

function* knownAddresses({ plan, survey, site, table, media, rest }: Prepared): Generator<OldAddress> {
  const found = (path: string, target: string): OldAddress => ({
    path: encodePath(path),
    target,
    expect: 'found',
  });
  for (const { source, id, path, oldPath, public: shown } of plan.documents.values()) {
    if (shown) {
      for (const old of [oldPath, ...oldSlugPaths(oldPath, source.oldSlugs)])
        if (old !== '' && (table.paths.get(old) ?? path) === path) yield found(old, path);
      if (id !== null) yield { path: `/?p=${id}`, target: path, expect: 'found' };
    } else if (id !== null && source.status !== 'future')
      yield { path: `/?p=${id}`, target: null, expect: 'hidden' };
  }
  for (const term of rest?.terms ?? []) {
    const old = site.pathOf(term.link);
    const path = old === null ? undefined : table.paths.get(old);
    if (old !== null) yield { path: encodePath(old), target: path ?? null, expect: 'found' };
  }
  for (const attachment of survey.attachments.values()) {
    const target = attachmentTarget(attachment, media, plan);
    const old = site.pathOf(attachment.link);
    if (target !== null && old !== null && old !== '/') yield found(old, target);
  }
  for (const path of media.files.keys())
    yield { path: encodePath(media.address(path)), target: media.address(path), expect: 'found' };
}

/** Addresses of plain permalinks, and day archives. */
function* addressesByQuery({ plan, terms, table, settings }: Prepared): Generator<OldAddress> {
  const shown = plan.documents.values().filter(({ source }) => source.status === 'publish');
  const used = new Set<string>();
  const found = (path: string, target: string): OldAddress => ({ path, target, expect: 'found' });
  for (const { kind, id, slug, path, source, public: isPublic } of shown) {
    if (!isPublic || id === null) continue;
    for (const term of kind === 'post' ? source.terms : []) used.add(term);
    const { year, month, day } = datePartsOf(source.date);
    if (kind === 'post')
      yield found(`${startOfPattern(settings.permalinks.post)}${year}/${month}/${day}/`, `/${year}/`);
    else if (kind !== 'page') yield found(`/?${kind}=${encodeURIComponent(slug)}`, path);
  }
  if (used.size === 0) return;
  for (const feed of ['rss2', 'rss', 'rdf', 'comments-rss2']) yield found(`/?feed=${feed}`, paths.rss);
  yield found('/?feed=atom', paths.atom);
  for (const { slug, id } of terms.categories) {
    const path = id === null ? undefined : table.categories.get(id);
    if (path === undefined || !used.has(`category:${slug}`)) continue;
    yield found(`/?cat=${id}`, path);
    yield found(`/?feed=rss2&cat=${id}`, `${path}feed.xml`);
  }
  for (const { slug } of terms.tags) {
    const path = table.tags.get(slug);
    if (path === undefined || !used.has(`post_tag:${slug}`)) continue;
    yield found(`/?tag=${encodeURIComponent(slug)}`, path);
    yield found(`/?feed=rss2&tag=${encodeURIComponent(slug)}`, `${path}feed.xml`);
  }
  for (const [id, path] of table.authors) yield found(`/?author=${id}`, path);
}

/** Reads one address per line, with optional status and location after tabs. */
function readList(file: string, { site, table }: Prepared): OldAddress[] {
  return readAddressList(file).map((line): OldAddress => {
    const [written = '', status = '200', location = ''] = line.split('\t').map((cell) => cell.trim());
    const url = new URL(written, site.origin);
    const path = url.pathname + url.search;
    const old = site.pathOf(location === '' ? url.href : new URL(location, site.origin).href);
    const target = old === null ? null : (table.paths.get(old) ?? null);
    if (status === '410') return { path, target: null, expect: 'gone' };
    return { path, target, expect: status.startsWith('4') ? 'hidden' : 'found' };
  });
}

async function problemOf(address: OldAddress, site: ServedSite, prepared: Prepared): Promise<string | null> {
  const first = await ask(site, address.path);
  if (address.expect === 'gone')
    return first.status === 410 ? null : `answers ${first.status}, was gone (410)`;
  if (address.expect === 'hidden')
    return first.status === 404 || first.status === 410 ? null : `answers ${first.status}, was hidden`;
  let path = new URL(address.path, prepared.site.origin).pathname;
  if (first.location !== null) {
    const target = new URL(first.location, prepared.site.origin);
    if (!prepared.site.isOwn(target)) return null;
    path = target.pathname;
    const second = await ask(site, path + target.search);
    if (second.status !== 200) return `redirects to ${path}, which answers ${second.status}`;
  } else if (first.status !== 200) return `answers ${first.status}`;
  const reached = decodePercent(path).normalize('NFC');
  return address.target === null || reached === address.target || reached.startsWith(`${address.target}feed`)
    ? null
    : `ends at ${reached}, not at ${address.target}`;
}

async function ask(site: ServedSite, path: string): Promise<{ status: number; location: string | null }> {
  const answer = await site.get(path);
  await answer.body?.cancel();
  return { status: answer.status, location: answer.headers.get('location') };
}

/** Parts of WordPress, its themes and its plugins. */
const ofWordPress =
  /^\/(?:wp-admin(?:\/|$)|wp-includes\/|wp-content\/(?:themes|plugins)\/|wp-[\w-]+\.php$|xmlrpc\.php$)/;

/** Why no import can serve or redirect an old address (path and query); null if it has to work. */
function whyImpossible(written: string, prepared: Prepared): string | null {
  const { site, plan, table } = prepared;
  const url = new URL(written, site.origin);
  const path = site.below(url.pathname);
  if (ofWordPress.test(url.pathname)) return 'it is a part of WordPress itself';
  const author = authorOf(url, path);
  if (author !== null && !isKnownAuthor(author, prepared))
    return 'neither the export nor the recording names this author';
  const reserved = whyNoRedirect(path);
  const moved =
    reserved === null ? undefined : plan.documents.values().find(({ oldPath }) => oldPath === path);
  if (moved) return `it belongs to ${reserved}; the text is at ${moved.path}`;
  return table.paths.has(path) && path !== paths.home ? null : lostAttachment(url, path, prepared);
}

/** ID or slug of an author in an address. */
function authorOf(url: URL, path: string): string | null {
  if (path === paths.home) return url.searchParams.get('author');
  return /^\/author\/([^/]+)\//.exec(path)?.[1] ?? null;
}

const isKnownAuthor = (author: string, { authors }: Prepared): boolean =>
  authors.some(({ id, slug }) => slug === author || String(id) === author);

/** The page of a missing file that no document shows. */
function lostAttachment(url: URL, path: string, { survey, media, plan, site }: Prepared): string | null {
  const number = Number(url.searchParams.get('attachment_id') ?? url.searchParams.get('p'));
  const attachment = survey.attachments
    .values()
    .find(
      ({ id, link }) => (number > 0 && id === number) || (path !== paths.home && site.pathOf(link) === path),
    );
  if (!attachment || attachmentTarget(attachment, media, plan) !== null) return null;
  return `the file of “${attachment.title}” was not given, and no published document shows it`;
}
