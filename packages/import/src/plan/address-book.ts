import { guessAddress, type Slugged } from 'agentsite/http';
import { encodePath, paths } from 'agentsite/model';
import type { Addresses, FileTarget, ImageTarget, LinkTarget } from '../model/addresses.ts';
import type { Lookup } from '../model/disk-map.ts';
import { decodePercent } from '../model/names.ts';
import type { Anchor } from '../model/survey.ts';
import type { MediaLibrary } from './media-library.ts';

/** Hosts and folder of the old site. */
export class OldSite {
  /** Path of the home page on its host: `/` or `/blog/`. */
  readonly base: string;
  readonly #hosts: ReadonlySet<string>;
  readonly #home: URL;
  /** Hosts of its files only, such as `name.files.wordpress.com`. */
  readonly #fileHosts: ReadonlySet<string>;

  constructor(home: string, siteUrl: string, fileHosts: ReadonlySet<string> = new Set()) {
    this.#fileHosts = fileHosts;
    this.#home = new URL(URL.canParse(home) ? home : 'https://unknown.invalid');
    this.base = this.#home.pathname.endsWith('/') ? this.#home.pathname : `${this.#home.pathname}/`;
    const own = [
      this.#home,
      ...(URL.canParse(siteUrl) && !/\/\/(?:www\.)?wordpress\.com\b/.test(siteUrl) ? [new URL(siteUrl)] : []),
    ];
    this.#hosts = new Set(
      own.flatMap(({ host }) => [host, host.startsWith('www.') ? host.slice(4) : `www.${host}`]),
    );
  }

  get origin(): string {
    return this.#home.origin;
  }

  isOwn(url: URL): boolean {
    return /^https?:$/.test(url.protocol) && this.#hosts.has(url.host);
  }

  /** The address of a file in the folder of uploads, for one on a host of files: `/2010/03/a.jpg`. Null for others. */
  uploadOf(url: URL, folder: string): URL | null {
    if (!this.#fileHosts.has(url.host) || !/^\/\d{4}\/\d\d\//.test(url.pathname)) return null;
    return new URL(encodePath(folder) + url.pathname.slice(1), this.origin);
  }

  /** Decoded path with slashes at both ends; null for other sites, and for addresses with a query. */
  pathOf(link: string): string | null {
    const written = link.replaceAll('&#038;', '&').replaceAll('&amp;', '&');
    if (!URL.canParse(written, this.#home)) return null;
    const url = new URL(written, this.#home);
    if (!this.isOwn(url) || url.search !== '') return null;
    return this.below(url.pathname);
  }

  /** The path without the folder of the site; null as in {@link pathOf}. */
  belowBase(link: string): string | null {
    const path = this.pathOf(link);
    return path?.startsWith(this.base) ? path.slice(this.base.length - 1) : path;
  }

  /** Path as in address tables: decoded, with a trailing slash; the home page is `/`. */
  below(pathname: string): string {
    const decoded = decodePercent(pathname).normalize('NFC');
    const path = decoded.endsWith('/') ? decoded : `${decoded}/`;
    return path === this.base ? '/' : path;
  }
}

/** New addresses of old ones, for the whole site. */
export interface AddressTable {
  /** New paths by old ones, both decoded, with slashes at both ends. */
  readonly paths: Lookup<string, string>;
  /** Why an old address is dead: a draft, a private page. */
  readonly dead: Lookup<string, string>;
  /** New paths of these: a draft may link to another one. */
  readonly hidden: Lookup<string, string>;
  /** New paths of documents by ID. */
  readonly documents: Lookup<number, string>;
  readonly categories: ReadonlyMap<number, string>;
  readonly tags: ReadonlyMap<string, string>;
  readonly terms: ReadonlyMap<number, string>;
  readonly authors: ReadonlyMap<number, string>;
  /** The first two documents by slug, from a name on. */
  slugsFrom(name: string): readonly Slugged[];
  /** Old addresses that redirect to a document, by its key. */
  readonly redirectFrom: Lookup<string, readonly string[]>;
  /** Anchors by document path: the old one, and the one of the build. */
  readonly anchors: Lookup<string, readonly Anchor[]>;
}

export function addressesFor(
  site: OldSite,
  all: AddressTable,
  media: MediaLibrary,
  oldPath: string,
  newPath: string,
  isDraft: boolean,
): Addresses {
  const { paths: published, hidden } = all;
  const get = (path: string) => published.get(path) ?? (isDraft ? hidden.get(path) : undefined);
  const table = { ...all, paths: { get, has: (path: string) => get(path) !== undefined } };
  const base = new URL(encodePath(oldPath === '' ? '/' : oldPath), site.origin);
  // Links in a generator's source omit the folder of the site.
  const isFolder = media.folder === '/' && site.base !== '/';
  const fileOf = (url: URL, id: number | null): FileTarget | null => {
    const path = decodePercent(url.pathname);
    const at = path.indexOf(media.folder);
    if (at !== 0 && !(at > 0 && site.base !== '/')) return null;
    const below = path.slice(at + media.folder.length);
    const found = media.find(below, id) ?? (isFolder ? media.find(site.base.slice(1) + below, id) : null);
    if (found === null && !media.owns(below)) return null;
    return {
      kind: found === null ? 'missing' : 'found',
      url: encodePath(media.address(found ?? below.normalize('NFC'))),
    };
  };
  const read = (written: string): URL | null => {
    const plain = written.trim().replaceAll('&amp;', '&');
    if (!URL.canParse(plain, base)) return null;
    const url = new URL(plain, base);
    const direct = throughImageCdn(url) ?? url;
    return site.uploadOf(direct, media.folder) ?? direct;
  };
  return {
    link(written) {
      return resolveLink(written, read(written), site, table, newPath, isFolder, (url) => fileOf(url, null));
    },
    image(written, id): ImageTarget {
      const url = read(written);
      if (url === null || !/^(?:https?|data):$/.test(url.protocol)) return { kind: 'none', written };
      if (!site.isOwn(url)) return { kind: 'found', url: url.href };
      return fileOf(url, id) ?? { kind: 'missing', url: encodePath(decodePercent(url.pathname)) };
    },
    file(written) {
      const url = read(written);
      if (url === null) return { kind: 'missing', url: written };
      if (!site.isOwn(url)) return { kind: 'found', url: url.href };
      return fileOf(url, null) ?? { kind: 'missing', url: encodePath(decodePercent(url.pathname)) };
    },
  };
}

/** Image CDN of WordPress.com: `https://i0.wp.com/old.example/wp-content/…?resize=…` is an image of the site itself. */
function throughImageCdn(url: URL): URL | null {
  if (!/^i\d\.wp\.com$/.test(url.hostname)) return null;
  const inner = `https:/${url.pathname}`;
  return URL.canParse(inner) ? new URL(inner) : null;
}

const dead = (reason: string): LinkTarget => ({ kind: 'dead', reason });

function resolveLink(
  written: string,
  url: URL | null,
  site: OldSite,
  table: AddressTable,
  newPath: string,
  isFolder: boolean,
  fileOf: (url: URL) => FileTarget | null,
): LinkTarget {
  if (url === null) return dead('The address is not valid.');
  if (
    !/^(?:https?|mailto|tel|sms|ftp|geo|xmpp|matrix|irc|magnet|news|callto|skype|whatsapp|signal):$/.test(
      url.protocol,
    )
  )
    return dead('An address of this kind runs a script, or refers to a file on someone’s own computer.');
  if (!site.isOwn(url)) return { kind: 'checked', url: url.href };
  if (written.trim().startsWith('#')) return ownAnchor(url.hash.slice(1), newPath, table);
  const file = fileOf(url);
  if (file) return file.kind === 'found' ? { kind: 'checked', url: file.url } : dead('The file is missing.');
  const inFolder = `${site.base.slice(0, -1)}${site.below(url.pathname)}`;
  const path = isFolder ? table.paths.get(inFolder) : undefined;
  const target: LinkTarget =
    path === undefined
      ? (byQuery(url, table) ?? byPath(url, site, table, isFolder))
      : { kind: 'checked', url: encodePath(path) };
  if (target.kind !== 'checked' || url.hash === '') return target;
  return withAnchor(target.url, decodePercent(url.hash.slice(1)), table);
}

/** A fragment in the same document. */
function ownAnchor(name: string, path: string, table: AddressTable): LinkTarget {
  const anchor = anchorOf(path, decodePercent(name), table);
  return anchor === undefined
    ? { kind: 'unchecked', url: `#${name}` }
    : { kind: 'checked', url: `#${anchor}` };
}

const anchorOf = (path: string, name: string, { anchors }: AddressTable): string | undefined =>
  anchors.get(path)?.find(([old]) => old === name)?.[1];

function withAnchor(url: string, name: string, table: AddressTable): LinkTarget {
  const anchor = anchorOf(decodePercent(url), name, table);
  if (anchor !== undefined) return { kind: 'checked', url: `${url}#${anchor}` };
  return /^(?:more-\d|comment|respond$|top$)/.test(name)
    ? { kind: 'checked', url }
    : { kind: 'checked', url, lostPlace: name };
}

function byQuery(url: URL, table: AddressTable): LinkTarget | null {
  const query = url.searchParams;
  const id = Number(query.get('p') ?? query.get('page_id') ?? query.get('attachment_id'));
  const number = (map: Lookup<number, string>, value: number): LinkTarget => {
    const path = map.get(value);
    return path === undefined
      ? dead('What its ID refers to is not published here.')
      : { kind: 'checked', url: encodePath(path) };
  };
  if (id > 0) return number(table.documents, id);
  if (query.has('cat')) return number(table.categories, Number(query.get('cat')));
  if (query.has('author')) return number(table.authors, Number(query.get('author')));
  const tag = query.get('tag');
  if (tag !== null) {
    const path = table.tags.get(tag);
    return path === undefined ? dead('There is no such tag.') : { kind: 'checked', url: encodePath(path) };
  }
  const words = query.get('s');
  if (words !== null) return { kind: 'unchecked', url: `${paths.search}?q=${encodeURIComponent(words)}` };
  return null;
}

function byPath(url: URL, site: OldSite, table: AddressTable, isFolder: boolean): LinkTarget {
  const path = site.below(url.pathname);
  const found = table.paths.get(path);
  if (found !== undefined) return { kind: 'checked', url: encodePath(found) };
  const reason = table.dead.get(path);
  if (reason !== undefined) return dead(reason);
  const ofPage = table.paths.get(path.replace(/(?:page\/)?\d{1,3}\/$/, ''));
  if (ofPage !== undefined && ofPage !== '/') return { kind: 'checked', url: encodePath(ofPage) };
  const guessed = guessAddress(path, table.slugsFrom);
  if (guessed !== null) return { kind: 'checked', url: guessed };
  if (/^\/(?:(?:comments\/)?feed\/(?:rss2?\/|atom\/|rdf\/)?|rss\/|wp-rss2?\.php\/)$/.test(path))
    return { kind: 'checked', url: paths.rss };
  if (/^\/\d{4}\/(?:\d\d\/){0,2}$/.test(path)) return { kind: 'checked', url: paths.posts };
  if (!isFolder && !path.startsWith(site.base))
    return dead(
      `It is outside of ${site.base}, so it was of another site on the same host. Write the link again with the address that this site will have.`,
    );
  return dead('Nothing is published at this address.');
}
