import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it, vi } from 'vitest';
import { plainEnvironment } from '../../helpers/environment.ts';
import { layOutExample } from '../../helpers/project-copy.ts';

/** How pages come out of a compiled theme: what `src/astro/shared-render.ts` relies on in Astro, on the example content. */
const folder = mkdtempSync(join(tmpdir(), 'agentsite-quick-pages-'));
const project = join(folder, 'site');
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
  const client = join(project, 'dist/client');
  const files = (readdirSync(client, { recursive: true }) as string[]).filter((file) =>
    file.endsWith('.html'),
  );
  const pages = Object.fromEntries(
    files.sort().map((file) => [file, readFileSync(join(client, file), 'utf8')]),
  );
  return { output: stdout + stderr, pages };
}

it('pages that share what they are rendered with are those that Astro renders for a request each', () => {
  layOutExample(project, inject('siteFolder'));
  const shared = build();
  expect(shared.output).not.toContain(warning);
  // A middleware may do anything with a request, so each page gets one.
  const middleware = join(project, 'src/middleware.ts');
  writeFileSync(middleware, 'export const onRequest = ({ url }, next) => (url ? next() : next());\n');
  const alone = build();
  rmSync(middleware);
  expect(alone.output).toContain(warning);
  expect(Object.keys(alone.pages).length).toBeGreaterThan(20);
  expect(alone.pages).toEqual(shared.pages);
});

it('a component that asks for the address of its request has that of its page', () => {
  const text = readFileSync(base, 'utf8');
  writeFileSync(base, text.replace('</body>', '<p data-path={Astro.url.pathname}></p></body>'));
  const { output, pages } = build();
  writeFileSync(base, text);
  expect(output).toMatch(new RegExp(`${warning}.*Astro\\.url is read`));
  for (const [file, html] of Object.entries(pages)) {
    if (!file.startsWith('_errors/'))
      expect(html).toContain(`data-path="/${file.replace('index.html', '')}"`);
  }
});

it('a theme that was compiled once is not compiled again, also after one for another address', () => {
  const first = build();
  expect(build('https://another.example.org').output).toContain('Theme compiled');
  const again = build();
  expect(again.output).not.toContain('Theme compiled');
  expect(again.pages).toEqual(first.pages);
});

it('what the bundle of its code builds is what the code itself builds', () => {
  const bundles = join(project, 'node_modules/.cache/agentsite/build-code');
  const [bundle = '', ...older] = readdirSync(bundles);
  expect(older).toEqual([]);
  const entry = join(bundles, bundle, 'run-build.mjs');
  writeFileSync(entry, `console.log('From the bundle');${readFileSync(entry, 'utf8')}`);
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
