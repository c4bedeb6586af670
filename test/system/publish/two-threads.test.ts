import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { worthThread } from '../../../src/content/compile-pool.ts';
import { plainEnvironment } from '../../helpers/environment.ts';
import { layOutProject } from '../../helpers/project-copy.ts';

vi.setConfig({ testTimeout: 180_000 });
const folder = mkdtempSync(join(tmpdir(), 'two-threads-'));
const posts = join(folder, 'content/posts');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes posts that link to each other. */
function writePosts(from: number, to: number): void {
  mkdirSync(posts, { recursive: true });
  for (let index = from; index < to; index++) {
    const date = new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString().slice(0, 19);
    const text = `## Part ${index}\n\nSee [another](post-${(index * 7) % (from || to)}.md) – \`code ${index}\`.`;
    writeFileSync(
      join(posts, `post-${index}.md`),
      `---\ntitle: Post ${index}\ndate: ${date}\n---\n\n${text}\n`,
    );
  }
}

function build(): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/build.ts'], {
    cwd: folder,
    env: plainEnvironment,
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

function readFiles(): Map<string, Buffer> {
  const client = join(folder, 'dist/client');
  const files = readdirSync(client, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const paths = files.map((file) => relative(client, join(file.parentPath, file.name))).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(client, path))]));
}

it('two threads publish what one thread does', () => {
  layOutProject(folder);
  const half = worthThread - 100;
  writePosts(0, half);
  expect(build()).toContain(`${half} compiled`);
  writePosts(half, half + 200);
  expect(build()).toContain('200 compiled');
  const byOne = readFiles();
  renameSync(join(folder, 'dist'), join(folder, 'dist-of-one'));
  const cache = join(folder, 'node_modules/.cache/agentsite');
  // The theme depends on code alone, and takes long.
  for (const name of readdirSync(cache).filter((name) => name !== 'themes'))
    rmSync(join(cache, name), { recursive: true });
  expect(build()).toContain(`${half + 200} compiled`);
  const byTwo = readFiles();
  expect([...byTwo.keys()]).toEqual([...byOne.keys()]);
  const different = [...byTwo].filter(([path, bytes]) => !byOne.get(path)?.equals(bytes));
  expect(different.map(([path]) => path)).toEqual([]);
  expect(build()).toContain('0 pages rendered');
});
