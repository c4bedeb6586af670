import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layOutOwnSite } from '../../helpers/own-site.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { changedSite } from './changed-site.ts';

/** A site that changes the theme by files of its own and by settings. */
const folder = makeQuickFolder('changed-theme');
const site = join(folder, 'site');
const environment = { PATH: process.env.PATH, HOME: process.env.HOME, ASTRO_TELEMETRY_DISABLED: '1' };
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

beforeAll(() => {
  layOutOwnSite(folder, changedSite);
  expect(build()).toMatchObject({ status: 0, said: expect.stringContaining('pages') });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a component of the owner’s own', () => {
  it('stands in the place of the theme’s, is given the same, and may hold the theme’s', () => {
    expect(page('hello/index.html')).toContain('At the end of /hello/');
    expect(page('about/index.html')).toContain('At the end of /about/');
    expect(page('about/index.html')).toContain('class="site-footer"');
    expect(page('hello/index.html')).toMatch(/class="kicker"[^>]*>Field notes<\/p><h1[^>]*>Hello<\/h1>/);
  });

  it('stands in a place that is empty in the theme', () => {
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
  }, 60_000);

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
    expect(html).toContain('"sameAs":["https://social.example.org/@owner"]');
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

it('is the same by astro build, byte for byte', () => {
  cpSync(join(site, 'dist'), join(site, 'fast'), { recursive: true });
  expect(astroBuild()).toMatchObject({ status: 0 });
  expect(spawnSync('diff', ['-r', 'dist', 'fast'], { cwd: site, encoding: 'utf8' }).stdout).toBe('');
}, 120_000);
