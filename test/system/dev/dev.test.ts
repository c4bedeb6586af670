import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DevEvents, type DevServer, startDevServer } from '../../helpers/dev-server.ts';
import { layOutProject, projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { launchBrowser } from '../site/browser.ts';

/** What `npm run dev` promises to whoever writes; on the example content with a draft and a scheduled post. */
const folder = makeQuickFolder('dev');
let server: DevServer;
let events: DevEvents;
let browser: Browser;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const post = (title: string, text: string, more = '') =>
  `---\ntitle: ${title}\ndate: 2026-11-01T10:00:00\n${more}---\n\n${text}\n`;

/** Does something to the files and waits until the browsers were told. */
async function edit(change: () => void, event: 'edition' | 'problems' = 'edition'): Promise<unknown> {
  const { count } = events;
  change();
  return (await events.waitFor(({ name }) => name === event, count)).data;
}

const read = async (path: string, accept = 'text/html') =>
  (await fetch(server.url + path, { headers: { Accept: accept } })).text();

beforeAll(async () => {
  layOutProject(folder, join(projectRoot, 'content'));
  write('content/posts/growing.md', post('Growing', 'The first words.'));
  write('content/posts/steady.md', post('Steady', 'steadycanary50'));
  write('content/posts/not-yet.md', post('Not yet', 'draftcanary51', 'draft: true\n'));
  write('content/posts/some-day.md', post('Some day', 'futurecanary52').replace('2026', '2091'));
  server = await startDevServer(folder);
  expect(server.output()).toContain(server.url);
  events = await DevEvents.open(server.url);
  browser = await launchBrowser();
});
afterAll(async () => {
  events?.close();
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('an edit', () => {
  it('is announced, and then is in the page, its twin, the negotiated form, feeds and queries', async () => {
    expect(await read('/wp-json/wp/v2/posts?slug=growing')).not.toContain('elderberry');
    await edit(() => write('content/posts/growing.md', post('Growing', 'Now with an elderberry.')));
    const found = await Promise.all([
      read('/growing/'),
      read('/growing.md'),
      read('/growing/', 'text/markdown'),
      read('/feed.xml'),
      read('/llms-full.txt'),
      read('/wp-json/wp/v2/posts?slug=growing'),
      read('/wp-json/wp/v2/posts?search=elderberry'),
    ]);
    for (const text of found) expect(text).toContain('elderberry');
    expect(await read('/search/?q=elderberry')).toContain('href="/growing/"');
  });

  it('loads the page again in a browser, with the site’s policy in force', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${server.url}/growing/`);
    await edit(() => write('content/posts/growing.md', post('Growing', 'Now with a mulberry.')));
    await page.getByText('Now with a mulberry.').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('may be a new file, a new folder, or the removal of a file', async () => {
    await edit(() => write('content/pages/deep/down/here.md', '---\ntitle: Here\n---\n\nDeep down.\n'));
    expect(await read('/deep/down/here/')).toContain('Deep down.');
    await edit(() => write('content/pages/deep/down/here.md', '---\ntitle: Here\n---\n\nDeeper.\n'));
    expect(await read('/deep/down/here/')).toContain('Deeper.');
    await edit(() => rmSync(join(folder, 'content/pages/deep'), { recursive: true }));
    expect((await fetch(`${server.url}/deep/down/here/`)).status).toBe(404);
  });

  it('may be of a file in public/', async () => {
    await edit(() => write('public/plain.txt', 'As it is.\n'));
    expect(await read('/plain.txt')).toBe('As it is.\n');
  });

  it('may be of the theme', async () => {
    const file = join(folder, 'src/components/site-footer.astro');
    const text = readFileSync(file, 'utf8');
    await edit(() => writeFileSync(file, text.replace('<footer', '<footer data-edited="yes"')));
    expect(await read('/growing/')).toContain('data-edited="yes"');
    const problems = await edit(() => writeFileSync(file, `${text}<div>{`), 'problems');
    expect(problems).toMatchObject([{ file: 'The theme' }]);
    expect(await read('/growing/')).toContain('data-edited="yes"');
    await edit(() => writeFileSync(file, text));
    expect(await read('/growing/')).not.toContain('data-edited');
  }, 120_000);
});

describe('what is not published', () => {
  it('is shown with a banner', async () => {
    expect(await read('/not-yet/')).toMatch(/role="note">This is a draft[\s\S]*draftcanary51/);
    expect(await read('/some-day/')).toMatch(/role="note">This is dated in the future[\s\S]*futurecanary52/);
    expect(await read('/posts/')).toMatch(/<strong>Draft<\/strong>/);
    expect(await read('/growing/')).not.toContain('role="note">This is');
  });

  it('is not in a build, also while the preview runs', async () => {
    expect(existsSync(join(folder, 'dist'))).toBe(false);
    const build = spawn(process.execPath, ['src/cli/build.ts'], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    });
    expect(await once(build, 'exit')).toEqual([0, null]);
    expect(holders('dist', 'steadycanary50')).not.toEqual([]);
    for (const canary of ['draftcanary51', 'futurecanary52']) expect(holders('dist', canary)).toEqual([]);
    expect(await read('/not-yet/')).toContain('draftcanary51');
  }, 120_000);

  it('is not for other hosts, whose names may have been made to lead here', async () => {
    const [response] = (await once(get(server.url, { headers: { Host: 'example.org' } }), 'response')) as [
      IncomingMessage,
    ];
    expect(response.statusCode).toBe(421);
    response.destroy();
  });
});

/** Files below a folder of the project that hold a text. */
function holders(place: string, text: string): string[] {
  const entries = readdirSync(join(folder, place), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}

describe('what has to be mended', () => {
  const broken = '---\ntitel: Growing\ndate: 2026-11-01\n---\n\n[x](/nowhere-at-all/)\n';
  const sentence = 'is not a field of posts; did you mean "title"?';

  it('is said in the browser and in the terminal, while the last good edition stays; mended, it goes away', async () => {
    const page: Page = await browser.newPage();
    await page.goto(`${server.url}/growing/`);
    const problems = await edit(() => write('content/posts/growing.md', broken), 'problems');
    expect(problems).toContainEqual({
      file: 'content/posts/growing.md',
      line: 2,
      column: 1,
      field: 'titel',
      message: sentence,
    });
    const panel = page.getByRole('alert');
    await panel.waitFor();
    expect(await panel.textContent()).toContain(`content/posts/growing.md:2:1`);
    expect(await panel.textContent()).toContain(sentence);
    expect(await page.textContent('h1')).toBe('Growing');
    expect(server.output()).toContain(`content/posts/growing.md:2:1 titel: ${sentence}`);
    expect(await read('/wp-json/wp/v2/posts?slug=growing')).toContain('mulberry');

    const other = await browser.newPage();
    await other.goto(`${server.url}/about/`);
    await other.getByRole('alert').waitFor();
    await other.close();

    await edit(() => write('content/posts/growing.md', post('Growing', 'Mended.')));
    await page.getByText('Mended.').waitFor();
    await panel.waitFor({ state: 'detached' });
    await page.close();
  });
});

it('a page whose removal would break a link can still be read', async () => {
  const file = 'content/pages/about.md';
  const text = readFileSync(join(folder, file), 'utf8');
  const problems = await edit(() => rmSync(join(folder, file)), 'problems');
  expect(JSON.stringify(problems)).toContain('leads to no page of this site');
  expect(await read('/about/')).toContain('<h1>About');
  expect(await read('/about.md')).toContain('# About');
  await edit(() => write(file, text));
});

describe('everything else of production', () => {
  it('contact delivers into the preview’s own outbox', async () => {
    const address = `${server.url}/wp-json/site/v1/contact`;
    const { submit_token } = (await (await fetch(address)).json()) as { submit_token: string };
    const sent = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'A', email: 'a@example.org', message: 'Hello', submit_token }),
    });
    expect(sent.status).toBe(200);
    expect(readdirSync(join(folder, '.dev/data/outbox'))).toHaveLength(1);
    expect(await read('/contact/')).toContain('<form');
  });

  it('MCP answers with what is written now', async () => {
    const call = { name: 'search', arguments: { query: 'mended' } };
    const response = await fetch(`${server.url}/wp-json/agentsite/v1/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('/growing/');
  });

  it.each([
    ['/growing', 301, ''],
    ['/feed/', 301, ''],
    ['/no-such-page/', 404, 'text/html'],
    ['/no-such-page.md', 404, 'text/markdown'],
    ['/wp-json/wp/v2/posts/1', 404, 'application/json'],
    ['/manual/writing/locked-example.md', 403, 'text/markdown'],
    ['/.well-known/api-catalog', 200, 'application/linkset+json'],
    ['/openapi.json', 200, 'application/json'],
    ['/sitemap.xml', 200, 'application/xml'],
    ['/media/_cards/growing.png', 200, 'image/png'],
  ])('%s answers %i %s', async (path, status, type) => {
    const response = await fetch(server.url + path, { redirect: 'manual', headers: { Accept: 'text/html' } });
    expect(response.status).toBe(status);
    expect(response.headers.get('Content-Type') ?? '').toContain(type);
  });
});
