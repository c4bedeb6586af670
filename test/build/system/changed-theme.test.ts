import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DevEvents, type DevServer, startDevServer } from '../../helpers/dev-server.ts';
import { plainEnvironment } from '../../helpers/environment.ts';
import { layOutOwnSite } from '../../helpers/own-site.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { changedSite } from './changed-site.ts';

/** A site that changes the theme by files of its own and by settings. */
const folder = makeQuickFolder('changed-theme');
const site = join(folder, 'site');
const environment = { ...plainEnvironment, ASTRO_TELEMETRY_DISABLED: '1' };
const run = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: site,
    env: environment,
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
};
const build = () => run(join(folder, 'engine/src/cli/build.ts'));
const astroBuild = () => run(join(projectRoot, 'node_modules/astro/bin/astro.mjs'), 'build');
const page = (file: string) => readFileSync(join(site, 'dist/client', file), 'utf8');

/** One of its addresses is that of a text. */
const listedPages = `---
import Page from '../../../engine/src/layouts/page.astro';

export const getStaticPaths = () => [{ params: { part: 'extra' } }, { params: { part: 'about' } }];
const { part } = Astro.params;
---
<Page title={\`Part ${'$'}{part}\`}><p>Of several.</p></Page>
`;

beforeAll(() => {
  layOutOwnSite(folder, changedSite);
  expect(build()).toMatchObject({ status: 0, said: expect.stringContaining('pages') });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a component of the owner’s own', () => {
  it('replaces the theme’s, is given the same, and may hold the theme’s', () => {
    expect(page('hello/index.html')).toContain('At the end of /hello/');
    expect(page('about/index.html')).toContain('At the end of /about/');
    expect(page('about/index.html')).toContain('class="site-footer"');
    expect(page('hello/index.html')).toMatch(/class="kicker"[^>]*>Field notes<\/p><h1[^>]*>Hello<\/h1>/);
  });

  it('is in a place that is empty in the theme', () => {
    expect(page('hello/index.html')).toContain('Hello begins here.');
    expect(page('hello/index.html')).toContain('<meta name="end-canary" content="/hello/">');
    expect(page('index.html')).toContain('<meta name="end-canary" content="/">');
  });

  it('is rebuilt when it changes, and needs no build where nothing changed', () => {
    expect(build().said).not.toContain('Theme compiled');
    const file = join(site, 'theme/before-text.astro');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('begins', 'starts'));
    expect(build().status).toBe(0);
    expect(page('hello/index.html')).toContain('Hello starts here.');
    writeFileSync(file, text);
    expect(build().status).toBe(0);
  });

  it.each([
    ["SiteFooter: './theme/site-footer.astro'", "SiteFoot: './theme/site-footer.astro'", 'SiteFoot'],
    [
      "'./theme/page-head.astro'",
      "'./theme/page-haed.astro'",
      'site.ts:10:5 components.PageHead: there is no ./theme/page-haed.astro',
    ],
    ["'./theme/my.css'", "'./theme/ny.css'", 'site.ts:14:15 customCss.0: there is no ./theme/ny.css'],
    ["favicon: '/logo.svg'", "favicon: '/icon.svg'", 'favicon: there is no public/icon.svg'],
    ["'./theme/my.css'", "'../my.css'", 'must be a file such as ./theme/name'],
  ])('that cannot be found is refused: %s', (right, wrong, sentence) => {
    const file = join(site, 'site.ts');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(right, wrong));
    const { status, said } = build();
    writeFileSync(file, text);
    expect(status).toBe(1);
    expect(said).toContain(sentence);
  });
});

describe('styles and head', () => {
  it('reads the owner’s styles after the theme’s', () => {
    const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page('index.html')) ?? [];
    const css = page(href);
    expect(css.lastIndexOf('#7a1f4b')).toBeGreaterThan(css.indexOf('#0a5c63'));
    expect(css).toContain('34rem');
  });

  it('adds elements to the head of every page, none of which can end it', () => {
    expect(page('hello/index.html')).toContain(
      '<meta name="fediverse:creator" content="@owner@example.org">',
    );
    expect(page('hello/index.html')).toContain(
      '<script type="application/ld+json">{"@type":"Thing","name":"\\u003c/script>"}</script>',
    );
  });

  it('shows logo, icon and other homes', () => {
    const html = page('hello/index.html');
    expect(html).toContain('<img class="site-logo only-light" src="/logo.svg" alt>');
    expect(html).toContain('<link rel="icon" href="/logo.svg">');
    expect(html).not.toContain('favicon');
    expect(html).toContain('<link rel="me" href="https://social.example.org/@owner">');
    expect(html).toContain('<a href="https://social.example.org/@owner" rel="me">Fediverse</a>');
    expect(page('index.html')).toContain('"sameAs":["https://social.example.org/@owner"]');
  });
});

describe('a page of the owner’s own', () => {
  it('is in the layout, with the components and the links of every page', () => {
    const html = page('ask/index.html');
    expect(html).toContain('<title>Ask for a visit · Field notes</title>');
    expect(html).toContain('class="kicker"');
    expect(html).toContain('Ask for a visit begins here.');
    expect(html).toContain('href="https://notes.example.org/ask.md" type="text/markdown"');
  });

  it('has a twin, made of its text', () => {
    expect(page('ask.md')).toBe(`---
title: "Ask for a visit"
description: "When you would like to come."
url: "https://notes.example.org/ask/"
markdown_url: "https://notes.example.org/ask.md"
type: "page"
lang: "en"
---

> For programs: every page of this site is listed, as Markdown, in [/llms.txt](https://notes.example.org/llms.txt).

# Ask for a visit

When you would like to come.

Ask for a visit begins here.

See [about](https://notes.example.org/about/) first. The word is askcanary.

Day
`);
    expect(page('steps/two.md')).toContain('# Step two\n');
  });

  it('is in every list: llms.txt, llms-full.txt, the sitemap, the search in the browser', () => {
    expect(page('llms.txt')).toContain(
      '- [Ask for a visit](https://notes.example.org/ask.md): When you would like to come.',
    );
    expect(page('llms.txt')).toContain('- [Step one](https://notes.example.org/steps/one.md)');
    expect(page('llms-full.txt')).toContain('askcanary');
    expect(page('sitemap.xml')).toContain('<loc>https://notes.example.org/steps/two/</loc>');
    const found = readdirSync(join(site, 'dist/client/pagefind/fragment')).map((file) =>
      gunzipSync(readFileSync(join(site, 'dist/client/pagefind/fragment', file))).toString(),
    );
    expect(found.filter((text) => text.includes('askcanary'))).toHaveLength(1);
  });

  it('may be linked from content, and an endpoint is published as it answers', () => {
    expect(page('data.json')).toBe('{"endpoint":"canary"}');
    expect(page('about/index.html')).toContain('<a href="/ask/">');
  });

  const view = '---\n---\n<main>Mine</main>\n';
  const endpoint = "export const GET = () => new Response('x');\n";
  it.each([
    [
      {
        'src/pages/about.astro': view,
        'src/pages/index.astro': view,
        'src/pages/feed.xml.ts': endpoint,
        'src/pages/llms.txt.astro': view,
        'src/pages/logo.svg.ts': endpoint,
      },
      [
        'src/pages/about.astro:1:1 address: /about/ is also the address of content/pages/about.md',
        '/ is also the address of the front page; put a HomeView of your own into',
        'src/pages/feed.xml.ts:1:1 address: /feed.xml is also the address of a document of the system',
        'src/pages/llms.txt.astro:1:1 address: /llms.txt/ is also the address of a document of the system',
        '/logo.svg is also the address of public/logo.svg; rename one of the two.',
      ],
    ],
    [
      {
        'src/pages/[part].astro':
          "---\nexport const getStaticPaths = () => [{ params: { part: 'hello' } }];\n---\n<main>Mine</main>\n",
      },
      [
        'src/pages/[part].astro:1:1 address: /hello/ is also the address of content/posts/hello.md; rename one of the two.',
      ],
    ],
  ])('at the address of something else is refused: %o', (clashes, sentences) => {
    const before = page('about/index.html');
    for (const [file, text] of Object.entries(clashes)) writeFileSync(join(site, file), text);
    const { status, said } = build();
    for (const file of Object.keys(clashes)) rmSync(join(site, file));
    for (const sentence of sentences) expect(said).toContain(sentence);
    expect(status).toBe(1);
    expect(page('about/index.html')).toBe(before);
  });
});

it('leaves out the parts that are switched off', () => {
  const html = page('long/index.html');
  expect(html).not.toContain('data-twin');
  expect(html).not.toContain('class="contents"');
  expect(html).not.toContain('page-related');
  expect(html).not.toMatch(/minute/);
  expect(html).toContain('search-link');
});

it('names both files where a page that lists its addresses has one of a text, in both builds', () => {
  const file = join(site, 'src/pages/[part].astro');
  writeFileSync(file, listedPages);
  const failure =
    'src/pages/[part].astro:1:1 address: /about/ is also the address of content/pages/about.md; rename one of the two.';
  for (const { status, said } of [build(), astroBuild()]) {
    expect(status).toBe(1);
    expect(said).toContain(failure);
    expect(said).not.toMatch(/^\s+at /m);
  }
  rmSync(file);
  expect(build()).toMatchObject({ status: 0 });
});

it('is the same by astro build, byte for byte', () => {
  cpSync(join(site, 'dist'), join(site, 'fast'), { recursive: true });
  expect(astroBuild()).toMatchObject({ status: 0 });
  const { stdout } = spawnSync('diff', ['-r', 'dist/client', 'fast/client'], { cwd: site, encoding: 'utf8' });
  expect(stdout).toBe('');
});

describe('astro dev', () => {
  let server: DevServer;
  beforeAll(async () => {
    server = await startDevServer(site, undefined, { DEBUG: 'vite:transform' });
  });
  afterAll(() => server?.stop());
  // The server may close an idle connection just when the next request is sent on it.
  const fetchAs = (path: string, accept: string) =>
    fetch(server.url + path, { headers: { Accept: accept, Connection: 'close' } });
  const ask = async (path: string, accept: string) => (await fetchAs(path, accept)).text();

  it('shows components, places and pages of the owner’s own', async () => {
    expect(await ask('/hello/', 'text/html')).toContain('At the end of /hello/');
    const own = await ask('/ask/', 'text/html');
    expect(own).toContain('askcanary');
    expect(own).toContain('At the end of /ask/');
    const { headers } = await fetchAs('/ask/', 'text/html');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('compiles the theme, and takes the core as it is loaded', () => {
    expect(server.output()).toContain('engine/src/components/views/document-view.astro');
    expect(server.output()).not.toContain('engine/src/core/');
  });

  it('asks a page that lists its addresses only for what the site does not have', async () => {
    writeFileSync(join(site, 'src/pages/[part].astro'), listedPages);
    await expect.poll(() => ask('/extra/', 'text/html')).toContain('Part extra');
    for (const path of [
      '/hello/',
      '/hello.md',
      '/posts/',
      '/llms.txt',
      '/ask/',
      '/ask.md',
      '/logo.svg',
      '/search/',
    ])
      expect((await fetchAs(path, 'text/html')).status, path).toBe(200);
    expect(await ask('/about/', 'text/html')).not.toContain('Part about');
    rmSync(join(site, 'src/pages/[part].astro'));
  });

  it('has the twin of such a page as its file is now, in both ways, and lists it', async () => {
    expect(await ask('/ask/', 'text/markdown')).toContain('The word is askcanary.');
    expect(await ask('/llms.txt', '*/*')).toContain('- [Ask for a visit](');
    const file = join(site, 'src/pages/ask.astro');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('askcanary', 'secondcanary'));
    await expect.poll(() => ask('/ask.md', '*/*')).toContain('The word is secondcanary.');
    writeFileSync(file, text);
  });

  it('follows components and styles as they change', async () => {
    const events = await DevEvents.open(server.url);
    for (const [name, from, to, path] of [
      ['theme/site-footer.astro', 'At the end of', 'Below', '/hello/'],
      ['theme/my.css', '#7a1f4b', '#123456', '/hello/'],
    ] as const) {
      const file = join(site, name);
      const text = readFileSync(file, 'utf8');
      const write = async (changed: string) => {
        const { count } = events;
        writeFileSync(file, changed);
        await events.waitFor(({ type }) => type === 'full-reload' || type === 'update', count);
      };
      await write(text.replace(from, to));
      expect(await ask(path, 'text/html'), name).toContain(to);
      await write(text);
    }
    events.close();
    expect(server.output()).not.toContain('Restarting');
  });
});
