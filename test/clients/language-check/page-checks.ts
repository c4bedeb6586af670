import type { Tally } from '../import-check/tally.ts';
import { elements, frontMatter, get, headings, type Json, textOf } from './answers.ts';
import { type Expected, type MadeSite, roots, type Tag } from './made-site.ts';

/** A served site, and what it has to say. */
export interface Check {
  /** Where requests go. */
  readonly base: string;
  /** What addresses in documents begin with; that of `base` unless the site is served elsewhere. */
  readonly origin: string;
  readonly site: MadeSite;
  readonly tally: Tally;
}

export const languagesOf = ({ site }: Check): Tag[] => [
  'en',
  ...(Object.keys(site.settings.languages ?? {}) as Tag[]),
];
export const urlOf = ({ origin }: Check, path: string) => origin + encodeURI(path);
export const twinOf = (path: string) => (path === '/' ? '/index.md' : `${path.slice(0, -1)}.md`);
const rootOf = (path: string) => /^\/(?:de|ar)(?=\/)/.exec(path)?.[0] ?? '';

/** Compares what is found with what is expected, as sorted JSON. */
export function same(check: Check, area: string, where: string, found: Json, expected: Json): void {
  const write = (value: Json): string => JSON.stringify(value, sortKeys) ?? 'nothing';
  const [is, should] = [write(found), write(expected)];
  check.tally.check(area, is === should, `${where}: ${is} instead of ${should}`);
}

const sortKeys = (_: string, value: Json) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The other versions of a page. */
export const others = ({ pages, language }: Expected): [Tag, string][] =>
  (Object.entries(pages) as [Tag, string][]).filter(([tag]) => tag !== language);

export async function checkPage(check: Check, document: Expected): Promise<void> {
  const { path, language, title } = document;
  const { text: html, status } = await get(check.base, path);
  const say = (what: string, found: Json, expected: Json) =>
    same(check, 'HTML', `${path} ${what}`, found, expected);
  say('status', status, 200);
  const [root] = elements(html, 'html');
  say('lang and dir', [root?.lang, root?.dir], [language, language === 'ar' ? 'rtl' : 'ltr']);
  const meta = (name: string) =>
    elements(html, 'meta').flatMap(({ property, content = '' }) => (property === name ? [content] : []));
  const links = elements(html, 'link');
  const hrefs = (rel: string) => links.flatMap((link) => (link.rel === rel ? [link.href ?? ''] : []));
  say('canonical', hrefs('canonical'), [urlOf(check, path)]);
  say('og:url', meta('og:url'), [urlOf(check, path)]);
  say('og:locale', meta('og:locale'), [language]);
  say(
    'og:locale:alternate',
    meta('og:locale:alternate').sort(),
    others(document)
      .map(([tag]) => tag)
      .sort(),
  );
  say('og:title', meta('og:title'), [title]);
  say('heading', textOf(html, /<(h1)\b[^>]*>/), title);
  const hreflangs = links.filter(({ hreflang }) => hreflang !== undefined);
  say(
    'hreflang',
    Object.fromEntries(hreflangs.map(({ hreflang, href }) => [hreflang, href])),
    alternates(check, document),
  );
  const twin = links.find(({ type }) => type === 'text/markdown')?.href;
  say('twin', twin, document.locked ? undefined : urlOf(check, twinOf(path)));
  checkGraph(check, document, html);
  checkSwitcher(check, document, html);
  for (const href of [...hrefs('prev'), ...hrefs('next')])
    say('neighbour', rootOf(decodeURI(href)), roots[language]);
}

function alternates(check: Check, { pages: versions }: Expected): Json {
  const all = Object.entries(versions) as [Tag, string][];
  if (all.length < 2) return {};
  const fallback = versions.en ?? all[0]?.[1] ?? '';
  return Object.fromEntries(
    [...all, ['x-default', fallback] as const].map(([tag, to]) => [tag, urlOf(check, to)]),
  );
}

function checkGraph(check: Check, document: Expected, html: string): void {
  const [, text = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  const nodes: Json[] = JSON.parse(text)['@graph'] ?? [];
  const url = urlOf(check, document.path);
  const node = nodes.find((one) => one.mainEntityOfPage === url) ?? nodes.find((one) => one.url === url);
  const say = (what: string, found: Json, expected: Json) =>
    same(check, 'JSON-LD', `${document.path} ${what}`, found, expected);
  // The home page is a list to schema.org.
  if (!node?.headline) {
    say('node', Boolean(node), true);
    return;
  }
  say('headline', node.headline, document.title);
  say('inLanguage', node.inLanguage, document.language);
  const found = (node.workTranslation ?? []).map((one: Json) => [one.inLanguage, one.url]);
  say(
    'workTranslation',
    Object.fromEntries(found),
    Object.fromEntries(others(document).map(([tag, path]) => [tag, urlOf(check, path)])),
  );
}

/** The link of each other language goes to the translation, or to a page that is in the language. */
function checkSwitcher(check: Check, document: Expected, html: string): void {
  const [, list = ''] = /<nav class="language-links"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
  const links = new Map(elements(list, 'a').map((link) => [link.hreflang, decodeURI(link.href ?? '')]));
  const say = (what: string, found: Json, expected: Json) =>
    same(check, 'switcher', `${document.path} ${what}`, found, expected);
  const wanted = languagesOf(check).filter((tag) => tag !== document.language);
  say('languages', [...links.keys()].sort(), wanted.sort());
  for (const tag of wanted) {
    const to = links.get(tag) ?? '';
    const version = document.pages[tag];
    if (version) say(tag, to, version);
    else say(`${tag} list`, [rootOf(to), to.endsWith('/')], [roots[tag], true]);
  }
}

export async function checkTwin(check: Check, document: Expected): Promise<void> {
  const { path, language, title, locked } = document;
  const say = (what: string, found: Json, expected: Json) =>
    same(check, 'twins', `${path} ${what}`, found, expected);
  const twin = await get(check.base, twinOf(path), '*/*');
  const asked = await get(check.base, path, 'text/markdown');
  say('statuses', [twin.status, asked.status], locked ? [403, 403] : [200, 200]);
  say('the page as Markdown', asked.text, twin.text);
  if (locked) {
    say('title', headings(twin.text)[0]?.startsWith(title), true);
    return;
  }
  const fields = frontMatter(twin.text);
  const isLocked = new Set(check.site.documents.filter((one) => one.locked).map((one) => one.path));
  say(
    'front matter',
    [fields.title, fields.url, fields.markdown_url, fields.lang, fields.translations ?? {}],
    [
      title,
      urlOf(check, path),
      urlOf(check, twinOf(path)),
      language,
      Object.fromEntries(
        others(document).map(([tag, to]) => [tag, urlOf(check, isLocked.has(to) ? to : twinOf(to))]),
      ),
    ],
  );
  say('title', headings(twin.text)[0], title);
}

/** Feeds, indexes and the sitemap. */
export async function checkDocuments(check: Check): Promise<void> {
  for (const language of languagesOf(check)) {
    await checkFeeds(check, language);
    await checkIndexes(check, language);
  }
  await checkSitemap(check);
}

const newestFirst = (check: Check, language: Tag) =>
  check.site.documents.filter((one) => one.language === language && one.kind === 'posts').reverse();

async function checkFeeds(check: Check, language: Tag): Promise<void> {
  const expected = newestFirst(check, language)
    .slice(0, 20)
    .map(({ title, path }) => [title, urlOf(check, path)]);
  const say = (what: string, found: Json, wanted: Json) =>
    same(check, 'feeds', `${roots[language]}${what}`, found, wanted);
  const read = async (name: string) => (await get(check.base, `${roots[language]}/${name}`, '*/*')).text;
  const rss = await read('feed.xml');
  say('/feed.xml language', textOf(rss, /<(language)>/), language);
  say(
    '/feed.xml',
    [...rss.matchAll(/<item>.*?<\/item>/gs)].map(([item]) => [
      textOf(item, /<(title)>/),
      textOf(item, /<(link)>/),
    ]),
    expected,
  );
  const atom = await read('atom.xml');
  say('/atom.xml language', elements(atom, 'feed')[0]?.['xml:lang'], language);
  say(
    '/atom.xml',
    [...atom.matchAll(/<entry>.*?<\/entry>/gs)].map(([item]) => [
      textOf(item, /<(title)>/),
      elements(item, 'link')[0]?.href,
    ]),
    expected,
  );
  const json: Json = JSON.parse(await read('feed.json'));
  say('/feed.json language', json.language, language);
  say(
    '/feed.json',
    json.items.map((item: Json) => [item.title, item.url]),
    expected,
  );
  const markdown = await read('feed.md');
  say(
    '/feed.md',
    headings(markdown).slice(1),
    expected.slice(0, 5).map(([title]) => title),
  );
}

/** `llms.txt` has a line for each document of its language, and none for others; so has `llms-full.txt` an entry. */
async function checkIndexes(check: Check, language: Tag): Promise<void> {
  const own = check.site.documents.filter((one) => one.language === language);
  const foreign = check.site.documents.filter((one) => one.language !== language);
  const index = (await get(check.base, `${roots[language]}/llms.txt`, '*/*')).text;
  const full = (await get(check.base, `${roots[language]}/llms-full.txt`, '*/*')).text;
  const urls = new Set([...index.matchAll(/\]\(<?([^)>]+)>?\)/g)].map(([, url = '']) => url));
  const entries = new Map(
    [...full.matchAll(/^# (.*)\n\nURL: (.*)$/gm)].map(([, title = '', url = '']) => [
      url,
      headings(`# ${title}`)[0],
    ]),
  );
  for (const { path, title, locked } of own) {
    const link = urlOf(check, locked ? path : twinOf(path));
    if (path !== `${roots[language]}/`)
      same(check, 'llms', `${roots[language]}/llms.txt ${path}`, urls.has(link), true);
    same(check, 'llms', `${roots[language]}/llms-full.txt ${path}`, entries.get(urlOf(check, path)), title);
  }
  for (const { path } of foreign) {
    const isThere = urls.has(urlOf(check, twinOf(path))) || entries.has(urlOf(check, path));
    same(check, 'llms', `${roots[language]}/llms.txt names ${path}`, isThere, false);
  }
  for (const tag of languagesOf(check).filter((one) => one !== language))
    same(
      check,
      'llms',
      `${roots[language]}/llms.txt names ${tag}`,
      urls.has(`${check.origin}${roots[tag]}/llms.txt`),
      true,
    );
}

async function checkSitemap(check: Check): Promise<void> {
  const { text } = await get(check.base, '/sitemap.xml', '*/*');
  const entries = new Map(
    [...text.matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = '']) => [
      textOf(entry, /<(loc)>/),
      Object.fromEntries(elements(entry, 'xhtml:link').map(({ hreflang = '', href }) => [hreflang, href])),
    ]),
  );
  for (const document of check.site.documents) {
    const expected = document.locked ? undefined : alternates(check, document);
    same(check, 'sitemap', document.path, entries.get(urlOf(check, document.path)), expected);
  }
  for (const [url, links] of entries) {
    for (const to of Object.values(links))
      same(check, 'hreflang', `${url} and ${to}`, entries.get(to ?? ''), links);
  }
}
