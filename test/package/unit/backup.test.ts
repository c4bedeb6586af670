import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUp, restore } from '../../../src/cli/keep/archive.ts';

let folder = '';
let site = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agentsite-backup-'));
  site = join(folder, 'site');
  write(site, {
    'package.json': '{}',
    'package-lock.json': '{}',
    'site.ts': 'export const site = {};',
    '.gitignore': 'node_modules',
    '.git/HEAD': 'ref: refs/heads/main',
    'vendor/agentsite.tgz': 'packed',
    'content/posts/größe – "x".md': 'Words',
    'content/posts/-odd.md': 'Words',
    'content/posts/new\nline.txt': 'Words',
    'public/photo.jpg': 'pixels',
    'theme/my.css': ':root {}',
    'src/pages/ask.astro': '<p>Ask</p>',
    'node_modules/astro/package.json': '{}',
    'src/node_modules/x/index.js': '',
    'dist/client/index.html': '<p>',
    'dist/client/changes.json': '{}',
    'dist/client/_changes/1.jsonl': '{}',
    '.data/secret': 'secret',
    '.env': 'SMTP_URL=x',
  });
  utimesSync(join(site, 'content/posts/-odd.md'), 1_500_000_000, 1_500_000_001);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

/** Files of a folder: their digests and the second of their times. */
function list(root: string): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    entries
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => {
        const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
        return [path.slice(root.length + 1), `${digest} ${Math.floor(statSync(path).mtimeMs / 1000)}`];
      }),
  );
}

const archive = () => join(folder, 'site.tar.gz');
const restored = () => join(folder, 'restored');

it('has every file that a build cannot make again, with its bytes and its time', () => {
  expect(backUp(site, archive(), false)).toEqual({ ok: true, files: 14, leftOut: [] });
  expect(restore(archive(), restored())).toEqual({ ok: true, files: 14, leftOut: [] });
  const expected = Object.entries(list(site)).filter(
    ([name]) => !/^(?:dist\/client\/index|\.data|\.env)|node_modules\//.test(name),
  );
  expect(list(restored())).toEqual(Object.fromEntries(expected));
  expect(Object.keys(list(restored()))).toContain('content/posts/new\nline.txt');
});

it('has state and secrets only if asked, and of a database in use its present rows', () => {
  const database = new DatabaseSync(join(site, '.data/contact.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (7)');
  expect(backUp(site, archive(), true)).toMatchObject({ ok: true });
  database.close();
  expect(statSync(archive()).mode & 0o777).toBe(0o600);
  expect(restore(archive(), restored())).toMatchObject({ ok: true });
  expect(
    Object.keys(list(restored()))
      .filter((name) => /^\.(?:data|env)/.test(name))
      .sort(),
  ).toEqual(['.data/contact.sqlite', '.data/secret', '.env']);
  const copy = new DatabaseSync(join(restored(), '.data/contact.sqlite'));
  expect(copy.prepare('SELECT a FROM t').get()).toEqual({ a: 7 });
  copy.close();
});

it('overwrites nothing', () => {
  writeFileSync(archive(), 'mine');
  expect(backUp(site, archive(), false)).toMatchObject({
    ok: false,
    message: expect.stringContaining('is there already'),
  });
  expect(readFileSync(archive(), 'utf8')).toBe('mine');
  rmSync(archive());
  backUp(site, archive(), false);
  write(restored(), { 'mine.txt': 'mine' });
  expect(restore(archive(), restored())).toMatchObject({
    ok: false,
    message: expect.stringContaining('is not empty'),
  });
  expect(Object.keys(list(restored()))).toEqual(['mine.txt']);
  expect(restore(archive(), join(restored(), 'mine.txt'))).toMatchObject({ ok: false });
});

it('a backup in the folder of the site is no part of the next one', () => {
  expect(backUp(site, 'first.tar.gz', false)).toMatchObject({ ok: true, files: 14 });
  expect(existsSync(join(site, 'first.tar.gz'))).toBe(true);
  expect(existsSync(join(site, 'first.tar.gz.part'))).toBe(false);
});

it('a symbolic link is reported, not followed', () => {
  symlinkSync('/etc/hostname', join(site, 'content/link.md'));
  expect(backUp(site, archive(), false)).toEqual({ ok: true, files: 14, leftOut: ['content/link.md'] });
});

it('an archive that was cut off restores nothing', () => {
  backUp(site, archive(), false);
  truncateSync(archive(), statSync(archive()).size - 20);
  expect(restore(archive(), restored())).toMatchObject({
    ok: false,
    message: expect.stringContaining('is damaged'),
  });
  expect(readdirSync(folder).sort()).toEqual(['site', 'site.tar.gz']);
});

it.each([
  ['a path above the folder', ['-P', '../outside.txt'], 'outside of the folder'],
  ['an absolute path', ['-P', '/etc/hostname'], 'outside of the folder'],
  ['a symbolic link', ['./link'], 'links or devices'],
  ['nothing of a site', ['./words.txt'], 'no package.json'],
])('an archive with %s is refused before a file is written', (_, words, message) => {
  const work = join(folder, 'work');
  write(folder, { 'outside.txt': 'x', 'work/words.txt': 'x' });
  symlinkSync('/tmp', join(work, 'link'));
  const made = spawnSync('tar', ['-czf', archive(), ...words], { cwd: work, encoding: 'utf8' });
  expect(made.stderr).toBe('');
  expect(restore(archive(), restored())).toMatchObject({
    ok: false,
    message: expect.stringContaining(message),
  });
  expect(existsSync(restored())).toBe(false);
});

it('a folder that is no site is not backed up', () => {
  const outcome = backUp(join(folder), 'x.tar.gz', false);
  expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining('package.json') });
});
