import { once } from 'node:events';
import { existsSync, globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { surfacesOf } from '../../../src/core/model/surfaces.ts';
import { absoluteUrl, paths } from '../../../src/core/model/urls.ts';
import { crawl } from '../../../src/hosts/crawl.ts';
import { createFileHost } from '../../../src/hosts/file-host.ts';
import { findFreePort } from '../../helpers/ports.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { type SiteProcess, startSite } from '../../helpers/site-process.ts';
import { buildTarget, layOutTargetsSite, type TargetBuild } from '../../helpers/targets-site.ts';
import { launchBrowser } from '../../theme/system/browser.ts';

/** Files on one host, below a path, and the sidecar on another one. */
const folder = makeQuickFolder('split');
/** Milliseconds that a person needs at least for a form, and a little more. */
const leastFormTime = 3_500;
let root = '';
let url = '';
let api = '';
let files: TargetBuild;
let host: Server;
let sidecar: SiteProcess;
let browser: Browser;

beforeAll(async () => {
  const [filePort, apiPort] = [await findFreePort(), await findFreePort()];
  url = `http://127.0.0.1:${filePort}/repo`;
  api = `http://127.0.0.1:${apiPort}`;
  root = layOutTargetsSite(folder, {
    'site.ts': `export const site = {
  title: 'Field notes', description: 'Notes from the field.',
  url: '${url}', deploy: 'github-pages', sidecar: '${api}',
  owner: { name: 'The owner', slug: 'owner' },
  navigation: [{ label: 'About', path: '/about/' }],
};
`,
  });
  files = await buildTarget(root, 'github-pages', url, join(folder, 'published'));
  host = createFileHost(files.folder, files.site).listen(filePort, '127.0.0.1');
  await once(host, 'listening');
  const settings = { SITE_URL: url, PORT: String(apiPort) };
  sidecar = await startSite(root, settings, join(root, '../engine/sidecar/main.ts'));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await sidecar?.stop();
  host?.close();
  rmSync(folder, { recursive: true, force: true });
});

const outbox = () =>
  existsSync(join(root, '.data/outbox')) ? readdirSync(join(root, '.data/outbox')).length : 0;

describe('what is advertised', () => {
  it('answers, with the type that is said to be there, on whichever of the two hosts it is', async () => {
    const ask = (address: string) => {
      const isMcp = address === absoluteUrl(files.site, paths.mcp);
      const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
      const post = { method: 'POST', body: ping, headers: { 'Content-Type': 'application/json' } };
      return fetch(address, { redirect: 'manual', ...(isMcp ? post : {}) });
    };
    const starts = [`${url}/`, ...surfacesOf(files.site).map(({ path }) => absoluteUrl(files.site, path))];
    const { asked, findings } = await crawl(url, starts, ask, api);
    // WordPress names routes that only editors may ask, and answers 401 there; some of the names are patterns.
    const isClosed = ({ url: at, problem }: (typeof findings)[number]) =>
      at.startsWith(`${api}/wp-json/wp/v2/`) && (problem === 'answers 401' || at.includes('(?P'));
    expect(findings.filter((finding) => !isClosed(finding))).toEqual([]);
    expect(asked).toBeGreaterThan(120);
  });

  it('is the whole registry: what the files cannot be, the sidecar is', () => {
    const present = surfacesOf(files.site).map(({ path }) => absoluteUrl(files.site, path));
    for (const path of [paths.mcp, paths.contactApi, paths.apiCatalog, paths.mcpCard, paths.wpRoot]) {
      expect(present).toContain(api + path);
    }
    for (const path of [paths.llms, paths.openapi, paths.auth, paths.wpFiles])
      expect(present).toContain(url + path);
    expect(globSync('{.well-known,robots.txt,client,server}', { cwd: files.folder })).toEqual([]);
  });

  it('is described with the host that answers it', () => {
    const { servers, paths: described } = JSON.parse(
      readFileSync(join(files.folder, 'openapi.json'), 'utf8'),
    );
    expect(servers[0].url).toBe(url);
    expect(described[paths.contactApi].servers).toEqual([{ url: api }]);
    expect(described['/wp-json/wp/v2/posts'].servers).toEqual([{ url: api }]);
    expect(described[paths.llms]).not.toHaveProperty('servers');
  });

  it('is said alike by both: what the sidecar finds links to the pages', async () => {
    const found = await (await fetch(`${api}${paths.wpSearch}?search=compostcanary`)).json();
    expect(found).toMatchObject([{ url: `${url}/compost/` }]);
    expect(found[0]._links.self[0].href).toContain(`${api}/wp-json/wp/v2/posts/`);
  });
});

describe('the sidecar', () => {
  it.each(['/', '/about/', '/about.md', '/llms.txt', '/search/?q=a', '/feed.xml'])(
    'goes from %s to the host of the files',
    async (path) => {
      const response = await fetch(api + path, { redirect: 'manual' });
      expect([response.status, response.headers.get('location')]).toEqual([301, url + path]);
      expect((await fetch(api + path)).status).toBe(200);
    },
  );

  it('says what is missing itself, with links to the files', async () => {
    const response = await fetch(`${api}/nowhere/`, { headers: { Accept: 'application/json' } });
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'rest_no_route' }]);
    expect(response.headers.get('link')).toContain(`<${url}/llms.txt>`);
  });
});

describe('contact', () => {
  it('a reader follows the link of a page, writes, and comes back', async () => {
    const before = outbox();
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`${url}/compost/`);
    await page.locator('footer').getByRole('link', { name: 'Contact' }).click();
    await page.waitForURL(`${api}/contact/`);
    await page.getByRole('textbox', { name: /name/i }).fill('A reader');
    await page.getByRole('textbox', { name: /mail/i }).fill('reader@example.org');
    await page.getByRole('textbox', { name: /message/i }).fill('Hello there.');
    await page.waitForTimeout(leastFormTime);
    await page.getByRole('button', { name: /send/i }).click();
    await page.getByRole('heading', { level: 1, name: /thank/i }).waitFor();
    expect(outbox()).toBe(before + 1);
    await page.getByRole('link', { name: 'About' }).click();
    await page.waitForURL(`${url}/about/`);
    expect(problems).toEqual([]);
    await page.goto(`${url}/contact/`);
    await page.waitForURL(`${api}/contact/`);
    await page.close();
  });

  it('a form on the pages of the site may post to it, and comes back filled in; one of others is refused', async () => {
    const post = (origin: string, site: string) =>
      fetch(`${api}/contact/`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/x-www-form-urlencoded',
          Accept: 'text/html',
          Origin: origin,
          'Sec-Fetch-Site': site,
        },
        body: 'name=A+reader&message=Keep+this',
      });
    const own = await (await post(new URL(url).origin, 'cross-site')).text();
    expect(own).toContain('Keep this');
    expect(own).toMatch(/name="submit_token" value="[^"]{20,}"/);
    for (const [origin, site] of [
      ['https://elsewhere.example', 'cross-site'],
      ['null', 'cross-site'],
      [api.replace('127.0.0.1', 'localhost'), 'same-site'],
    ] as const) {
      const foreign = await post(origin, site);
      expect([foreign.status, (await foreign.text()).includes('Keep this')]).toEqual([403, false]);
    }
  });

  it('scripts of the site may call the endpoint, those of others may not', async () => {
    const before = outbox();
    const page = await browser.newPage();
    await page.goto(`${url}/about/`);
    const sent = await page.evaluate(async (endpoint) => {
      const { submit_token } = await (await fetch(endpoint)).json();
      const message = { name: 'A', email: 'a@example.org', message: 'From a script.', submit_token };
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() };
      const response = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(message) });
      return response.json();
    }, api + paths.contactApi);
    await page.close();
    expect(sent).toMatchObject({ sent: true });
    expect(outbox()).toBe(before + 1);
    const foreign = await fetch(api + paths.contactApi, { headers: { Origin: 'https://elsewhere.example' } });
    expect([foreign.headers.get('access-control-allow-origin'), foreign.headers.get('vary')]).toEqual([
      null,
      expect.stringContaining('Origin'),
    ]);
  });
});
