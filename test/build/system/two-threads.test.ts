import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
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
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { worthThread } from '../../../src/content/compile/compile-pool.ts';
import { plainEnvironment } from '../../helpers/environment.ts';
import { layOutProject } from '../../helpers/project-copy.ts';

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
  const all = files.map((file) => relative(client, join(file.parentPath, file.name))).sort();
  // The list of changes says what the builds before this one published.
  const paths = all.filter((path) => path !== 'changes.json' && !path.startsWith('_changes/'));
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

it('two threads publish nothing of a text that was removed while all others changed', () => {
  const all = readdirSync(posts).sort();
  const removed = `post-${all.length - 1}`;
  rmSync(join(posts, `${removed}.md`));
  for (const name of all.filter((name) => name !== `${removed}.md`))
    appendFileSync(join(posts, name), '\nOne more sentence.\n');
  expect(build()).toContain(`${all.length - 1} compiled`);
  const files = readFiles();
  expect(
    [...files.keys()].filter((path) => path.includes(`${removed}/`) || path === `${removed}.md`),
  ).toEqual([]);
  expect(String(files.get('sitemap.xml'))).not.toContain(`/${removed}/`);
  const index = new DatabaseSync(join(folder, 'dist/server/content.sqlite'), { readOnly: true });
  expect(index.prepare('SELECT count(*) AS count FROM document WHERE slug = ?').get(removed)?.count).toBe(0);
  index.close();
});
