import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestSite, type TestSite } from '../../../src/api/testing.ts';

/** Plugins that put something on pages, on a site in two languages. */
const files = {
  'plugins/notice.ts': `import { definePlugin } from 'agentsite/plugin';

export const notice = definePlugin({
  name: 'notice',
  setup: () => ({
    html: {
      head: [{ tag: 'meta', attrs: { name: 'notice', content: 'on' } }],
      slots: {
        HeadEnd: new URL('./notice-head.astro', import.meta.url),
        AfterText: new URL('./notice-text.astro', import.meta.url),
      },
      styles: [new URL('./notice.css', import.meta.url)],
      scripts: [new URL('./notice-script.ts', import.meta.url)],
      sources: { 'connect-src': ['https://api.example.org'] },
    },
    words: { en: { greeting: 'Dear readers' }, de: { greeting: 'Liebe Leserinnen und Leser' } },
    publications: [
      {
        path: '/titles.json',
        type: 'application/json; charset=utf-8',
        surface: { title: 'Titles', description: 'All titles.', inLlms: true },
        render: ({ documents }) =>
          JSON.stringify(documents.map(({ title, language, path }) => ({ title, language, path }))),
      },
      { path: '/.well-known/notice', type: 'text/plain; charset=utf-8', render: ({ site }) => site.title },
    ],
  }),
});
`,
  'plugins/notice-head.astro': `---
const { page } = Astro.props;
---
<link rel="alternate" type="application/activity+json" href={\`/notes\${page.path}\`} />
`,
  'plugins/notice-text.astro': `---
import { wordsOfPlugin } from 'agentsite/plugin';
const { site } = Astro.props;
---
<p class="notice">{wordsOfPlugin(site, 'notice').greeting}</p>
`,
  'plugins/notice.css': '.notice { outline-offset: 7px; }',
  'plugins/notice-script.ts': `document.body.dataset.notice = 'noticed' satisfies string;`,
  'plugins/second.ts': `import { definePlugin } from 'agentsite/plugin';

export const second = definePlugin({
  name: 'second',
  setup: () => ({ html: { slots: { AfterText: new URL('./second.astro', import.meta.url) } } }),
});
`,
  'plugins/second.astro': '<p>Of the second plugin</p>\n',
  'theme/own.astro': '<p>Of the owner</p>\n',
  'site.ts': `import { notice } from './plugins/notice.ts';
import { second } from './plugins/second.ts';

export const site = {
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  language: 'en',
  languages: { de: { title: 'Feldnotizen', description: 'Notizen.' } },
  owner: { name: 'The owner', slug: 'owner' },
  components: { AfterText: './theme/own.astro' },
  plugins: [notice, second],
};
`,
  'content/posts/walk.md': '---\ntitle: A walk\ndate: 2026-01-02\n---\n\nWords.\n',
  'content/posts/walk.de.md': '---\ntitle: Ein Gang\ndate: 2026-01-02\n---\n\nWorte.\n',
};

let site: TestSite;
beforeAll(async () => {
  site = await buildTestSite(files);
  expect(site.problems).toEqual([]);
});
afterAll(() => site?.remove());

const pageAt = (path: string) => site.read(`${path}index.html`) ?? '';

test('components of two plugins and of the owner are in one place, in this order', () => {
  expect(pageAt('/walk/')).toMatch(/Dear readers<\/p>\s*<p>Of the second plugin<\/p>\s*<p>Of the owner<\/p>/);
});

test('a component has the page, and the words of its language', () => {
  expect(pageAt('/walk/')).toContain('type="application/activity+json" href="/notes/walk/"');
  expect(pageAt('/de/walk/')).toContain('href="/notes/de/walk/"');
  expect(pageAt('/de/walk/')).toContain('Liebe Leserinnen und Leser');
  expect(pageAt('/walk/')).toContain('<meta name="notice" content="on">');
});

test('style and script are files of the site, and the policy allows the origin and nothing inline', async () => {
  const page = pageAt('/walk/');
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
  expect(site.read(style)).toMatch(/outline-offset:\s?7px/);
  const scripts = [...page.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, src = '']) => src);
  expect(scripts.map((src) => site.read(src)).join('\n')).toContain('noticed');
  const server = await site.start();
  try {
    const answer = await fetch(`${server.url}/walk/`);
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toMatch(/; connect-src 'self' https:\/\/api\.example\.org$/);
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval|(?:script|style)-src[^;]* https:/);
    const known = await fetch(`${server.url}/.well-known/notice`);
    expect([known.headers.get('Content-Type'), await known.text()]).toEqual([
      'text/plain; charset=utf-8',
      'Field notes',
    ]);
  } finally {
    await server.stop();
  }
});

test('a publication has the documents of all languages, and is advertised in each', () => {
  expect(JSON.parse(site.read('/titles.json') ?? '')).toEqual(
    expect.arrayContaining([
      { title: 'A walk', language: 'en', path: '/walk/' },
      { title: 'Ein Gang', language: 'de', path: '/de/walk/' },
    ]),
  );
  for (const file of ['/llms.txt', '/de/llms.txt']) expect(site.read(file)).toContain('/titles.json');
});
