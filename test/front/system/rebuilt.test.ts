import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plainEnvironment } from '../../helpers/environment.ts';
import { layOutOwnSite } from '../../helpers/own-site.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { type SiteProcess, startSite } from '../../helpers/site-process.ts';

/** `npm start` in one terminal, `npm run build` in another. */
const folder = makeQuickFolder('rebuilt');
let root = '';
let site: SiteProcess;

beforeAll(async () => {
  root = layOutOwnSite(folder);
  site = await startSite(root, { LOG_LEVEL: 'info' }, join(folder, 'engine/sidecar/main.ts'));
});
afterAll(async () => {
  await site?.stop();
  rmSync(folder, { recursive: true, force: true });
});

function write(file: string, text: string): void {
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), text);
}

function build(url = site.url): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'engine/src/cli/build.ts')], {
    cwd: root,
    env: { ...plainEnvironment, SITE_URL: url },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

const read = async (path: string) => (await fetch(site.url + path)).text();
const titles = async () =>
  JSON.parse(await read('/wp-json/wp/v2/posts?_fields=title')).map(
    ({ title }: { title: { rendered: string } }) => title.rendered,
  );

it('a build next to a running server is served whole: JSON and search, as the pages', async () => {
  expect(await titles()).toEqual(['Hello']);
  write('content/posts/second.md', '---\ntitle: Second\ndate: 2026-01-04\n---\n\nWith secondcanary.\n');
  expect(build()).toMatchObject({ status: 0 });
  expect(await read('/second/')).toContain('secondcanary');
  await expect.poll(titles).toEqual(['Second', 'Hello']);
  expect(await read('/search/?q=secondcanary')).toContain('/second/');
  await expect.poll(() => site.output()).toContain('another release is served');
});

it('so is a build with another theme: pages that are rendered on demand have it, as the files', async () => {
  const settings = readFileSync(join(root, 'site.ts'), 'utf8');
  write('theme/footer.astro', '<footer>A footer of my own</footer>\n');
  write(
    'site.ts',
    settings.replace('title:', "components: { SiteFooter: './theme/footer.astro' },\n  title:"),
  );
  expect(build()).toMatchObject({ status: 0 });
  expect(await read('/hello/')).toContain('A footer of my own');
  await expect.poll(() => read('/search/?q=hello')).toContain('A footer of my own');
  expect(await read('/contact/')).toContain('A footer of my own');
});

it('a build for another address is served, and the log says what is wrong with that', async () => {
  expect(build('http://localhost:4321')).toMatchObject({ status: 0 });
  await expect.poll(() => site.output()).toContain('build with the same SITE_URL');
});
