import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { surfaces, surfacesOf } from '../../../src/core/model/surfaces.ts';
import { basePath, paths } from '../../../src/core/model/urls.ts';
import { crawl } from '../../../src/hosts/crawl.ts';
import { createFileHost } from '../../../src/hosts/file-host.ts';
import { verifyFolder } from '../../../src/hosts/verify.ts';
import { plainEnvironment } from '../../helpers/environment.ts';
import { findFreePort, listens } from '../../helpers/ports.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { buildTarget, layOutTargetsSite, runEngine, type TargetBuild } from '../../helpers/targets-site.ts';
import { launchBrowser } from '../../theme/system/browser.ts';

/** One site, published for each kind of host. */
const folder = makeQuickFolder('targets');
const own = 'https://notes.example.org';
const places = {
  server: own,
  static: own,
  'github-pages': 'https://user.github.io/repo',
  netlify: own,
  cloudflare: own,
} as const;
type Target = keyof typeof places;
const targets = Object.keys(places) as Target[];
const ofFiles = targets.filter((target) => target !== 'server');
const builds = new Map<Target, TargetBuild>();
let root = '';

beforeAll(async () => {
  root = layOutTargetsSite(folder);
  for (const target of targets) {
    builds.set(target, await buildTarget(root, target, places[target], join(folder, target)));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function build(target: Target): TargetBuild {
  const made = builds.get(target);
  if (!made) throw new Error(`${target} was not built`);
  return made;
}

const read = (target: Target, file: string) => readFileSync(join(build(target).folder, file), 'utf8');

describe.each(ofFiles)('%s', (target) => {
  it('advertises nothing that its host does not answer, with the type that is said to be there', async () => {
    const { folder: published, site } = build(target);
    const { asked, findings } = await verifyFolder(published, site);
    expect(findings).toEqual([]);
    expect(asked).toBeGreaterThan(80);
  });

  it('publishes nothing of a server, and names nothing that only a server answers', () => {
    const { folder: published } = build(target);
    const files = globSync('**', { cwd: published, exclude: (name) => name === 'pagefind' });
    expect(
      files.filter((file) => /^(?:client|server|_errors)(?:\/|$)|\.sqlite$|server\.json$/.test(file)),
    ).toEqual([]);
    const documents = globSync('**/*.{html,md,txt,json,xml}', { cwd: published }).map((file) => [
      file,
      readFileSync(join(published, file), 'utf8'),
    ]);
    expect(documents.length).toBeGreaterThan(30);
    for (const [file, text = ''] of documents) {
      for (const path of [paths.mcp, paths.contactApi, paths.mcpCard, `"${paths.contact}"`, 'submit_token']) {
        expect(text.includes(path), `${path} in ${file}`).toBe(false);
      }
    }
  });

  it('says only there that pages are negotiated where its host does that', () => {
    const negotiates = ['netlify', 'cloudflare'].includes(target);
    expect(read(target, 'llms.txt').includes('Accept: text/markdown')).toBe(negotiates);
    expect(read(target, 'openapi.json').includes('`Accept` prefers')).toBe(negotiates);
  });

  it('leads the contact of pages, navigation and documents to the mail of the owner', () => {
    const page = read(target, 'compost/index.html');
    expect(page.match(/href="mailto:keeper@notes\.example\.org"/g)).toHaveLength(3);
    expect(read(target, 'compost.md')).toContain('[write to me](mailto:keeper@notes.example.org)');
  });

  it('has the page for unknown addresses where hosts look for it, and an index of the search', () => {
    expect(read(target, '404.html')).toContain('noindex');
    // No server would name pages with similar addresses.
    expect(read(target, '404.html')).not.toContain('data-near');
    expect(existsSync(join(build(target).folder, 'pagefind/pagefind.js'))).toBe(true);
  });
});

describe('a base path', () => {
  it('is before every address from the root, in pages, feeds, twins, JSON and the search', () => {
    const page = read('github-pages', 'compost/index.html');
    expect(page).toContain('<a href="/repo/about/">about</a>');
    expect(page).toContain('<a href="/repo/hello/">hello</a>');
    expect(page).toMatch(/srcset="\/repo\/media\//);
    expect(read('github-pages', 'compost.md')).toContain('(https://user.github.io/repo/about.md)');
    expect(read('github-pages', 'feed.xml')).toContain('https://user.github.io/repo/about/');
    expect(read('github-pages', 'sitemap.xml')).toContain('<loc>https://user.github.io/repo/compost/</loc>');
    expect(read('github-pages', 'old-compost/index.html')).toContain(
      'url=https://user.github.io/repo/compost/',
    );
  });

  it('is part of what the search in the browser finds', async () => {
    const { folder: published, site } = build('github-pages');
    const server = createFileHost(published, site).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const browser = await launchBrowser();
    try {
      const address = server.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}/repo/search/?q=compostcanary`);
      await page.waitForSelector('.search-results a');
      expect(await page.getAttribute('.search-results a', 'href')).toBe('/repo/compost/');
      await page.click('.search-results a');
      await page.waitForURL('**/repo/compost/');
      expect(await page.textContent('h1')).toBe('Compost');
    } finally {
      await browser.close();
      server.close();
    }
  });

  it('leaves out what only the top of a host can hold, and the build says so', () => {
    const { folder: published, said } = build('github-pages');
    expect(globSync('{.well-known,robots.txt}', { cwd: published })).toEqual([]);
    expect(said).toMatch(/Left out, .* \/repo: .*\/\.well-known\/api-catalog/);
  });

  it('is refused where the host serves a site at its top', async () => {
    const { status, said } = await runEngine(root, ['check'], {
      DEPLOY: 'netlify',
      SITE_URL: places['github-pages'],
    });
    expect(status).not.toBe(0);
    expect(said).toContain('must be https://user.github.io');
  });
});

describe('what hosts read', () => {
  it('GitHub Pages gets .nojekyll, so that folders with an underscore or a dot stay', () => {
    expect(read('github-pages', '.nojekyll')).toBe('');
    expect(existsSync(join(build('static').folder, '.nojekyll'))).toBe(false);
  });

  it('Netlify and Cloudflare get headers and redirects', () => {
    for (const target of ['netlify', 'cloudflare'] as const) {
      expect(read(target, '_redirects')).toContain('/old-compost/ /compost/ 301\n');
      expect(read(target, '_redirects').trimEnd().endsWith('/archives/:p1/ /posts/ 302')).toBe(true);
      expect(read(target, '_headers')).toContain(
        '/category/garden/feed.json\n  Content-Type: application/feed+json',
      );
    }
  });
});

describe('one site on five hosts', () => {
  /** The words of a page, in their order; scripts, styles and the interfaces that it names to software left out. */
  const wordsOf = (html: string) =>
    html
      .replace(/<\/main>\s*<aside[\s\S]*?<\/aside>/, ' ')
      .replace(/<(script|style|head)\b[\s\S]*?<\/\1>/g, ' ')
      .replace(/<[^>]*>/g, ' ')
      .split(/\s+/)
      .filter((word) => word !== '');
  const pagesOf = (target: Target) =>
    globSync('**/index.html', { cwd: build(target).folder })
      .filter((file) => !read(target, file).includes('http-equiv="refresh"'))
      .sort();

  it('has the same pages, with the same words, addresses apart', () => {
    const words = (target: Target, file: string) =>
      wordsOf(read(target, file).replaceAll(places[target], ''));
    for (const target of ofFiles) {
      expect(pagesOf(target)).toEqual(pagesOf('server'));
      for (const file of pagesOf('server')) {
        expect([target, file, words(target, file)]).toEqual([target, file, words('server', file)]);
      }
    }
  });

  it('has the same twins, addresses apart', () => {
    const plain = (target: Target, file: string) =>
      read(target, file)
        .replaceAll(places[target], '')
        .replaceAll('/wp-json/wp/v2/posts.json', '/wp-json/wp/v2/posts')
        .replaceAll('mailto:keeper@notes.example.org', paths.contact)
        .replaceAll('/contact.md', paths.contact);
    const twins = globSync('**/*.md', { cwd: build('server').folder }).filter(
      (file) => !/^(?:_errors|\.well-known)\/|^(?:contact|search|auth|index|sitemap)\.md$/.test(file),
    );
    expect(twins.length).toBeGreaterThan(10);
    for (const target of ofFiles) {
      for (const file of twins)
        expect([target, file, plain(target, file)]).toEqual([target, file, plain('server', file)]);
    }
  });

  it('has the same JSON objects, their links apart', () => {
    const plain = (target: Target, file: string) => {
      const text = read(target, file)
        .replaceAll(places[target], '')
        .replaceAll('/wp-json/wp/v2/posts.json', '/wp-json/wp/v2/posts')
        .replaceAll('mailto:keeper@notes.example.org', paths.contact);
      return JSON.parse(text, (name, value) => (name === '_links' ? undefined : value)) as unknown;
    };
    const objects = globSync('wp-json/wp/v2/**/*.json', { cwd: build('server').folder }).filter(
      (file) => !/\/(?:search|comments)\.json$/.test(file),
    );
    expect(objects.length).toBeGreaterThan(15);
    for (const target of ofFiles) {
      for (const file of objects)
        expect([target, file, plain(target, file)]).toEqual([target, file, plain('server', file)]);
    }
  });

  it('leaves out of the registry only what the table of differences names', () => {
    const missing = (target: Target) => {
      const present = new Set(surfacesOf(build(target).site).map(({ path }) => path));
      return surfaces.map(({ path }) => path).filter((path) => !present.has(path) && path !== paths.wpRoot);
    };
    const forServers = [
      paths.mcpCard,
      paths.mcpServerCard,
      paths.passages,
      paths.mcp,
      paths.mcpEndpointCard,
      paths.contactApi,
    ];
    expect(missing('netlify')).toEqual(forServers);
    expect(missing('cloudflare')).toEqual(forServers);
    expect(missing('static')).toEqual([paths.apiCatalog, ...forServers]);
  });
});

describe('a plain file server', () => {
  it.each(['static', 'github-pages'] as const)(
    'serves the build for %s, as a browser and a program see it',
    async (target) => {
      const { folder: published, site } = build(target);
      const base = basePath(site);
      const top = published.slice(0, published.length - base.length);
      if (base !== '') copyFileSync(join(published, '404.html'), join(top, '404.html'));
      const port = await findFreePort();
      const server = spawn(
        process.execPath,
        [
          join(projectRoot, 'node_modules/http-server/bin/http-server'),
          top,
          '-a',
          '127.0.0.1',
          '-p',
          String(port),
          '-s',
          '-c-1',
        ],
        { stdio: 'ignore' },
      );
      try {
        await expect.poll(() => listens(port)).toBe(true);
        const { origin } = new URL(site.url);
        const ask = (url: string) =>
          fetch(url.replace(origin, `http://127.0.0.1:${port}`), { redirect: 'manual' });
        const starts = [`${site.url}/`, ...surfacesOf(site).map(({ path }) => site.url + path)];
        const { asked, findings } = await crawl(site.url, starts, ask);
        expect(findings).toEqual([]);
        expect(asked).toBeGreaterThan(80);
        const missing = await ask(`${site.url}/no/such/page/`);
        expect([missing.status, await missing.text()]).toEqual([
          404,
          readFileSync(join(published, '404.html'), 'utf8'),
        ]);
      } finally {
        const ended = once(server, 'exit');
        server.kill();
        await ended;
      }
    },
  );
});

describe('what cannot be published as files', () => {
  it('is named with its place: a link to a form that is not there', async () => {
    const other = makeQuickFolder('targets-without-mail');
    try {
      const site = layOutTargetsSite(other, {
        'site.ts': readFileSync(join(root, 'site.ts'), 'utf8').replace(/ {2}contact:.*\n/, ''),
      });
      const { status, said } = await runEngine(site, ['check'], { DEPLOY: 'static' });
      expect(status).toBe(1);
      expect(said).toMatch(
        /content\/posts\/compost\.md:\d+:\d+ link: "\/contact\/" links to nothing .* set contact: 'mailto:/,
      );
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  it('is not served by a sidecar: start says what to do instead', async () => {
    const child = spawn(process.execPath, [join(root, '../engine/sidecar/main.ts'), '--build-when-needed'], {
      cwd: root,
      env: { ...plainEnvironment, DEPLOY: 'netlify', PORT: '0' },
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    const [status] = await once(child, 'close');
    expect(status).toBe(1);
    expect(said).toContain('published as files');
  });
});
