import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { quickPlace } from '../../../../test/helpers/quick-folder.ts';
import { ContentFolder } from '../../src/saves/content-folder.ts';
import { isBehind, openWorkingTree, type WorkingTree } from '../../src/saves/git.ts';
import { createSaver, type SaveRequest } from '../../src/saves/saver.ts';

let folder: string;
let site: string;
let other: string;
let tree: WorkingTree;
const git = (root: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
const write = (root: string, text: string, name = 'page.md') => writeFileSync(join(root, name), text);
const read = () => readFileSync(join(site, 'page.md'), 'utf8');

/** Another author's words arrive at the remote. */
function pushFromElsewhere(text: string, name = 'page.md'): void {
  write(other, text, name);
  git(other, 'add', '-A');
  git(other, 'commit', '-qm', 'From elsewhere');
  git(other, 'push', '-q');
}

beforeEach(async () => {
  folder = mkdtempSync(join(quickPlace(), 'agentsite-pull-'));
  [site, other] = [join(folder, 'site'), join(folder, 'other')];
  const remote = join(folder, 'remote.git');
  git(folder, 'init', '-q', '--bare', '-b', 'main', remote);
  mkdirSync(site);
  git(site, 'init', '-q', '-b', 'main');
  for (const [name, value] of [
    ['user.name', 'a'],
    ['user.email', 'a@example.org'],
  ])
    git(site, 'config', name as string, value as string);
  write(site, 'One line.\n');
  git(site, 'add', '-A');
  git(site, 'commit', '-qm', 'one');
  git(site, 'remote', 'add', 'origin', remote);
  git(site, 'push', '-qu', 'origin', 'main');
  git(folder, 'clone', '-q', remote, other);
  tree = await openWorkingTree(site);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('leaves a branch as it was where the remote has changed the same lines, and the push says why', async () => {
  pushFromElsewhere('A line from elsewhere.\n');
  write(site, 'A line from here.\n');
  const commit = await tree.commit(['page.md'], { name: 'a', email: 'a@example.org' }, 'Mine');
  await expect(tree.pull()).rejects.toThrow(/same lines as commits.*Nothing is lost/);
  expect(git(site, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main');
  expect([await tree.head(), git(site, 'status', '--porcelain'), read()]).toEqual([
    commit,
    '',
    'A line from here.\n',
  ]);
  await expect(tree.push()).rejects.toThrow(/same lines as commits/);
});

it('leaves unsaved files and the branch as they were, too', async () => {
  pushFromElsewhere('A line from elsewhere.\n');
  const before = await tree.head();
  write(site, 'A line that nobody committed.\n');
  await expect(tree.pull()).rejects.toThrow(/same lines as unsaved files/);
  expect([await tree.head(), read(), git(site, 'stash', 'list'), git(site, 'ls-files', '-u')]).toEqual([
    before,
    'A line that nobody committed.\n',
    '',
    '',
  ]);
});

it('does not end a rebase that the owner began', async () => {
  pushFromElsewhere('A line from elsewhere.\n');
  write(site, 'A line from here.\n');
  git(site, 'commit', '-qam', 'Mine');
  expect(() => git(site, 'pull', '-q', '--rebase')).toThrow();
  await expect(tree.pull()).rejects.toThrow(/rebase --continue/);
  expect(git(site, 'status')).toContain('rebase in progress');
});

it('takes other lines below its own commits and unsaved files', async () => {
  pushFromElsewhere('Another page.\n', 'other.md');
  write(site, 'A line that nobody committed.\n');
  await tree.pull();
  expect([readFileSync(join(site, 'other.md'), 'utf8'), read()]).toEqual([
    'Another page.\n',
    'A line that nobody committed.\n',
  ]);
  await tree.push();
});

it('names a remote that has other commits, and not one that allows no push', async () => {
  pushFromElsewhere('Another page.\n', 'other.md');
  write(site, 'A line from here.\n');
  git(site, 'commit', '-qam', 'Mine');
  await expect(tree.push()).rejects.toThrow(isBehind);
  await tree.pull();
  const hook = join(folder, 'remote.git/hooks/pre-receive');
  writeFileSync(hook, '#!/bin/sh\necho "This branch is protected."\nexit 1\n', { mode: 0o755 });
  const failure = await tree.push().catch(String);
  expect(failure).toContain('This branch is protected.');
  expect(failure).not.toMatch(isBehind);
});

it('settles a save that came too late before the next one begins', async () => {
  const order: string[] = [];
  const save = createSaver({
    words: { conflict: '', kept: '' },
    content: new ContentFolder(site),
    journal: { begin: () => {}, undo: () => {}, end: () => {} } as never,
    prepare: async () => void order.push('begins'),
    check: async () => [],
    record: () => tree.head(),
  });
  const late: SaveRequest = {
    changes: [{ operation: 'update', path: 'content/page.md', bytes: Buffer.from('a'), sha: 'an older one' }],
    author: { name: 'a', email: 'a@example.org' },
    message: 'Late',
    settle: async () => {
      await turn();
      order.push('settled');
    },
  };
  const outcomes = await Promise.all([save(late), save(late)]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['outdated', 'outdated']);
  expect(order).toEqual(['begins', 'settled', 'begins', 'settled']);
});
