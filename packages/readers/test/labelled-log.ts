/**
 * An access log whose readers are known: a simulated population, each member with habits of its own. It knows nothing of
 * how `packages/readers/src` decides.
 */
export interface LabelledLine {
  readonly time: number;
  readonly address: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly agent: string;
  readonly referrer: string;
  readonly mode: string;
  readonly label: 'person' | 'agent' | 'search' | 'feed' | 'other';
}

type Habit = (visit: Visit) => void;

const origin = 'https://garden.example';
const day = 86_400_000;
const begin = Date.UTC(2026, 9, 1);
const articles = Array.from({ length: 60 }, (_, index) => `/articles-${index}/`);
const places = ['/', '/about/', '/posts/', '/tag/water/', ...articles];

const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/152.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/151.0.0.0 Safari/537.36 Edg/151.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/152.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 405.0.0.27.86',
];
const assistants = [
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; +Claude-User@anthropic.com)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Perplexity-User/1.0; +https://perplexity.ai/perplexity-user)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)',
];
const trainers = [
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'CCBot/2.0 (https://commoncrawl.org/faq/)',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
];
const scripts = ['node', 'python-httpx/0.28.1', 'axios/1.12.2', 'Go-http-client/2.0', 'undici'];
const searchEngines = [
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.7390.122 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/136.0.0.0 Safari/537.36',
];
const feedReaders = [
  'Feedly/1.0 (+https://feedly.com/poller.html; 14 subscribers; )',
  'NetNewsWire (RSS Reader; https://netnewswire.com/)',
  'Mozilla/5.0 (compatible; Miniflux/2.2.13; +https://miniflux.app)',
  'pluto-reader/0.3',
];
const monitors = [
  'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
];
const previews = [
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Twitterbot/1.0',
  'curl/8.14.1',
];
const probes = [
  '/wp-login.php',
  '/.env',
  '/xmlrpc.php',
  '/.git/config',
  '/admin/',
  '/phpmyadmin/',
  '/backup.zip',
];

class Visit {
  readonly #random: () => number;
  readonly lines: LabelledLine[] = [];
  #time = 0;
  #who: Pick<LabelledLine, 'address' | 'agent' | 'label'> = { address: '', agent: '', label: 'person' };

  constructor(random: () => number) {
    this.#random = random;
  }

  chance(share: number): boolean {
    return this.#random() < share;
  }

  number(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1));
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.number(0, items.length - 1)] as Item;
  }

  arrive(label: LabelledLine['label'], agent: string, address = this.address()): void {
    this.#time = begin + this.#random() * 30 * day;
    this.#who = { label, agent, address };
  }

  address(): string {
    return this.chance(0.2)
      ? `2001:db8:${this.number(0, 65535).toString(16)}::${this.number(1, 9999).toString(16)}`
      : `198.${this.number(18, 19)}.${this.number(0, 255)}.${this.number(1, 254)}`;
  }

  wait(low: number, high: number): void {
    this.#time += this.number(low * 1000, high * 1000);
  }

  ask(url: string, status = 200, more: Partial<LabelledLine> = {}): void {
    const line = {
      time: this.#time,
      method: 'GET',
      url,
      status,
      referrer: '',
      mode: '',
      ...this.#who,
      ...more,
    };
    this.lines.push(line);
  }
}

/** Reads pages with a browser; what it has loaded once it keeps. */
const browse: Habit = (visit) => {
  const home = visit.chance(0.15) ? `192.0.2.${visit.number(1, 40)}` : visit.address();
  const agent = visit.chance(0.004) ? 'Lynx/2.9.2 libwww-FM/2.14' : visit.one(browsers);
  const isText = agent.startsWith('Lynx');
  visit.arrive('person', agent, home);
  const cached = new Set<string>();
  let referrer = visit.chance(0.5)
    ? visit.one(['https://www.google.com/', 'https://news.example/', 'https://duckduckgo.com/'])
    : '';
  const isLateVisitor = visit.chance(0.02);
  for (let count = visit.number(1, 5); count > 0; count--) {
    const page = visit.one(places);
    const isKnown = cached.has(page);
    visit.ask(page, isKnown ? 304 : 200, { referrer, mode: 'navigate' });
    cached.add(page);
    referrer = isLateVisitor || visit.chance(0.1) ? '' : origin + page;
    if (isText || isLateVisitor) continue;
    const loaded = { referrer: origin + page, mode: 'no-cors' };
    for (const part of [
      '/_astro/site.Bk3.css',
      '/_astro/menu.9xq.js',
      '/fonts/serif.woff2',
      '/favicon.svg',
    ]) {
      if (cached.has(part) || (part.startsWith('/fonts') && visit.chance(0.2))) continue;
      visit.ask(part, 200, loaded);
      cached.add(part);
    }
    for (let images = visit.number(0, 4); images > 0; images--)
      visit.ask(`/images/${visit.number(1, 99)}.800.avif`, 200, loaded);
    visit.wait(8, 200);
    if (visit.chance(0.04))
      visit.ask(`/search/?q=${visit.one(['weir', 'frost+dates', 'b%C3%BCcher'])}`, 200, {
        referrer,
        mode: 'navigate',
      });
    if (visit.chance(0.01)) visit.ask(page.replace(/\/$/, '.md'), 200, { referrer, mode: 'navigate' });
    if (visit.chance(0.01))
      visit.ask(visit.one(['/feed.xml', '/llms.txt', '/old-address/']), 200, { referrer, mode: 'navigate' });
  }
};

const readWithName: Habit = (visit) => {
  visit.arrive('agent', visit.one(assistants));
  if (visit.chance(0.2)) visit.ask('/llms.txt');
  for (let count = visit.number(1, 3); count > 0; count--) {
    visit.ask(visit.chance(0.3) ? visit.one(articles).replace(/\/$/, '.md') : visit.one(places));
    visit.wait(1, 9);
  }
};

const crawlForTraining: Habit = (visit) => {
  visit.arrive('agent', visit.one(trainers));
  visit.ask('/robots.txt');
  for (let count = visit.number(10, 50); count > 0; count--) {
    visit.ask(
      visit.chance(0.05) ? `/gone-${visit.number(1, 20)}/` : visit.one(places),
      visit.chance(0.05) ? 404 : 200,
    );
    visit.wait(2, 30);
  }
};

/** Says that it is a browser, and is not. */
const readInDisguise: Habit = (visit) => {
  visit.arrive('agent', visit.one(browsers.slice(0, 3)));
  if (visit.chance(0.3)) visit.ask('/robots.txt');
  if (visit.chance(0.1)) visit.ask('/favicon.ico', 404);
  const wantsTwins = visit.chance(0.6);
  if (wantsTwins && visit.chance(0.6)) visit.ask('/llms.txt');
  for (let count = visit.number(1, 4); count > 0; count--) {
    visit.ask(wantsTwins ? visit.one(articles).replace(/\/$/, '.md') : visit.one(places));
    visit.wait(0, 5);
  }
};

const readByScript: Habit = (visit) => {
  visit.arrive('agent', visit.one(scripts));
  if (visit.chance(0.5)) visit.ask('/llms.txt', 200, { mode: 'cors' });
  for (let count = visit.number(1, 6); count > 0; count--) {
    const url = visit.one([
      ...['/articles-1.md', '/articles-2.md', '/index.md', '/.well-known/ard.json', '/openapi.json'],
      '/wp-json/wp/v2/search?search=weir&_fields=title,url',
    ]);
    visit.ask(url, 200, { mode: visit.chance(0.5) ? 'cors' : '' });
    if (visit.chance(0.4)) visit.ask('/wp-json/agentsite/v1/mcp', 200, { method: 'POST' });
    visit.wait(0, 3);
  }
};

/** A whole browser in the hands of a program: with its own name, or with none. */
const driveBrowser: Habit = (visit) => {
  const own =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/150.0.0.0 Safari/537.36';
  visit.arrive('agent', visit.chance(0.7) ? own : (browsers[0] as string));
  const page = visit.one(places);
  visit.ask(page, 200, { mode: 'navigate' });
  for (const part of ['/_astro/site.Bk3.css', '/_astro/menu.9xq.js'])
    visit.ask(part, 200, { referrer: origin + page, mode: 'no-cors' });
};

const crawlForSearch: Habit = (visit) => {
  visit.arrive('search', visit.one(searchEngines));
  visit.ask('/robots.txt');
  for (let count = visit.number(5, 30); count > 0; count--) {
    visit.ask(visit.one(places), visit.chance(0.3) ? 304 : 200);
    if (visit.chance(0.2)) visit.ask('/_astro/site.Bk3.css');
    visit.wait(5, 90);
  }
};

const followFeed: Habit = (visit) => {
  visit.arrive('feed', visit.chance(0.1) ? visit.one(browsers) : visit.one(feedReaders));
  const feed = visit.one(['/feed.xml', '/atom.xml', '/feed.json', '/tag/water/feed.xml']);
  for (let count = visit.number(20, 60); count > 0; count--) {
    visit.ask(feed, visit.chance(0.8) ? 304 : 200);
    visit.wait(1800, 7200);
  }
};

const watch: Habit = (visit) => {
  visit.arrive('other', visit.one(monitors));
  const method = visit.chance(0.5) ? 'HEAD' : 'GET';
  for (let count = visit.number(100, 200); count > 0; count--) {
    visit.ask('/', 200, { method });
    visit.wait(290, 310);
  }
};

const preview: Habit = (visit) => {
  visit.arrive('other', visit.one(previews));
  visit.ask(visit.one(places));
};

const probe: Habit = (visit) => {
  visit.arrive('other', visit.one([...browsers, ...scripts, 'Mozilla/5.0 zgrab/0.x', '']));
  if (visit.chance(0.5)) visit.ask('/');
  for (let count = visit.number(4, 30); count > 0; count--) {
    visit.ask(visit.one(probes), visit.chance(0.9) ? 404 : 403);
    visit.wait(0, 2);
  }
};

/** Shares of visits. */
const habits: readonly (readonly [number, Habit])[] = [
  [1000, browse],
  [160, readWithName],
  [30, crawlForTraining],
  [150, readInDisguise],
  [90, readByScript],
  [12, driveBrowser],
  [50, crawlForSearch],
  [40, followFeed],
  [6, watch],
  [60, preview],
  [40, probe],
];

/** @returns in the order of time; the same lines for the same seed */
export function generateLog(count: number, seed: number): readonly LabelledLine[] {
  const visit = new Visit(randomFrom(seed));
  const all = habits.reduce((sum, [share]) => sum + share, 0);
  while (visit.lines.length < count) {
    let at = visit.number(0, all - 1);
    const found = habits.find(([share]) => {
      at -= share;
      return at < 0;
    });
    found?.[1](visit);
  }
  return visit.lines.slice(0, count).sort((a, b) => a.time - b.time);
}

function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** How servers write the same request. */
export const writers = {
  combined({ time, address, method, url, status, referrer, agent }: LabelledLine): string {
    const when = new Date(time);
    const two = (value: number) => String(value).padStart(2, '0');
    const date = `${two(when.getUTCDate())}/${months[when.getUTCMonth()]}/${when.getUTCFullYear()}`;
    const clock = [when.getUTCHours(), when.getUTCMinutes(), when.getUTCSeconds()].map(two).join(':');
    return `${address} - - [${date}:${clock} +0000] "${method} ${url} HTTP/2.0" ${status} 512 "${referrer || '-'}" "${agent || '-'}"`;
  },
  caddy({ time, address, method, url, status, referrer, agent, mode }: LabelledLine): string {
    const headers = {
      ...(agent ? { 'User-Agent': [agent] } : {}),
      ...(referrer ? { Referer: [referrer] } : {}),
      ...(mode ? { 'Sec-Fetch-Mode': [mode] } : {}),
    };
    const request = {
      remote_ip: address,
      client_ip: address,
      proto: 'HTTP/2.0',
      method,
      host: 'garden.example',
      uri: url,
      headers,
    };
    return JSON.stringify({
      level: 'info',
      ts: time / 1000,
      logger: 'http.log.access',
      msg: 'handled request',
      request,
      size: 512,
      status,
    });
  },
  netlify({ time, address, method, url, status, referrer, agent }: LabelledLine): string {
    const timestamp = new Date(time).toISOString();
    return JSON.stringify({
      log_type: 'traffic',
      timestamp,
      client_ip: address,
      method,
      url: origin + url,
      status_code: status,
      referrer,
      user_agent: agent,
    });
  },
  own({ time, method, url, status, agent, mode }: LabelledLine): string {
    const path = url.replace(/\?.*/, '');
    return JSON.stringify({
      time: new Date(time).toISOString(),
      method,
      path,
      form: 'html',
      status,
      bytes: 512,
      agent,
      mode,
    });
  },
};
