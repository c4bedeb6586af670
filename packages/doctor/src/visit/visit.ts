import { isLocalHost } from 'agentsite/model';
import { readLinkHeader } from 'agentsite/text';
import { readContentType } from '../documents/headers.ts';
import { type HtmlPage, readHtml } from '../documents/html-page.ts';
import { type Json, readJson } from '../documents/json-value.ts';
import { type RobotsTxt, readRobotsTxt } from '../documents/robots-txt.ts';
import { type Answer, wasSkipped } from '../http/answer.ts';
import type { Ask, Client } from '../http/client.ts';

export interface VisitOptions {
  /** The address that was asked for. */
  readonly url: URL;
  /** Where the site begins: its last slash belongs to it. */
  readonly base: URL;
  /** Origin that the site's own documents name, when it is not that of `base`. */
  readonly publishedAs: string | null;
  /** The owner asks: more may be tried than a stranger would. */
  readonly isOwn: boolean;
  /** Pages that are checked closely. */
  readonly pages: number;
  /** Follows everything within the limits, instead of samples. */
  readonly isAll?: boolean;
  /** Address of the MCP server, where no document names it. */
  readonly mcp: string | null;
  /** Address of one's own to which one message is sent through the contact endpoint. */
  readonly sendTo: string | null;
  readonly now: Date;
}

/** A document that the site has. */
export interface Found {
  readonly answer: Answer;
  /** URL as the site names it. */
  readonly url: string;
}

/** One visit of one site: what is asked, and what is known of it so far. Each thing is looked up once. */
export class Visit {
  readonly client: Client;
  readonly options: VisitOptions;
  private readonly known = new Map<string, Promise<unknown>>();
  private readonly parsed = new Map<string, HtmlPage>();
  private published: string | null;
  /** What was sampled: how many, and of how many. */
  readonly samples = new Map<string, readonly [examined: number, all: number]>();

  constructor(client: Client, options: VisitOptions) {
    this.client = client;
    this.options = options;
    this.published = options.publishedAs;
  }

  get base(): URL {
    return this.options.base;
  }

  /** The origin that documents of the site name. */
  get publishedOrigin(): string {
    return this.published ?? this.base.origin;
  }

  ask(url: string, request: Ask = {}): Promise<Answer> {
    return this.client.ask(url, request);
  }

  /** Looks something up on the first call; later calls get the same. */
  once<T>(name: string, look: () => Promise<T>): Promise<T> {
    const promise = this.known.get(name) ?? look();
    this.known.set(name, promise);
    return promise as Promise<T>;
  }

  /** Up to `count` of a list, from its beginning to its end; with `--all` up to a thousand. */
  choose<Item>(what: string, items: readonly Item[], count: number): Item[] {
    const most = this.options.isAll ? 1000 : count;
    this.samples.set(what, [Math.min(most, items.length), items.length]);
    if (items.length <= most) return [...items];
    return items.filter(
      (_, at) =>
        Math.floor((at * (most - 1)) / (items.length - 1)) !==
        Math.floor(((at - 1) * (most - 1)) / (items.length - 1)),
    );
  }

  /** `llms.txt` below the address of the site. */
  below(path: string): string {
    return new URL(path, this.base).href;
  }

  /** `/robots.txt` of the host, wherever on it the site begins. */
  atRoot(path: string): string {
    return new URL(path, this.base.origin).href;
  }

  /**
   * An address that is in a document of the site, as a URL that may be asked; null when it redirects elsewhere.
   * @param from URL of the document
   */
  local(href: string, from: string = this.base.href): string | null {
    if (!URL.canParse(href, from)) return null;
    const url = new URL(href, from);
    if (!/^https?:$/.test(url.protocol)) return null;
    url.hash = '';
    if (url.origin === this.base.origin) return url.href;
    return url.origin === this.published ? this.base.origin + url.pathname + url.search : null;
  }

  /** What answers at an address that a document names; null where that is another site's, or nothing was asked. */
  async follow(href: string | undefined, from: string = this.base.href): Promise<Answer | null> {
    const url = href === undefined ? null : this.local(href, from);
    const answer = url === null ? null : await this.ask(url);
    return answer === null || wasSkipped(answer) ? null : answer;
  }

  /** A URL that was asked, as documents of the site write it. */
  asPublished(url: string): string {
    return url.startsWith(`${this.base.origin}/`)
      ? this.publishedOrigin + url.slice(this.base.origin.length)
      : url;
  }

  /** Do two addresses name one page, on whichever of the site's origins? */
  isSame(a: string, b: string): boolean {
    return this.local(a) !== null && this.local(a) === this.local(b);
  }

  /** On a local host, a site whose documents all name one other origin is to be published there. */
  recognize(urls: readonly string[]): void {
    const origins = new Set(urls.map((url) => (URL.canParse(url) ? new URL(url).origin : '')));
    const [origin = ''] = origins;
    if (this.published !== null || origins.size !== 1 || !isLocalHost(this.base.hostname)) return;
    if (/^https?:/.test(origin) && origin !== this.base.origin) this.published = origin;
  }

  /** The first page. */
  home(): Promise<Answer> {
    return this.once('home', async () => {
      const answer = await this.ask(this.base.href);
      const canonical = findLink(this.html(answer), 'canonical')?.href ?? '';
      const path = URL.canParse(canonical) && new URL(canonical).pathname.replace(/\/index\.html?$/, '/');
      if (path === this.base.pathname) this.recognize([canonical]);
      return answer;
    });
  }

  html(answer: Answer): HtmlPage {
    const page = this.parsed.get(answer.sha256) ?? readHtml(isHtml(answer) ? answer.text : '');
    this.parsed.set(answer.sha256, page);
    return page;
  }

  /** An address that no site has. */
  get missingPage(): string {
    return this.below('agentsite-doctor-asks-for-a-page-that-is-not-there/');
  }

  /** Does the site answer 200 with a page whatever it is asked for? */
  hasSoftNotFound(): Promise<boolean> {
    return this.once('soft-404', async () => (await this.ask(this.missingPage)).status === 200);
  }

  /** A document at an address; null when it is not there, also when a page for everything is in for it. */
  async find(url: string): Promise<Found | null> {
    const answer = await this.ask(url);
    if (answer.status !== 200) return null;
    if (looksLikeHtml(answer) && (await this.hasSoftNotFound())) return null;
    return { answer, url };
  }

  async findFirst(urls: readonly (string | null | undefined)[]): Promise<Found | null> {
    for (const url of new Set(urls)) {
      const found = url ? await this.find(url) : null;
      if (found) return found;
    }
    return null;
  }

  robots(): Promise<{ readonly found: Found; readonly rules: RobotsTxt } | null> {
    return this.once('robots', async () => {
      const found = await this.find(this.atRoot('/robots.txt'));
      return found
        ? { found, rules: readRobotsTxt(looksLikeHtml(found.answer) ? '' : found.answer.text) }
        : null;
    });
  }

  llms(): Promise<Found | null> {
    return this.once('llms', async () => {
      const home = await this.home();
      const advertised = this.linksOf(home)
        .filter(({ relations, target }) => relations.includes('describedby') && /llms\.txt$/.test(target))
        .map(({ target }) => this.local(target, home.finalUrl));
      return this.findFirst([...advertised, this.below('llms.txt'), this.atRoot('/llms.txt')]);
    });
  }

  /** Links of the `Link` header and of the head. */
  linksOf(answer: Answer): { target: string; relations: readonly string[]; type: string; inHead: boolean }[] {
    const header = readLinkHeader(answer.headers.link).links.map(({ target, relations, parameters }) => ({
      target,
      relations,
      type: parameters.type ?? '',
      inHead: false,
    }));
    const head = this.html(answer).links.flatMap(({ rel = '', href, type = '' }) =>
      href ? [{ target: href, relations: rel.toLowerCase().split(/\s+/), type, inHead: true }] : [],
    );
    return [...header, ...head];
  }

  /** JSON at an address of the host: the document and its value; null when it is not there. */
  json(path: string): Promise<{ readonly found: Found; readonly value: Json } | null> {
    return this.once(`json ${path}`, async () => {
      const found = await this.find(URL.canParse(path) ? path : this.atRoot(path));
      return found ? { found, value: readJson(found.answer.text) } : null;
    });
  }
}

export function isHtml(answer: Answer): boolean {
  return /^(?:text\/html|application\/xhtml\+xml)$/.test(
    readContentType(answer.headers['content-type']).type,
  );
}

/** A page by its type, or by how its text begins. */
export function looksLikeHtml(answer: Answer): boolean {
  return isHtml(answer) || beginsAsHtml(answer.text);
}

export function beginsAsHtml(text: string): boolean {
  return /^\ufeff?\s*<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 500));
}

export function findLink(page: HtmlPage, relation: string): Readonly<Record<string, string>> | undefined {
  return page.links.find(({ rel = '' }) => rel.toLowerCase().split(/\s+/).includes(relation));
}
