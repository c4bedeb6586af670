import { type Answer, type Failure, type Hop, limits, noAnswer } from './answer.ts';
import type { Connections } from './exchange.ts';

/** What the doctor calls itself; `robots.txt` may name its first word. */
export const productToken = 'agentsite-doctor';
const userAgent = `${productToken}/1.0 (reads a site and reports to its owner; at most ${limits.atATime} requests at a time)`;

export interface ClientOptions {
  /** Requests in all, redirects included. */
  readonly requests: number;
  /** Milliseconds in all. */
  readonly milliseconds: number;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Follow redirects; true unless it says otherwise. */
  readonly follow?: boolean;
  /** Ask again also when the same was asked before. */
  readonly again?: boolean;
}

/**
 * HTTP client for one site that protects the site: up to two requests at a time, a limit in total, and only URLs that
 * `mayAsk` allows. Responses are cached.
 */
export class Client {
  private readonly connections: Connections;
  private readonly options: ClientOptions;
  private readonly now: () => number;
  private readonly startedAt: number;
  private readonly asked = new Map<string, Promise<Answer>>();
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private kept = 0;
  private timeouts = 0;
  private whenAsked: (count: number) => void = () => undefined;
  /** Requests so far. */
  count = 0;
  /** Addresses that were not asked for, by the reason. */
  readonly skipped = new Map<string, Set<string>>();
  /** How often someone wanted to know what was not asked for, and why the last time. */
  skips = 0;
  lastSkip = '';
  /** Says why a URL is left out; null when it may be asked. */
  mayAsk: (url: URL) => string | null = () => null;

  constructor(connections: Connections, options: ClientOptions, now: () => number) {
    this.connections = connections;
    this.options = options;
    this.now = now;
    this.startedAt = now();
  }

  /** Calls `report` with the number of requests so far, after each. */
  onProgress(report: (count: number) => void): void {
    this.whenAsked = report;
  }

  ask(url: string, request: Ask = {}): Promise<Answer> {
    const bare = url.split('#')[0] ?? url;
    const { method = 'GET', headers = {}, body = '', follow = true, again = false } = request;
    const sent = { Accept: '*/*', 'Accept-Encoding': 'gzip, br', ...headers };
    const key = JSON.stringify([method, bare, Object.entries(sent).sort(), body, follow]);
    const known = again ? undefined : this.asked.get(key);
    const answer = known ?? this.takeTurn(() => this.walk(bare, method, sent, request.body, follow));
    this.asked.set(key, answer);
    return answer.then((given) => {
      if (given.failure?.kind === 'skipped') {
        this.skips++;
        this.lastSkip = given.failure.message;
      }
      return given;
    });
  }

  close(): void {
    this.connections.close();
  }

  private async takeTurn<T>(work: () => Promise<T>): Promise<T> {
    while (this.running >= limits.atATime)
      await new Promise<void>((wake) => {
        this.waiting.push(wake);
      });
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
      this.waiting.shift()?.();
    }
  }

  private async walk(
    asked: string,
    method: string,
    headers: Readonly<Record<string, string>>,
    body: string | undefined,
    follow: boolean,
  ): Promise<Answer> {
    const hops: Hop[] = [];
    for (let url = asked; ; ) {
      const reason = this.reasonNotToAsk(url);
      if (reason !== null) return this.skip(asked, method, reason, hops);
      this.count++;
      this.whenAsked(this.count);
      const answer = await this.connections.exchange({
        url,
        method,
        headers: { 'User-Agent': userAgent, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      this.kept += answer.bytes;
      this.timeouts = answer.failure?.kind === 'timeout' ? this.timeouts + 1 : 0;
      if (answer.failure?.kind === 'skipped') return this.skip(asked, method, answer.failure.message, hops);
      const location = follow ? redirectTarget(answer, url) : null;
      if (location === null) return { ...answer, url: asked, finalUrl: url, hops };
      hops.push({ url, status: answer.status, location });
      const problem = redirectProblem(hops, asked);
      if (problem) return noAnswer(asked, method, problem, hops, answer.certificate);
      url = location;
    }
  }

  private reasonNotToAsk(url: string): string | null {
    const refused = this.mayAsk(new URL(url));
    if (refused !== null) return refused;
    if (this.count >= this.options.requests)
      return `the ${this.options.requests} requests were used up; --requests allows more`;
    if (this.now() - this.startedAt > this.options.milliseconds)
      return `the ${Math.round(this.options.milliseconds / 1000)} seconds were used up; --seconds allows more`;
    if (this.kept > Math.max(limits.keptBytes, this.options.requests * 50_000))
      return 'the site sent more than the doctor keeps';
    if (this.timeouts >= limits.timeoutsInARow)
      return `the site left ${limits.timeoutsInARow} requests in a row without an answer`;
    return null;
  }

  private skip(url: string, method: string, message: string, hops: readonly Hop[]): Answer {
    this.skipped.set(message, (this.skipped.get(message) ?? new Set()).add(url));
    return noAnswer(url, method, { kind: 'skipped', message }, hops);
  }
}

function redirectTarget({ status, headers }: Answer, url: string): string | null {
  const { location } = headers;
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return null;
  if (!URL.canParse(location, url)) return null;
  const target = new URL(location, url);
  target.hash = '';
  return /^https?:$/.test(target.protocol) ? target.href : null;
}

function redirectProblem(hops: readonly Hop[], asked: string): Failure | null {
  const seen = new Set([asked, ...hops.slice(0, -1).map(({ location }) => location)]);
  if (seen.has(hops.at(-1)?.location ?? ''))
    return { kind: 'redirects', message: 'its redirects lead in a circle' };
  if (hops.length > limits.redirects)
    return { kind: 'redirects', message: `more than ${limits.redirects} redirects in a row` };
  return null;
}
