import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { get, getJson } from './http.ts';
import type { RecordedObject, RecordedUrl, Recording } from './recording.ts';
import type { Tally } from './tally.ts';
import { codeBlocksOf, headingsOf, linksOf, missingWords, wordsOf, wordsOfMarkdown } from './words.ts';

/** Checks one imported site at `base` against the recording of the old one. */
export interface Check {
  readonly base: string;
  readonly recording: Recording;
  readonly tally: Tally;
}

/** Every URL that answered still answers, with at most one redirect, with the thing that it named. */
export async function checkUrls({ base, recording, tally }: Check): Promise<void> {
  const targets = await findTargets(base, recording);
  for (const row of recording.urls) {
    const answer = await get(base, row.url);
    const { status, url, redirects } = answer;
    const seen = `${row.url} (${row.kind}, ${row.status}): ${status} ${url} after ${redirects} redirects`;
    if (/^file/.test(row.kind)) continue;
    // What belongs to WordPress itself, and what the recording says has to move, is not the import's.
    if (/^\/wp-(?:login|admin|content\/themes)/.test(row.url) || row.id in recording.moved) continue;
    if (row.kind === 'hidden' || row.status >= 400) {
      if (row.kind !== 'system')
        tally.check('URLs', row.status === 410 ? status === 410 : status >= 400, seen);
      continue;
    }
    const elsewhere = /^https?:/.test(row.location) && !row.location.startsWith(recording.origin);
    if (elsewhere) {
      tally.check('URLs', status === 0 && url === row.location, seen);
      continue;
    }
    const isFound = status === 200 && redirects <= 1;
    const isRight = isFound && (await isSameThing(row, answer.url, answer.text(), targets, base));
    tally.check('URLs', isRight, seen);
  }
}

/** New paths of objects by the path that they had, and by `type:id`. */
async function findTargets(base: string, recording: Recording): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  for (const { route, body } of recording.objects) {
    if (typeof body.link !== 'string' || route.includes('/comments/')) continue;
    const now = await getJson(base, route);
    if (now === null) continue;
    const link = route.includes('/media/') ? (now.source_url ?? now.link) : now.link;
    targets.set(new URL(body.link).pathname, new URL(link, base).pathname);
  }
  return targets;
}

async function isSameThing(
  row: RecordedUrl,
  url: string,
  text: string,
  targets: ReadonlyMap<string, string>,
  base: string,
): Promise<boolean> {
  if (/feed/.test(row.kind)) return /<(?:rss|feed|rdf:RDF)[\s>]/.test(text.slice(0, 2_000));
  const old = decodePath(row.location === '' ? row.url : new URL(row.location, base).pathname);
  const expected = [...targets].find(([path]) => decodePath(path) === old)?.[1];
  if (/^(?:post|page|recipe|project|query|slashless|old-slug|guess|plugin-redirect)$/.test(row.kind))
    return expected === undefined ? true : decodePath(url) === decodePath(expected);
  return true;
}

function decodePath(url: string): string {
  const path = url.replace(/[?#].*$/s, '');
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}

const fields = [
  'id',
  'slug',
  'status',
  'type',
  'taxonomy',
  'date',
  'date_gmt',
  'modified',
  'modified_gmt',
  'parent',
  'menu_order',
  'author',
  'featured_media',
  'sticky',
  'format',
  'categories',
  'tags',
  'cuisine',
  'count',
  'post',
  'author_name',
  'alt_text',
  'mime_type',
] as const;

/** Every public object has its ID, and each field that says what it is. */
export async function checkObjects({ base, recording, tally }: Check): Promise<void> {
  for (const { route, body } of recording.objects) {
    if (!/\/\d+$/.test(route)) continue;
    const now = await getJson(base, route);
    tally.check('objects', now !== null, `${route} is missing`);
    if (now === null) continue;
    for (const field of fields) {
      if (body[field] === undefined) continue;
      const before = JSON.stringify(sorted(body[field]));
      const after = JSON.stringify(sorted(now[field]));
      tally.check('objects', before === after, `${route} ${field}: ${before} is now ${after}`);
    }
    checkLink(tally, recording, route, body, now);
    checkWords(tally, route, body, now);
  }
}

const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);

function checkLink(
  tally: Tally,
  { moved }: Recording,
  route: string,
  body: RecordedObject['body'],
  now: RecordedObject['body'],
): void {
  if (typeof body.link !== 'string' || /\/(?:media|comments)\//.test(route)) return;
  const before = moved[body.id] ?? decodePath(new URL(body.link).pathname);
  const after = decodePath(new URL(now.link).pathname);
  const isSame = after === before || (moved[body.id] !== undefined && after.includes(body.slug));
  tally.check('objects', isSame, `${route} link: ${before} is now ${after}`);
}

function checkWords(
  tally: Tally,
  route: string,
  body: RecordedObject['body'],
  now: RecordedObject['body'],
): void {
  for (const field of ['title', 'name', 'description', 'caption'] as const) {
    const before = body[field]?.rendered ?? body[field];
    const after = now[field]?.rendered ?? now[field];
    if (typeof before !== 'string' || (route.includes('/media/') && field !== 'title')) continue;
    const isKept = missingWords(wordsOf(before), wordsOf(String(after))).length === 0;
    tally.check('objects', isKept, `${route} ${field}: “${before}” is now “${after}”`);
  }
}

const cards = /<figure class="wp-block-embed\b[\s\S]*?<\/figure>/g;

/** The words of every document: at most 0.5 % missing and 3 % added; code to the character; headings in order. */
export async function checkBodies({ base, recording, tally }: Check): Promise<void> {
  for (const { route, body } of recording.objects) {
    if (typeof body.content?.rendered !== 'string' || !/\/(?:posts|pages|recipes|project)\//.test(route))
      continue;
    const now = await getJson(base, route);
    if (now === null || recording.soft.has(String(body.id))) continue;
    const before = wordsOf(body.content.rendered);
    const after = wordsOf(now.content.rendered);
    const missing = missingWords(before, after);
    // A frame of the old site has no words. The card that it is now has some, until the reader asks for the player.
    const framed = /<iframe\b/i.test(body.content.rendered);
    const shown = framed ? now.content.rendered.replace(cards, '') : now.content.rendered;
    const added = missingWords(wordsOf(shown), before);
    const isWhole = missing.length <= before.length * 0.005;
    tally.check('text', isWhole, `${route}: words missing: ${missing.join(' ')}`);
    const isSame = added.length <= Math.max(1, after.length * 0.03);
    tally.check('text', isSame, `${route}: words added: ${added.join(' ')}`);
    for (const [what, read] of [
      ['code', codeBlocksOf],
      ['headings', headingsOf],
    ] as const) {
      const are = read(now.content.rendered);
      const lost = read(body.content.rendered).filter((piece) => !are.includes(piece));
      const failure = `${route} ${what}: ${JSON.stringify(lost)} not among ${JSON.stringify(are)}`;
      tally.check('text', lost.length === 0, failure);
    }
    await checkPages({ base, recording, tally }, body, now);
    await checkLinks({ base, recording, tally }, route, body.content.rendered, now.content.rendered);
    await checkImages(base, tally, route, body.content.rendered, now.content.rendered, recording);
  }
}

/** The page and its twin show the words that the old page showed. */
async function checkPages(
  { base, tally }: Check,
  body: RecordedObject['body'],
  now: RecordedObject['body'],
): Promise<void> {
  const path = new URL(now.link).pathname;
  if (now.content.protected) return;
  const words = wordsOf(body.content.rendered);
  const forms = [
    [path, wordsOf],
    [`${path.replace(/\/$/, '')}.md`, wordsOfMarkdown],
  ] as const;
  for (const [at, read] of forms) {
    const answer = await get(base, at);
    tally.check('text', answer.status === 200, `${at} answers ${answer.status}`);
    const missing = missingWords(words, read(answer.text()));
    tally.check('text', missing.length <= words.length * 0.005, `${at}: words missing: ${missing.join(' ')}`);
  }
}

/** Links elsewhere are still there; links on the site end at a page. */
async function checkLinks(
  { base, recording: { origin }, tally }: Check,
  route: string,
  before: string,
  after: string,
): Promise<void> {
  const links = linksOf(after);
  for (const href of new Set(linksOf(before))) {
    if (!/^https?:/.test(href) || URL.parse(href)?.host.replace(/^www\./, '') === new URL(origin).host)
      continue;
    tally.check('links', links.includes(href), `${route}: the link to ${href} is gone`);
  }
  for (const href of new Set(links)) {
    const url = URL.parse(href, base);
    if (url?.origin !== base || href.startsWith('#')) continue;
    const answer = await get(base, `${url.pathname}${url.search}`);
    tally.check('links', answer.status === 200, `${route}: ${href} answers ${answer.status}`);
  }
}

async function checkImages(
  base: string,
  tally: Tally,
  route: string,
  before: string,
  after: string,
  { origin, urls }: Recording,
): Promise<void> {
  const wasMissing = (path: string) => urls.some(({ url, status }) => url === path && status === 404);
  const stem = (url: string) =>
    basename(url.replace(/[?#].*/, '')).replace(/(?:-\d+x\d+|-scaled|-[eE]\d+)*(?:\.[\w-]+)?\.\w+$/, '');
  const images = (html: string) => [...html.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, src = '']) => src);
  const shown = new Set(images(after).map((src) => decodeURIComponent(stem(src))));
  for (const src of new Set(images(before))) {
    if ((!src.startsWith(origin) && !src.startsWith('/')) || wasMissing(src.replace(origin, ''))) continue;
    const name = decodeURIComponent(stem(src));
    const isShown = shown.has(name) || [...shown].some((other) => other.startsWith(name));
    tally.check('text', isShown, `${route}: the image ${src} is not shown (${[...shown].join(', ')})`);
  }
  for (const src of new Set(images(after))) {
    const answer = await get(base, new URL(src, base).href.replace(base, '')).catch(() => null);
    if (new URL(src, base).origin === base)
      tally.check('text', answer?.status === 200, `${route}: ${src} answers ${answer?.status}`);
  }
}

/** Approved comments are on the page, in its twin and in wp/v2. */
export async function checkComments({ base, recording, tally }: Check): Promise<void> {
  for (const { route, body } of recording.objects.filter((object) => object.route.includes('/comments/'))) {
    const now = await getJson(base, route);
    const words = wordsOf(body.content.rendered.replace(/<script>.*?<\/script>/gs, ''));
    tally.check('comments', now !== null, `${route} is missing`);
    const post =
      (await getJson(base, `/wp/v2/posts/${body.post}`)) ??
      (await getJson(base, `/wp/v2/pages/${body.post}`));
    if (post === null) continue;
    const path = new URL(post.link).pathname;
    const page = await get(base, path);
    const twin = await get(base, `${path.replace(/\/$/, '')}.md`);
    tally.check(
      'comments',
      missingWords(words, wordsOf(page.text())).length === 0,
      `${route} is not on ${path}`,
    );
    tally.check(
      'comments',
      missingWords(words, wordsOf(twin.text())).length === 0,
      `${route} is not in the twin of ${path}`,
    );
  }
}

/** Files answer at their old URL with the same bytes; generated sizes answer with an image. */
export async function checkFiles({ base, recording, tally }: Check): Promise<void> {
  for (const { url, kind, status } of recording.urls) {
    if (!/^file/.test(kind)) continue;
    const answer = await get(base, url);
    if (status === 404) {
      tally.check('files', answer.status === 404, `${url}: ${answer.status}, and was missing`);
      continue;
    }
    const isServed = answer.status === 200 && answer.redirects <= 1;
    tally.check('files', isServed, `${url}: ${answer.status} after ${answer.redirects} redirects`);
    if (kind !== 'file' || !isServed) continue;
    const name = decodeURIComponent(url.replace(/^.*\/wp-content\/uploads\//, ''));
    const bytes = readFileSync(join(recording.folder, 'media', name));
    const isImage = /\.(?:jpe?g|png|webp|gif|avif)$/i.test(name);
    const isSame = isImage ? /^image\//.test(answer.type) : answer.bytes.equals(bytes);
    tally.check('files', isSame, `${url}: other bytes (${answer.type}, ${answer.bytes.length})`);
  }
}

/** Feeds by query string, the only feed URLs that a site with plain permalinks has. */
export async function checkQueryFeeds({ base, recording, tally }: Check): Promise<void> {
  const forms = ['rss2', 'rss', 'atom', 'rdf', 'feed'];
  const feeds = forms.flatMap((form) => [`/?feed=${form}`, `/index.php?feed=${form}`]);
  feeds.push('/?feed=comments-rss2', '/?feed=comments-atom', '/?feed=rss2&paged=1');
  for (const { route, body } of recording.objects) {
    const [, collection = '', id = ''] = /^\/wp\/v2\/(\w+)\/(\d+)$/.exec(route) ?? [];
    if (collection === 'categories') feeds.push(`/?feed=rss2&cat=${id}`, `/?cat=${id}&feed=atom`);
    if (collection === 'tags') feeds.push(`/?feed=rss2&tag=${body.slug}`);
    if (collection === 'users') feeds.push(`/?feed=rss2&author=${id}`);
    if (collection === 'posts') feeds.push(`/?feed=rss2&p=${id}`);
  }
  for (const feed of feeds) {
    const answer = await get(base, feed);
    const isFeed = /<(?:rss|feed|rdf:RDF)[\s>]/.test(answer.text().slice(0, 2_000));
    const seen = `${feed}: ${answer.status} ${answer.url} after ${answer.redirects} redirects, ${answer.type}`;
    tally.check('query feeds', answer.status === 200 && isFeed && answer.redirects <= 1, seen);
    if (/[&?](?:cat|tag|author)=/.test(feed))
      tally.check('query feeds', answer.url !== '/feed.xml', `${feed}: the feed of the whole site`);
  }
}

/** Nothing that the public could not see answers, and no canary is in any byte of the output. */
export async function checkHidden(
  { base, recording, tally }: Check,
  output: readonly { readonly file: string; readonly text: string }[],
): Promise<void> {
  for (const canary of recording.canaries) {
    const leak = output.find(({ text }) => text.includes(canary));
    tally.check('restricted', leak === undefined, `${canary} is in ${leak?.file}`);
  }
  for (const { route, body } of recording.hidden) {
    const answer = await get(base, `/wp-json${route}`);
    tally.check('restricted', answer.status === 404, `${route} answers ${answer.status}`);
    const byId = await get(base, `/?p=${body.id}`);
    tally.check('restricted', byId.status === 404, `/?p=${body.id} answers ${byId.status} ${byId.url}`);
  }
  for (const { route, body } of recording.objects) {
    if (body.content?.protected !== true) continue;
    const now = await getJson(base, route);
    tally.check(
      'restricted',
      now?.content.protected === true && now.content.rendered === '',
      `${route} is open`,
    );
    const twin = await get(base, `${new URL(now.link).pathname.replace(/\/$/, '')}.md`);
    tally.check('restricted', twin.status === 403, `the twin of ${route} answers ${twin.status}`);
  }
}
