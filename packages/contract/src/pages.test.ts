import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { accept, ask, askJson, listSitemap, localPath } from './http-client.ts';
import {
  findMisspellable,
  findPage,
  findPlainPage,
  hasPosts,
  inlineCode,
  listIndexes,
  listLocked,
  misspell,
  rootFolder,
  twinOf,
  withoutCode,
} from './site-pages.ts';

/** Spec: "GET /{slug}.md", and the same document by `Accept: text/markdown`. */

/** How a page may be asked for, and the form that must come. One line a rule; the whole table is a unit test. */
const negotiations: readonly [accept: string | null, form: 'markdown' | 'html'][] = [
  [null, 'html'],
  ['*/*', 'html'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', 'html'],
  ['text/markdown', 'markdown'],
  ['text/markdown, text/html, */*', 'markdown'],
  ['text/html, text/markdown', 'html'],
  ['text/html;q=0.9, text/markdown', 'markdown'],
  ['text/markdown;q=0, */*', 'html'],
  ['text/*;q=0.5, text/html;q=0.3', 'markdown'],
  ['TEXT/MARKDOWN', 'markdown'],
  ['application/json', 'html'],
];

describe.each(negotiations)('Accept: %s', (value, form) => {
  it(`gives ${form}, says that it varies, and names the other form`, async () => {
    const path = await findPage();
    const { status, headers, text } = await ask(
      path,
      value === null ? { headers: { Accept: '' } } : accept(value),
    );
    expect(status).toBe(200);
    expect(headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
    expect(headers.get('content-type')).toBe(`text/${form}; charset=utf-8`);
    if (form === 'markdown') {
      expect(headers.get('content-location')).toBe(twinOf(path));
      expect(text).toBe((await ask(twinOf(path))).text);
    } else {
      expect(headers.get('link')).toContain(`<${twinOf(path)}>; rel="alternate"; type="text/markdown"`);
    }
  });
});

it('every page of the sitemap has a twin with its headers, or a refusal in Markdown when it is locked', async () => {
  const policy = /^Content-Signal: (.+)$/m.exec((await ask('/robots.txt')).text)?.[1];
  const homes = [
    `${await rootFolder()}/`,
    ...(await listIndexes()).map((index) => index.path.replace('llms.txt', '')),
  ];
  for (const url of await listSitemap()) {
    const path = localPath(url);
    const twin = twinOf(path);
    const { status, headers, text } = await ask(twin);
    expect(status, twin).toBe(200);
    expect(headers.get('content-type'), twin).toBe('text/markdown; charset=utf-8');
    expect(headers.get('vary'), twin).toMatch(/\bAccept\b(?!-)/);
    expect(headers.get('link'), twin).toContain(`<${url}>; rel="canonical"`);
    expect(headers.get('x-robots-tag'), twin).toContain('noindex');
    expect(headers.get('content-signal'), twin).toBe(policy);
    expect(headers.get('content-usage'), twin).toMatch(/^train-ai=[yn], ai-use=[yn], search=[yn]$/);
    // The page of a note shows its title to screen readers alone; so does the home page, whose twin has one.
    const { text: html } = await ask(path);
    const titles = homes.includes(path) || /<h1(?![^>]*visually-hidden)[\s>]/.test(html) ? 1 : 0;
    expect(html.match(/<h1[\s>]/g), path).toHaveLength(1);
    expect(withoutCode(text).match(/^# /gm)?.length ?? 0, `${twin}: first-level headings`).toBe(titles);
    expect(text, twin).toContain('/llms.txt');
  }
});

it('a twin says its digest to who asks for it, and the list of changes says the same', async () => {
  const isPublished = (await ask('/llms.txt')).text.includes('/changes.json');
  // Drafts are in no list.
  if (!isPublished) return expect((await ask('/changes.json')).status).toBe(404);
  const { json: head } = await askJson<{ readonly all: readonly string[] }>('/changes.json');
  const lists = await Promise.all(head.all.map((url) => ask(localPath(url))));
  const twins = lists.flatMap(({ text }) => text.trimEnd().split('\n')).map((line) => JSON.parse(line));
  // The home page is there also where the site has nothing else.
  const { markdown_url, digest } = twins.at(-1);
  const wanted = { 'Want-Repr-Digest': 'sha-256=1', 'Accept-Encoding': 'identity' };
  const { headers, text } = await ask(localPath(markdown_url), { headers: wanted });
  expect(headers.get('repr-digest')).toBe(`sha-256=:${hash('sha256', text, 'base64')}:`);
  expect(digest).toBe(headers.get('repr-digest'));
});

it('the two forms of a page have different entity tags, and a tag of one does not validate the other', async () => {
  const path = await findPage();
  const html = await ask(path);
  const markdown = await ask(path, accept('text/markdown'));
  const htmlTag = html.headers.get('etag') ?? '';
  expect(htmlTag).not.toBe(markdown.headers.get('etag'));
  const mixed = await ask(path, { headers: { Accept: 'text/markdown', 'If-None-Match': htmlTag } });
  expect(mixed.status).toBe(200);
  const same = await ask(path, { headers: { 'If-None-Match': htmlTag } });
  expect(same.status).toBe(304);
  expect(same.headers.get('vary')).toMatch(/\bAccept\b(?!-)/);
});

it('a protected page answers 200 as HTML without its text, and 403 in Markdown', async () => {
  for (const page of await listLocked()) {
    expect((await ask(page)).status, page).toBe(200);
    for (const [path, init] of [
      [twinOf(page), {}],
      [page, accept('text/markdown')],
    ] as const) {
      const { status, headers, text } = await ask(path, init);
      expect(status, path).toBe(403);
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).toMatch(/^# /m);
    }
  }
});

it('a twin that does not exist is 404 in Markdown, with similar pages and links that work', async () => {
  const similar = await findMisspellable();
  const { status, headers, text } = await ask(twinOf(misspell(similar ?? (await findPage()))));
  expect(status).toBe(404);
  expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
  if (similar !== undefined) expect(text).toContain(twinOf(similar));
  const links = [...text.matchAll(/\]\((https?:[^)\s]+)\)/g)].map((match) => match[1] ?? '');
  expect(links.length).toBeGreaterThan(similar === undefined ? 3 : 4);
  for (const link of links) expect((await ask(localPath(link))).status, link).toBe(200);
});

it('a page without its last slash, and an old path, link to the page with a permanent redirect', async () => {
  const path = await findPage();
  const slash = await ask(`${path.slice(0, -1)}?x=1`);
  expect([slash.status, slash.headers.get('location')]).toEqual([301, `${path}?x=1`]);
  if (!(await hasPosts())) return;
  const feed = await ask('/feed/');
  expect(feed.status).toBe(301);
  expect((await ask(feed.headers.get('location') ?? '')).status).toBe(200);
});

it('pages carry one policy that allows nothing inline, and hold nothing inline', async () => {
  const document = await findPlainPage();
  const locked = await listLocked();
  const root = await rootFolder();
  for (const path of [`${root}/`, document, '/posts/', '/no-such-page/', `${root}/contact/`, ...locked]) {
    const { headers, text } = await ask(path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe-inline');
    expect(text, path).not.toMatch(inlineCode);
    expect(
      text.replace(/<script type="application\/(?:ld\+)?json"[^>]*>[\s\S]*?<\/script>/g, ''),
      path,
    ).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
  }
});
