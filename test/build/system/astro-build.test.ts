import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { plainEnvironment } from '../../helpers/environment.ts';
import { layOutOwnSite } from '../../helpers/own-site.ts';
import { layOutExample, projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';

/** `astro build` and the fast path next to it, on the example and on a site that is apart from the engine. */
const example = makeQuickFolder('astro-example');
const apart = makeQuickFolder('astro-apart');
const own = join(apart, 'site');
const ownPage = `---
import Base from '../../../engine/src/layouts/base.astro';
const page = { path: '/mine/', title: 'Mine', description: 'A page of the owner.' };
---
<Base page={page}><h1>owncanary</h1></Base>
`;

beforeAll(() => {
  layOutExample(example, inject('siteFolder'));
  layOutOwnSite(apart, { 'src/pages/mine.astro': ownPage });
});
afterAll(() => {
  for (const folder of [example, apart]) rmSync(folder, { recursive: true, force: true });
});

/** Runs a command of a package, or a script, in a site's folder. */
async function run(
  folder: string,
  file: string,
  ...words: string[]
): Promise<{ status: unknown; said: string }> {
  const child = spawn(process.execPath, [file, ...words], {
    cwd: folder,
    env: {
      ...plainEnvironment,
      // A shell says there what it starts.
      _: file,
      ASTRO_TELEMETRY_DISABLED: '1',
      ...(folder === example ? { SITE_URL: inject('siteUrl') } : {}),
    },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const [status] = await once(child, 'close');
  return { status, said };
}

const engineOf = (folder: string) => (folder === own ? join(apart, 'engine') : folder);
const astroBuild = (folder: string) =>
  run(folder, join(projectRoot, 'node_modules/astro/bin/astro.mjs'), 'build');
const fastBuild = (folder: string) => run(folder, join(engineOf(folder), 'src/cli/build.ts'));

/** Of everything but the compiled renderer, which contains the name of the folder that it was compiled in. */
const differences = (one: string, other: string, without: readonly string[] = []) => {
  const names = [...renderer, ...without].flatMap((name) => ['-x', name]);
  return spawnSync('diff', ['-r', ...names, one, other], { encoding: 'utf8' }).stdout;
};
const renderer = ['chunks', '*.mjs', 'theme.json'];

/** A site's folder with both builds: `fast/` of the fast path, `dist/` of Astro after it. Made once. */
function buildBoth(folder: string) {
  const made = both.get(folder) ?? makeBoth(folder);
  both.set(folder, made);
  return made;
}
const both = new Map<string, ReturnType<typeof makeBoth>>();

async function makeBoth(folder: string) {
  const fast = await fastBuild(folder);
  cpSync(join(folder, 'dist'), join(folder, 'fast'), { recursive: true });
  return { fast, astro: await astroBuild(folder) };
}

describe('astro build', () => {
  it.each([
    ['of the example', example],
    ['of a site apart from the engine', own],
  ])('%s writes, byte for byte, what npm run build writes', async (_name, folder) => {
    const { fast, astro } = await buildBoth(folder);
    expect(fast).toMatchObject({ status: 0 });
    expect(astro.said).toContain('Complete!');
    expect(astro.status).toBe(0);
    expect(differences(join(folder, 'dist'), join(folder, 'fast'))).toBe('');
    expect((await fastBuild(folder)).said).toContain('0 pages rendered');
    expect(differences(join(folder, 'dist'), join(folder, 'fast'))).toBe('');
    for (const file of [
      'index.html',
      'about/index.html',
      'about.md',
      'wp-json/wp/v2/posts.json',
      'llms.txt',
    ]) {
      expect(existsSync(join(folder, 'dist/client', file)), file).toBe(true);
    }
  });

  it('publishes a page of the owner’s own, in the layout of the theme', async () => {
    await buildBoth(own);
    const page = readFileSync(join(own, 'dist/client/mine/index.html'), 'utf8');
    expect(page).toMatch(/<title>Mine · Field notes<\/title>[\s\S]*owncanary/);
    expect(page).toContain('rel="stylesheet"');
  });

  it('publishes public/ and no draft', async () => {
    await buildBoth(own);
    expect(readFileSync(join(own, 'dist/client/notes.txt'), 'utf8')).toBe('As it is.\n');
    const files = readdirSync(join(own, 'dist'), { recursive: true, withFileTypes: true });
    const texts = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    expect(texts.filter((file) => readFileSync(file).includes('draftcanary'))).toEqual([]);
    expect(texts.filter((file) => readFileSync(file).includes('hellocanary'))).not.toEqual([]);
  });

  it('names the place of what must be fixed, and leaves the last build as it is', async () => {
    await buildBoth(own);
    const post = join(own, 'content/posts/hello.md');
    const text = readFileSync(post, 'utf8');
    writeFileSync(post, text.replace('title:', 'titel:'));
    const { status, said } = await astroBuild(own);
    expect(status).toBe(1);
    expect(said).toContain(
      'content/posts/hello.md:2:1 titel: is not a field of posts; did you mean "title"?',
    );
    expect(said).not.toMatch(/^\s+at /m);
    expect(differences(join(own, 'dist'), join(own, 'fast'))).toBe('');
    writeFileSync(post, text);
  });

  it('refuses settings that other commands would not read, and other folders', async () => {
    await buildBoth(own);
    const file = join(own, 'astro.config.mjs');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('agentsite(site)', "agentsite({ ...site, title: 'Another' })"));
    expect((await astroBuild(own)).said).toContain('are not those of site.ts');
    writeFileSync(file, text.replace('integrations', "outDir: 'public_html', integrations"));
    expect((await astroBuild(own)).said).toContain('Agentsite builds into dist/.');
    writeFileSync(file, text);
    expect(differences(join(own, 'dist'), join(own, 'fast'))).toBe('');
  });

  it('leaves the work of unchanged code to nobody: the fast path then starts no Vite', async () => {
    await buildBoth(own);
    mkdirSync(join(own, 'content/talks'), { recursive: true });
    writeFileSync(join(own, 'content/talks/one.md'), '---\ntitle: One\ndate: 2026-02-01\n---\n\nA talk.\n');
    const { said } = await fastBuild(own);
    expect(said).not.toContain('Theme compiled');
    expect(existsSync(join(own, 'dist/client/talks/one/index.html'))).toBe(true);
    rmSync(join(own, 'content/talks'), { recursive: true });
    await fastBuild(own);
    // The list of changes says that the talk was there.
    expect(differences(join(own, 'dist'), join(own, 'fast'), ['changes.json', '_changes'])).toBe('');
  });
});
