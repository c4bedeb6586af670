import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createRandom, layOutAgentsite } from '../../bench/generate-site.ts';
import { plainEnvironment } from '../../helpers/environment.ts';
import { expectSameIndex } from '../../helpers/index-content.ts';
import { layOutProject, projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';

/** `agentsite build` against `agentsite build --plain`, which uses no acceleration and nothing of earlier builds. */
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const sites = {
  'the example': (folder: string) => {
    layOutProject(folder, join(projectRoot, 'content'));
    cpSync(join(projectRoot, 'public'), join(folder, 'public'), { recursive: true });
  },
  'a site of 300 posts': (folder: string) => layOutAgentsite(folder, 300),
} as const;

function newFolder(name: string): string {
  const folder = makeQuickFolder(name);
  folders.push(folder);
  return folder;
}

function build(folder: string, ...options: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/build.ts', ...options], {
    cwd: folder,
    env: { ...plainEnvironment, SITE_URL: 'https://plain.example.org' },
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

function readFiles(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map((file) => relative(folder, join(file.parentPath, file.name))).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path))]));
}

function expectSame(fast: string, plain: string): void {
  const [one, other] = [fast, plain].map((folder) => readFiles(join(folder, 'dist/client')));
  if (!one || !other) throw new Error('There are two sites.');
  expect([...one.keys()]).toEqual([...other.keys()]);
  const different = [...one].filter(([path, bytes]) => !other.get(path)?.equals(bytes));
  expect(different.map(([path]) => path)).toEqual([]);
  expectSameIndex(join(fast, 'dist/server/content.sqlite'), join(plain, 'dist/server/content.sqlite'));
}

/** Changes one post: mostly its body, sometimes its title; or adds or removes one. */
function edit(folder: string, number: number, random: () => number): void {
  const posts = join(folder, 'content/posts');
  const names = readdirSync(posts).filter((name) => name.endsWith('.md'));
  const file = join(posts, names.sort()[Math.floor(random() * names.length)] ?? '');
  if (number === 7) {
    writeFileSync(join(posts, 'added.md'), '---\ntitle: An added post\ndate: 2025-05-05\n---\n\nQuokka.\n');
  } else if (number === 12) rmSync(join(posts, 'added.md'));
  else if (number % 5 === 4) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, `title: Another title ${number}`));
  } else appendFileSync(file, `\nOne more sentence, number ${number}: numbat and quokka.\n`);
}

describe.each(Object.entries(sites))('%s', (name, layOut) => {
  it('is the same with and without accelerations, cold and after 20 edits', () => {
    const [fast, plain] = [newFolder('fast'), newFolder('plain')] as const;
    for (const folder of [fast, plain]) layOut(folder);
    build(fast);
    expect(build(plain, '--plain'), 'nothing is taken from the engine').toContain('Theme compiled');
    expectSame(fast, plain);
    const random = createRandom(name.length);
    for (let number = 1; number <= 20; number++) {
      edit(fast, number, random);
      build(fast);
    }
    rmSync(join(plain, 'content'), { recursive: true });
    cpSync(join(fast, 'content'), join(plain, 'content'), { recursive: true, preserveTimestamps: true });
    // What the last build left is not trusted, nor kept.
    writeFileSync(join(plain, 'dist/client/index.html'), 'damaged');
    writeFileSync(join(plain, 'dist/client/left-over.html'), 'stale');
    build(plain, '--plain');
    expectSame(fast, plain);
    expect(build(plain), 'the next build continues from a plain one').toContain('0 other files written');
    expectSame(fast, plain);
  }, 300_000);
});
