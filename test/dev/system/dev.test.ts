import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type DevEvent, DevEvents, type DevServer, startDevServer } from '../../helpers/dev-server.ts';
import { plainEnvironment } from '../../helpers/environment.ts';
import { layOutExample } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { launchBrowser } from '../../theme/system/browser.ts';

/** What `astro dev` promises to anyone who writes; on the example content with a draft and a scheduled post. */
const folder = makeQuickFolder('dev');
let server: DevServer;
let events: DevEvents;
let browser: Browser;
let indexBeforeAnyPage = true;

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

const post = (title: string, text: string, more = '') =>
  `---\ntitle: ${title}\ndate: 2026-11-01T10:00:00\n${more}---\n\n${text}\n`;

/** Does something to the files and waits until the browsers were notified. */
async function edit(change: () => unknown, type: 'full-reload' | 'error' = 'full-reload'): Promise<DevEvent> {
  const { count } = events;
  await change();
  return events.waitFor((event) => event.type === type, count);
}

const read = async (path: string, accept = 'text/html') =>
  (await fetch(server.url + path, { headers: { Accept: accept } })).text();

beforeAll(async () => {
  layOutExample(folder, inject('siteFolder'));
  const settings = readFileSync(join(folder, 'src/site.ts'), 'utf8');
  write('src/site.ts', settings.replace(/^ {2}url:/m, '  editor: true,\n  url:'));
  write('content/posts/growing.md', post('Growing', 'The first words.'));
  write('content/posts/steady.md', post('Steady', 'steadycanary50'));
  write('content/posts/not-yet.md', post('Not yet', 'draftcanary51', 'draft: true\n'));
  write('content/posts/some-day.md', post('Some day', 'futurecanary52').replace('2026', '2091'));
  server = await startDevServer(folder);
  expect(server.output()).toContain(server.url);
  events = await DevEvents.open(server.url);
  browser = await launchBrowser();
  indexBeforeAnyPage = existsSync(join(folder, '.dev/content.sqlite'));
});
afterAll(async () => {
  events?.close();
  await browser?.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('makes the content index after the first page', async () => {
  expect(indexBeforeAnyPage).toBe(false);
  await read('/growing/');
  await waitFor(async () => existsSync(join(folder, '.dev/content.sqlite')));
});

it('takes 540 MB for the example where Vite bundles its dependencies, which it does once; then 440', async () => {
  await read('/');
  const [, size] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.process.pid}/status`, 'utf8')) ?? [];
  expect(Number(size) / 1024).toBeLessThan(620);
});

it('shows pages in the next look, on the next page too, at the press of a button', async () => {
  const page = await browser.newPage();
  const look = () => page.evaluate('document.documentElement.dataset.look');
  await page.goto(`${server.url}/`);
  await page.getByRole('button', { name: "look: 'classic'" }).click();
  expect(await look()).toBe('magazine');
  expect(await page.locator('.entries-cards').count()).toBeGreaterThan(0);
  await page.goto(`${server.url}/growing/`);
  for (const name of ['magazine', 'notebook', 'poster'])
    await page.getByRole('button', { name: `look: '${name}'` }).click();
  expect(await look()).toBeUndefined();
  expect(await page.locator('.entries-cards').count()).toBe(0);
  await page.close();
});

describe('an edit', () => {
  it('may be of a style, which a page takes over without being loaded again', async () => {
    const file = join(folder, 'src/styles/tokens.css');
    const text = readFileSync(file, 'utf8');
    const page = await browser.newPage();
    // Vite knows what a page shows when the page has asked for its modules.
    await page.goto(`${server.url}/growing/`, { waitUntil: 'networkidle' });
    await page.evaluate('window.kept = "yes"');
    writeFileSync(file, `${text}\nbody { outline: 7px solid rgb(1, 2, 3); }\n`);
    const outline = () => page.evaluate('getComputedStyle(document.body).outlineWidth');
    await waitFor(async () => (await outline()) === '7px');
    expect(await page.evaluate('window.kept')).toBe('yes');
    expect(await read('/growing/')).toContain('outline: 7px');
    writeFileSync(file, text);
    await waitFor(async () => (await outline()) !== '7px');
    expect(await page.evaluate('window.kept')).toBe('yes');
    expect(await read('/growing/')).not.toContain('outline: 7px');
    await page.close();
    // Nor did one come that was sent before anybody listened.
    expect(events.reloads(0)).toBe(0);
  });

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

  it('loads the page again in a browser, with nothing against the policy', async () => {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    // An edit is announced to those who listen by then.
    const listens = page.waitForEvent('console', (message) => message.text() === '[vite] connected.');
    await page.goto(`${server.url}/growing/`);
    await listens;
    await edit(() => write('content/posts/growing.md', post('Growing', 'Now with a mulberry.')));
    await page.getByText('Now with a mulberry.').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('in the browser changes what its author changed, and is in the page', async () => {
    const refused: string[] = [];
    const file = 'content/posts/exact.md';
    for (const date of ['2026-11-02', '2026-11-02T10:20:30', '2026-11-02 10:20', '2026-11-02T10:20Z']) {
      const text = post('Exact', '* A list').replace('2026-11-01T10:00:00', date);
      await edit(() => write(file, text));
      // A page of its own: after a save the editor moves on by itself, which would end a reload.
      const page = await browser.newPage({ timezoneId: 'America/New_York' });
      page.on('response', (response) => response.status() >= 400 && refused.push(response.url()));
      await page.goto(`${server.url}/edit/#/collections/post`);
      await page.getByText('Exact', { exact: true }).first().click();
      await page.locator('input[type=datetime-local]').first().waitFor();
      await page.getByRole('textbox', { name: 'Title' }).fill('Exacter');
      const [{ count }, said] = [events, server.output().length];
      const becomesDraft = date.endsWith('Z');
      if (becomesDraft) await page.getByRole('switch', { name: 'Draft' }).click();
      await edit(() => page.getByRole('button', { name: 'Save' }).click());
      if (becomesDraft) await page.getByText('Exacter · Draft').waitFor();
      expect(await read('/exact/')).toContain('Exacter');
      await waitFor(async () => server.output().slice(said).includes(file));
      expect(events.reloads(count)).toBe(1);
      const saved = text.replace('Exact', 'Exacter');
      expect(readFileSync(join(folder, file), 'utf8')).toBe(
        becomesDraft ? saved.replace('Z\n', 'Z\ndraft: true\n') : saved,
      );
      await page.close();
    }
    expect(refused).toEqual([]);
  });

  it('that contains scripts and styles shows that a build blocks them, and says so', async () => {
    const html =
      '<p id="own" style="color: red" onclick="window.ran = 1">Own</p>\n<script>window.ran = 2</script>\n<style>#own { color: red }</style>';
    await edit(() => write('content/posts/growing.md', post('Growing', html)));
    await waitFor(async () => server.output().includes('onclick="…" is blocked'));
    for (const what of ['style="…"', '<script>', '<style>'])
      expect(server.output()).toContain(`${what} is blocked by the Content-Security-Policy`);
    const page = await browser.newPage();
    await page.goto(`${server.url}/growing/`);
    await page.locator('#own').click();
    const seen = await page.evaluate(() => [
      getComputedStyle(document.querySelector('#own') as Element).color,
      (window as { ran?: number }).ran,
      getComputedStyle(document.body).fontFamily.includes('Literata'),
    ]);
    await page.close();
    expect(seen).toEqual([expect.not.stringContaining('rgb(255, 0, 0)'), undefined, true]);
    await edit(() => write('content/posts/growing.md', post('Growing', 'Now with a mulberry.')));
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

  it('may be of a component; one that does not compile is reported with its place', async () => {
    const file = join(folder, 'src/components/site-footer.astro');
    const text = readFileSync(file, 'utf8');
    await edit(() => writeFileSync(file, text.replace('<footer', '<footer data-edited="yes"')));
    expect(await read('/growing/')).toContain('data-edited="yes"');
    await edit(() => writeFileSync(file, `${text}<div>{nothing.at.all}</div>`));
    const { count } = events;
    const broken = await fetch(`${server.url}/growing/`, { headers: { Accept: 'text/html' } });
    expect(broken.status).toBe(500);
    const failed = await events.waitFor(({ type }) => type === 'error', count);
    expect(failed.err?.message).toContain('nothing is not defined');
    expect(failed.err?.loc?.file).toContain('site-footer.astro');
    expect(failed.err?.loc?.line).toBeGreaterThan(0);
    await edit(() => writeFileSync(file, text));
    expect(await read('/growing/')).not.toContain('data-edited');
    // From then on an edit loads the page once, as before.
    const fixed = events.count;
    await edit(() => writeFileSync(file, text.replace('<footer', '<footer data-edited="again"')));
    expect(await read('/growing/')).toContain('data-edited="again"');
    await edit(() => writeFileSync(file, text));
    await edit(() => write('public/plain.txt', 'After the component.\n'));
    expect(events.reloads(fixed)).toBe(3);
  });

  it('may follow another one at once: no page stays what it was', async () => {
    const file = join(folder, 'src/components/site-footer.astro');
    const text = readFileSync(file, 'utf8');
    for (let round = 0; round < 40; round++) {
      const word = `data-round="${round}."`;
      writeFileSync(file, text.replace('<footer', `<footer ${word}`));
      await waitFor(async () => (await read('/growing/')).includes(word));
    }
    writeFileSync(file, text);
    await waitFor(async () => !(await read('/growing/')).includes('data-round'));
  });

  it('may be of the settings; those that cannot be used are reported, and the last ones stay', async () => {
    const file = join(folder, 'src/site.ts');
    const text = readFileSync(file, 'utf8');
    const page = await browser.newPage();
    const connected = page.waitForEvent('console', (message) => message.text().includes('[vite] connected'));
    await page.goto(`${server.url}/about/`);
    await connected;
    writeFileSync(file, text.replace("title: 'Agentsite'", "title: 'Renamed'"));
    await waitFor(async () => (await read('/about/')).includes(' · Renamed</title>'));
    // A page that is open loads itself again.
    await page.waitForFunction(() => document.title.endsWith('Renamed'));
    await page.close();
    writeFileSync(file, text.replace("timezone: 'Europe/Berlin'", "timezone: 'Europe/Nowhere'"));
    await waitFor(async () => server.output().includes('is not an IANA time zone'));
    expect(await read('/about/')).toContain(' · Renamed</title>');
    writeFileSync(file, text);
    await waitFor(async () => (await read('/about/')).includes(' · Agentsite</title>'));
    events.close();
    events = await DevEvents.open(server.url);
  });

  it('may be a page of the owner’s own', async () => {
    write('src/pages/mine.astro', '---\n---\n<h1>owncanary</h1>\n');
    await waitFor(async () => (await read('/mine/')).includes('owncanary'));
    await edit(() => write('src/pages/mine.astro', '---\n---\n<h1>ownchanged</h1>\n'));
    expect(await read('/mine/')).toContain('ownchanged');
    rmSync(join(folder, 'src/pages'), { recursive: true });
  });
});

/** Asks until it is true; tests end with a time limit of their own. */
async function waitFor(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds().catch(() => false))) await delay(20);
}

describe('what is not published', () => {
  it('is shown with a banner', async () => {
    expect(await read('/not-yet/')).toMatch(/role="note">This is a draft[\s\S]*draftcanary51/);
    expect(await read('/some-day/')).toMatch(/role="note">This is scheduled[\s\S]*futurecanary52/);
    expect(await read('/posts/')).toMatch(/<strong>Draft<\/strong>/);
    expect(await read('/growing/')).not.toContain('role="note">This is');
  });

  it('is not in a build, also while the preview runs', async () => {
    expect(existsSync(join(folder, 'dist'))).toBe(false);
    const build = spawn(process.execPath, ['src/cli/build.ts'], {
      cwd: folder,
      env: { ...plainEnvironment },
    });
    expect(await once(build, 'exit')).toEqual([0, null]);
    expect(holders('dist', 'steadycanary50')).not.toEqual([]);
    for (const canary of ['draftcanary51', 'futurecanary52']) expect(holders('dist', canary)).toEqual([]);
    expect(await read('/not-yet/')).toContain('draftcanary51');
  });

  it('is not for other hosts, whose names may have been made to lead here', async () => {
    const [response] = (await once(get(server.url, { headers: { Host: 'example.org' } }), 'response')) as [
      IncomingMessage,
    ];
    expect(response.statusCode).toBe(403);
    response.destroy();
  });

  it.each(['text/html', '*/*', 'text/markdown', 'application/json'])(
    'is not handed out as a file, nor is anything else of the folder, to who accepts %s',
    async (accept) => {
      const real = realpathSync(folder);
      const files = ['content/posts/not-yet.md', 'package.json', 'sidecar/main.ts', 'astro.config.mjs'];
      const paths = files.flatMap((file) => [
        `/${file}`,
        `/${file}?raw`,
        `/${file}?import&raw`,
        `/${file}?url`,
        `/src/../${file}`,
        `/src/%2e%2e/${file}`,
        `/@fs${real}/${file}`,
        `/@fs${real}/${file}?raw`,
        `/@fs${real}/src/../${file}?import&raw`,
        `/@id/${real}/${file}?raw`,
      ]);
      paths.push(
        `/@fs${real}/.dev/data/secret`,
        '/.dev/data/secret',
        '/.dev/compiled.sqlite',
        '/@fs/etc/passwd',
      );
      for (const path of paths) {
        const text = await exchange(path, accept);
        for (const secret of [
          'draftcanary51',
          '"devDependencies"',
          'composition root',
          'defineConfig',
          'root:x:',
        ])
          expect(text.includes(secret), `${secret} at ${path}`).toBe(false);
      }
    },
  );
});

/** An answer to just these bytes: `fetch` would tidy the path up. */
async function exchange(path: string, accept: string): Promise<string> {
  const [response] = (await once(get(server.url, { path, headers: { Accept: accept } }), 'response')) as [
    IncomingMessage,
  ];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}

/** Contrast of an element's text to the first opaque background behind it (WCAG 2.2), through shadow roots. */
function contrastOf(element: Locator): Promise<number> {
  return element.evaluate((start) => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [r = 0, g = 0, b = 0] = channels(color).map((value) => {
        const part = value / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const text = luminance(getComputedStyle(start).color);
    let at: Element | null = start;
    while (at && channels(getComputedStyle(at).backgroundColor)[3] === 0)
      at = at.parentElement ?? (at.getRootNode() as ShadowRoot).host ?? null;
    const back = luminance(at ? getComputedStyle(at).backgroundColor : 'rgb(255, 255, 255)');
    return (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
  });
}

/** Files below a folder of the project that hold a text. */
function holders(place: string, text: string): string[] {
  const entries = readdirSync(join(folder, place), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}

describe('what must be fixed', () => {
  const broken = '---\ntitel: Growing\ndate: 2026-11-01\n---\n\n[x](/nowhere-at-all/)\n';
  const sentence = 'is not a field of posts; did you mean "title"?';

  it('is said in the browser and in the terminal, while the last good version stays; fixed, it goes away', async () => {
    const page: Page = await browser.newPage();
    await page.goto(`${server.url}/growing/`);
    const { err } = await edit(() => write('content/posts/growing.md', broken), 'error');
    // Astro makes it fit for HTML.
    expect(err?.message.replaceAll('&quot;', '"')).toContain(
      `content/posts/growing.md:2:1 titel: ${sentence}`,
    );
    expect(err?.message).toContain('title: is missing');
    expect(err?.loc).toMatchObject({ file: join(folder, 'content/posts/growing.md'), line: 2, column: 1 });
    const panel = page.locator('vite-error-overlay');
    await panel.waitFor();
    await panel.getByText(`content/posts/growing.md:2:1 titel: ${sentence}`).first().waitFor();
    expect(await page.textContent('h1')).toBe('Growing');
    await waitFor(async () => server.output().includes(`content/posts/growing.md:2:1 titel: ${sentence}`));
    expect(await read('/wp-json/wp/v2/posts?slug=growing')).toContain('mulberry');

    for (const [width, height] of [
      [1280, 800],
      [320, 640],
    ] as const) {
      const other = await browser.newPage({ viewport: { width, height } });
      await other.goto(`${server.url}/about/`);
      const over = other.locator('vite-error-overlay');
      await over.waitFor();
      const box = await over.boundingBox();
      expect(box).toMatchObject({ x: 0, y: 0, height });
      // Less the scroll bar of the page.
      expect(box?.width).toBeGreaterThan(width - 20);
      const message = over.getByText(`titel: ${sentence}`).first();
      expect((await message.boundingBox())?.y).toBeLessThan(height / 2);
      expect(await contrastOf(message)).toBeGreaterThan(4.5);
      await other.keyboard.press('Escape');
      expect(await over.count()).toBe(0);
      await other.close();
    }

    await edit(() => write('content/posts/growing.md', post('Growing', 'Repaired.')));
    await page.getByText('Repaired.').waitFor();
    await panel.waitFor({ state: 'detached' });
    await page.close();
  });
});

it('a page whose removal would break a link can still be read', async () => {
  const file = 'content/pages/about.md';
  const text = readFileSync(join(folder, file), 'utf8');
  const { err } = await edit(() => rmSync(join(folder, file)), 'error');
  expect(err?.message).toContain('links to no page of this site');
  expect(await read('/about/')).toMatch(/<h1[^>]*>About/);
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
    const call = { name: 'search', arguments: { query: 'repaired' } };
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
