import { decodeHTML } from 'entities';
import { askMcp, callTool, elements, get, getList, type Json } from './answers.ts';
import type { Expected, Tag } from './made-site.ts';
import { roots } from './made-site.ts';
import { type Check, languagesOf, others, same, twinOf, urlOf } from './page-checks.ts';

/** wp/v2: documents with their languages and versions, in lists of all languages and of one; terms; languages. */
export async function checkJson(check: Check): Promise<void> {
  const paths = new Map<number, string>();
  for (const kind of ['posts', 'pages', 'talks'] as const) {
    const expected = check.site.documents.filter((one) => one.kind === kind);
    const { items, total } = await getList(check.base, `${kind}?_fields=id,link,title,lang,translations`);
    same(check, 'JSON', `${kind} total`, [total, items.length], [expected.length, expected.length]);
    for (const { id, link } of items) paths.set(id, asWritten(link));
    const byLink = new Map(items.map((item) => [asWritten(item.link), item]));
    for (const document of expected) {
      const item = byLink.get(urlOf(check, document.path));
      same(check, 'JSON', document.path, describe(item, paths), describeExpected(check, document));
      const one = (await get(check.base, `/wp-json/wp/v2/${kind}/${item?.id}`, '*/*')).text;
      const { lang, translations }: Json = JSON.parse(one);
      same(check, 'JSON', `${document.path} alone`, [lang, translations], [item?.lang, item?.translations]);
    }
    for (const language of languagesOf(check)) {
      const own = expected.filter((one) => one.language === language);
      const list = await getList(check.base, `${kind}?lang=${language}&_fields=link`);
      const links = list.items.map(({ link }) => asWritten(link)).sort();
      same(check, 'JSON', `${kind}?lang=${language} total`, list.total, own.length);
      same(
        check,
        'JSON',
        `${kind}?lang=${language}`,
        links,
        own.map(({ path }) => urlOf(check, path)).sort(),
      );
    }
  }
  const { items } = await getList(check.base, 'languages');
  const counts = items.map(({ slug, count, home_url }) => [slug, count, home_url]);
  const expected = languagesOf(check).map((tag) => [
    tag,
    check.site.documents.filter(({ language }) => language === tag).length,
    `${check.origin}${roots[tag]}/`,
  ]);
  same(check, 'JSON', 'languages', counts, expected);
  await checkTerms(check);
}

/** WordPress encodes addresses with small letters. */
const asWritten = (url: string) => encodeURI(decodeURI(url));

/** IDs of versions as addresses. */
function describe(item: Json, paths: ReadonlyMap<number, string>): Json {
  if (!item) return null;
  const { title, lang, translations } = item;
  const versions = Object.entries(translations).map(([tag, id]) => [tag, paths.get(id as number) ?? id]);
  return [decodeHTML(title.rendered), lang, Object.fromEntries(versions)];
}

function describeExpected(check: Check, { title, language, versions }: Expected): Json {
  const all = Object.entries(versions).map(([tag, path]) => [tag, urlOf(check, path)]);
  return [title, language, Object.fromEntries(all)];
}

/** The page of a term names the same versions as its object, and each of them names it. */
async function checkTerms(check: Check): Promise<void> {
  const { items } = await getList(check.base, 'categories');
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const { id, link, lang, translations, name } of items) {
    const path = decodeURI(link.slice(check.origin.length));
    const html = (await get(check.base, path)).text;
    const versions = Object.entries(translations).map(([tag, other]) => [tag, byId.get(other)?.link]);
    const hreflangs = elements(html, 'link').filter(({ hreflang }) => hreflang && hreflang !== 'x-default');
    const found = hreflangs.map(({ hreflang, href }) => [hreflang, href]);
    const expected = versions.length > 1 ? Object.fromEntries(versions) : {};
    same(check, 'terms', `${path} hreflang`, Object.fromEntries(found), expected);
    same(check, 'terms', `${path} lang`, elements(html, 'html')[0]?.lang, lang);
    same(check, 'terms', `${path} title`, html.includes(name), true);
    for (const other of Object.values(translations))
      same(check, 'terms', `${path} back`, byId.get(other)?.translations[lang], id);
  }
}

/** Every document through the tools and resources of the MCP server. */
export async function checkMcp(check: Check): Promise<void> {
  const listed = await listAll(check, {});
  const ids = new Map(listed.map(({ id, url }) => [id, url]));
  const byUrl = new Map(listed.map((item) => [item.url, item]));
  same(check, 'MCP', 'list_content', listed.length, check.site.documents.length);
  for (const language of languagesOf(check)) {
    const own = check.site.documents.filter((one) => one.language === language);
    const urls = (await listAll(check, { language })).map(({ url }) => url);
    const expected = own.map(({ path }) => urlOf(check, path));
    same(check, 'MCP', `list_content ${language}`, urls.sort(), expected.sort());
    const info = await callTool(check.base, 'get_site_info', { language });
    same(
      check,
      'MCP',
      `get_site_info ${language}`,
      [info.language, info.url],
      [language, `${check.origin}${roots[language]}/`],
    );
  }
  for (const document of check.site.documents) {
    const { path, title, language, locked } = document;
    const item = byUrl.get(urlOf(check, path));
    same(
      check,
      'MCP',
      path,
      [item?.title, item?.language, item?.markdown_url],
      [title, language, urlOf(check, twinOf(path))],
    );
    if (locked || !item) continue;
    const content = await callTool(check.base, 'get_content', { id: item.id });
    const versions = Object.entries(content.translations).map(([tag, id]) => [tag, ids.get(id as string)]);
    const expected = Object.entries(document.versions).map(([tag, to]) => [tag, urlOf(check, to)]);
    same(check, 'MCP', `${path} translations`, Object.fromEntries(versions), Object.fromEntries(expected));
    const isLocked = (to: string) => check.site.documents.some((one) => one.path === to && one.locked);
    for (const [tag, to] of others({ ...document, pages: document.versions })) {
      if (isLocked(to)) continue;
      const version = await callTool(check.base, 'fetch', { id: item.id, language: tag });
      same(check, 'MCP', `${path} in ${tag}`, version.url, urlOf(check, to));
    }
  }
  await checkResources(check);
}

async function listAll(check: Check, given: object): Promise<Json[]> {
  const items: Json[] = [];
  for (let cursor: string | undefined; ; ) {
    const answer = await callTool(check.base, 'list_content', {
      ...given,
      limit: 50,
      ...(cursor ? { cursor } : {}),
    });
    items.push(...answer.items);
    cursor = answer.next_cursor;
    if (!cursor) return items;
  }
}

/** Each document is a resource with the same text as its tool gives. */
async function checkResources(check: Check): Promise<void> {
  const listed: Json[] = [];
  for (let cursor: string | undefined; ; ) {
    const { resources, nextCursor } = await askMcp(check.base, 'resources/list', cursor ? { cursor } : {});
    listed.push(...resources);
    cursor = nextCursor;
    if (!cursor) break;
  }
  const documents = listed.filter(({ uri }) => /^agentsite:\/\/(?:post|page|talk)\//.test(uri));
  const found: string[] = [];
  for (const { uri, title } of documents) {
    const { contents } = await askMcp(check.base, 'resources/read', { uri });
    const fetched = await callTool(check.base, 'fetch', { id: uri });
    same(check, 'MCP', uri, [fetched.title, fetched.text], [title, contents[0].text]);
    found.push(fetched.url);
  }
  const open = check.site.documents.filter(({ locked }) => !locked).map(({ path }) => urlOf(check, path));
  same(check, 'MCP', 'resources', found.sort(), open.sort());
}

/** Each document is found by its word: alone in its language, with its versions in all. */
export async function checkSearch(check: Check): Promise<void> {
  const open = check.site.documents.filter(({ locked }) => !locked);
  const byWord = Map.groupBy(open, ({ word }) => word);
  for (const document of open) {
    const { word, language, path } = document;
    const own = [urlOf(check, path)];
    const all = (byWord.get(word) ?? []).map((one) => urlOf(check, one.path)).sort();
    const say = (what: string, found: Json, expected: Json) =>
      same(check, 'search', `${word} ${language} ${what}`, found, expected);
    const page = `${roots[language]}/search/?q=${word}`;
    say('page', await findOnPage(check, page), own);
    say('page, all languages', await findOnPage(check, `${page}&lang=all`), all);
    say('MCP', await findByTool(check, { query: word, language }), own);
    if (document === byWord.get(word)?.[0]) {
      say('MCP, all languages', await findByTool(check, { query: word }), all);
      say('JSON, all languages', await findByRoute(check, `search?search=${word}`), all);
    }
    say('JSON', await findByRoute(check, `search?search=${word}&lang=${language}`), own);
  }
  await checkStems(check);
}

async function findOnPage(check: Check, path: string): Promise<string[]> {
  const html = (await get(check.base, path)).text;
  const list = html.slice(html.indexOf('search-results')).split('</ol>', 1)[0] ?? '';
  return elements(list, 'a')
    .filter((link) => link.class !== 'found-passage')
    .map(({ href = '' }) => new URL(href, check.origin).href)
    .sort();
}

async function findByTool(check: Check, given: object): Promise<string[]> {
  const { results } = await callTool(check.base, 'search', given);
  return results.map(({ url }: Json) => url).sort();
}

async function findByRoute(check: Check, route: string): Promise<string[]> {
  return (await getList(check.base, route)).items.map(({ url }) => asWritten(url)).sort();
}

/** Words are found in other forms, by the rules of the language. */
async function checkStems(check: Check): Promise<void> {
  const cases: [Tag, string][] = [
    ['en', 'gardeners'],
    ['de', 'Gärtnern'],
    ['de', 'Bäumen'],
    ['ar', 'حديقتنا'],
  ];
  for (const [language, query] of cases.filter(([tag]) => languagesOf(check).includes(tag))) {
    const { total } = await callTool(check.base, 'search', { query, language });
    same(check, 'search', `${query} ${language}`, total > 0, true);
  }
}
