import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { plainEnvironment } from '../../helpers/environment.ts';
import { layOutExample } from '../../helpers/project-copy.ts';

/** How pages come out of a compiled theme: what `src/astro/shared-render.ts` relies on in Astro, on the example content. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-quick-pages-'));
const project = join(folder, 'site');
beforeEach(() => layOutExample(project, inject('siteFolder')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const client = join(project, 'dist/client');
const themes = 'node_modules/.cache/agentsite/themes';
const base = join(project, 'src/layouts/base.astro');
const warning = 'Pages are rendered one request each';

/** Builds, and reads all HTML pages. */
function build(SITE_URL = inject('siteUrl')): { output: string; pages: Record<string, string> } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/build.ts'], {
    cwd: project,
    env: { ...plainEnvironment, SITE_URL },
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
  const files = listFiles().filter((file) => file.endsWith('.html'));
  const pages = Object.fromEntries(files.map((file) => [file, readFileSync(join(client, file), 'utf8')]));
  return { output: stdout + stderr, pages };
}

it('pages that share what they are rendered with are those that Astro renders for a request each', () => {
  const shared = build();
  expect(shared.output).not.toContain(warning);
  // A middleware may do anything with a request, so each page gets one.
  const middleware = join(project, 'src/middleware.ts');
  writeFileSync(middleware, 'export const onRequest = ({ url }, next) => (url ? next() : next());\n');
  const alone = build();
  expect(alone.output).toContain(warning);
  expect(Object.keys(alone.pages).length).toBeGreaterThan(20);
  expect(alone.pages).toEqual(shared.pages);
});

it('a component that asks for the address of its request has that of its page', () => {
  const text = readFileSync(base, 'utf8');
  writeFileSync(base, text.replace('</body>', '<p data-path={Astro.url.pathname}></p></body>'));
  const { output, pages } = build();
  expect(output).toMatch(new RegExp(`${warning}.*Astro\\.url is read`));
  for (const [file, html] of Object.entries(pages)) {
    if (!file.startsWith('_errors/'))
      expect(html).toContain(`data-path="/${file.replace('index.html', '')}"`);
  }
});

it('what the bundle of its code builds is what the code itself builds', () => {
  build();
  const bundles = join(project, 'compiled/build-code');
  const [bundle = '', ...older] = readdirSync(bundles);
  expect(older).toEqual([]);
  const file = join(bundles, bundle);
  appendFileSync(file, "\nconsole.log('From the bundle');\n");
  rmSync(join(project, 'dist'), { recursive: true });
  const bundled = build();
  rmSync(bundles, { recursive: true });
  rmSync(join(project, 'dist'), { recursive: true });
  const unbundled = build();
  expect(bundled.output).toContain('From the bundle');
  expect(unbundled.output).not.toContain('From the bundle');
  expect(bundled.pages).toEqual(unbundled.pages);
  expect(readdirSync(bundles)).toEqual([bundle]);
});

/** Puts another version of a package into the project, with other code. */
function plantPackage(name: string, change: (folder: string) => void = () => undefined): () => void {
  const folder = join(project, 'node_modules', name);
  const installed = realpathSync(folder);
  rmSync(folder);
  cpSync(installed, folder, { recursive: true });
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8');
  writeFileSync(join(folder, 'package.json'), manifest.replace(/"version": "[^"]*"/, '"version": "99.0.0"'));
  change(folder);
  return () => {
    rmSync(folder, { recursive: true });
    symlinkSync(installed, folder);
  };
}

it('code of an updated package runs in the next build, which is that of the bundle all the same', () => {
  build();
  const bundles = readdirSync(join(project, 'compiled/build-code'));
  const restore = plantPackage('github-slugger', (folder) =>
    appendFileSync(join(folder, 'index.js'), "\nconsole.log('From the update');\n"),
  );
  const { output } = build();
  restore();
  expect(output).toContain('From the update');
  expect(readdirSync(join(project, 'compiled/build-code'))).toEqual(bundles);
});

it('a site that changes no code takes the theme that was compiled with the engine, and has the same files', () => {
  const digests = () =>
    listFiles().map((file) => `${file} ${hash('sha256', readFileSync(join(client, file)))}`);
  const forget = () => {
    for (const kept of ['dist', themes]) rmSync(join(project, kept), { recursive: true, force: true });
  };
  removeCompiledTheme();
  const first = build();
  const compiled = digests();
  // A theme that was compiled once is not compiled again, also after one for another address.
  expect(build('https://another.example.org').output).toContain('Theme compiled');
  const again = build();
  expect(again.output).not.toContain('Theme compiled');
  expect(again.pages).toEqual(first.pages);

  compileTheme();
  forget();
  expect(build().output).not.toContain('Theme compiled');
  expect(digests()).toEqual(compiled);
  const server = readServerFiles(join(project, 'dist/server'));
  expect(server).not.toContain('of-the-environment');
  // pnpm keeps packages of packages where the site's folder can't import them.
  const imported = [...server.matchAll(/^(?:import|export)\b[^'"\n;]*["']([^'"]+)["']/gm)].map(
    ([, name]) => name,
  );
  expect(imported.filter((name) => !/^(?:\.|node:)/.test(name ?? ''))).toEqual([]);

  // It is not taken where another version of a package is installed than is compiled in.
  for (const name of ['html-escaper', 'zod']) {
    const restore = plantPackage(name);
    forget();
    const { output } = build();
    restore();
    expect(output, name).toContain('Theme compiled');
  }
  forget();
  expect(build().output).not.toContain('Theme compiled');
});

it('a site that changes its configuration has a theme of its own, with the same files', () => {
  const { pages } = build();
  const config = join(project, 'astro.config.mjs');
  const text = readFileSync(config, 'utf8');
  writeFileSync(config, text.replace('agentsite(site)', "agentsite(site), { name: 'own', hooks: {} }"));
  const own = build();
  expect(own.output).toContain('Theme compiled');
  expect(own.pages).toEqual(pages);
});

/** Makes builds compile the theme instead of using that of the engine. */
function removeCompiledTheme(): void {
  rmSync(join(project, 'compiled/theme'), { recursive: true, force: true });
}

/** Compiles the theme of the engine, as `npm ci` does. */
function compileTheme(): void {
  const { status, stderr } = spawnSync(process.execPath, ['src/cli/prepare.ts'], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      SITE_URL: 'https://of-the-environment.example.org',
    },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
}

/** All files of the site, from its top. */
function listFiles(): string[] {
  const entries = readdirSync(client, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map((entry) => relative(client, join(entry.parentPath, entry.name))).sort();
}

function readServerFiles(folder: string): string {
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) =>
    file.endsWith('.mjs'),
  );
  return files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n');
}
