import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { quickPlace } from '../../../../test/helpers/quick-folder.ts';
import { ContentFolder, shaOf } from '../../src/saves/content-folder.ts';
import { openWorkingTree } from '../../src/saves/git.ts';
import { openJournal, recover } from '../../src/saves/journal.ts';
import { createSaver } from '../../src/saves/saver.ts';

/** `KILLS=200 npx vitest run packages/editor/test/system/killed-saves.test.ts` for more. */
const kills = Number(process.env.KILLS ?? 12);

function makeRepository() {
  const folder = mkdtempSync(join(quickPlace(), 'agentsite-kill-'));
  const root = join(folder, 'site');
  mkdirSync(join(root, 'content/posts'), { recursive: true });
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  git('init', '-q', '-b', 'main');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '--allow-empty', '-m', 'Save 0');
  return { folder, root, git, state: join(folder, 'state') };
}

it('a process that is killed during a save leaves no half-written file, no lost commit and no lock', async () => {
  const { folder, root, git, state } = makeRepository();
  const script = join(import.meta.dirname, 'saving-process.ts');
  for (let run = 0; run < kills; run++) {
    const child = spawn(process.execPath, [script, root, state], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    while (!output.includes('ready')) await once(child.stdout, 'data');
    await delay((run * 37) % 150);
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await once(child, 'close');

    const content = new ContentFolder(root);
    const tree = await openWorkingTree(root);
    await recover(openJournal(state, content), tree);
    expect(output).not.toMatch(/outdated|refused|invalid/);
    const saved = Number(/saved (\d+)\n$/.exec(output)?.[1] ?? 0);
    const committed = Number(git('log', '-1', '--format=%s').replace('Save ', ''));
    expect(committed).toBeGreaterThanOrEqual(saved);
    const posts = join(root, 'content/posts');
    const files = existsSync(posts) ? readdirSync(posts) : [];
    expect(files.filter((name) => name.endsWith('.md'))).toHaveLength(committed === 0 ? 0 : 2);
    for (const name of files.filter((one) => one.endsWith('.md'))) {
      const lines = readFileSync(join(root, 'content/posts', name), 'utf8');
      expect(lines).toBe(`${lines.split('\n')[0]}\n`.repeat(20_000));
    }
    expect(git('status', '--porcelain')).toBe('');
  }
  expect(git('fsck', '--no-dangling')).toBe('');
  rmSync(folder, { recursive: true });
});

it("a lock of someone else's command stays, and the save is undone once it is gone", async () => {
  const { folder, root, git, state } = makeRepository();
  const content = new ContentFolder(root);
  const tree = await openWorkingTree(root);
  const journal = openJournal(state, content);
  const path = 'content/posts/one.md';
  const lock = join(root, '.git/index.lock');
  writeFileSync(lock, '');
  await delay(20);
  const save = createSaver({
    words: { conflict: 'Changed: {path}', kept: 'Not saved' },
    ...{ content, journal, version: tree.head, forget: tree.forget, check: async () => [] },
    record: (paths, { author, message }) => tree.commit(paths, author, message),
  });
  const author = { name: 'Zoë', email: 'zoe@example.org' };
  const changes = [{ operation: 'create', path, bytes: Buffer.from('x') }] as const;
  await expect(save({ changes, author, message: 'Save' })).rejects.toThrow('index.lock');
  expect(content.read(path)).toBeNull();
  await expect(recover(journal, tree)).rejects.toThrow('index.lock');
  expect(existsSync(lock)).toBe(true);
  rmSync(lock);
  await recover(journal, tree);
  expect(git('status', '--porcelain')).toBe('');
  expect(readdirSync(state)).toEqual([]);
  rmSync(folder, { recursive: true });
});

it('a disk that is full leaves every file as it was', async () => {
  const { folder, root, git, state } = makeRepository();
  const content = new ContentFolder(root);
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  // What the save itself takes fills the disk; the undo has the room that it was given.
  const { write } = ContentFolder.prototype;
  const room = () => statSync(join(state, 'room'), { throwIfNoEntry: false })?.size ?? 0;
  content.write = (path, bytes) => {
    if (path.endsWith('two.md') && room() > 2 ** 20) throw full;
    write.call(content, path, bytes);
  };
  write.call(content, 'content/posts/two.md', Buffer.from('before'));
  git('add', '-A');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'two');
  const tree = await openWorkingTree(root);
  const journal = openJournal(state, content);
  const save = createSaver({
    words: { conflict: 'Changed: {path}', kept: 'Not saved' },
    content,
    journal,
    check: async () => [],
    record: async () => '',
    forget: tree.forget,
  });
  const bytes = Buffer.from('x');
  const changes = [
    { operation: 'create', path: 'content/posts/one.md', bytes },
    { operation: 'update', path: 'content/posts/two.md', bytes, sha: shaOf(Buffer.from('before')) },
  ] as const;
  const author = { name: 'Zoë', email: 'zoe@example.org' };
  await expect(save({ changes, author, message: 'Save' })).rejects.toThrow('no space left');
  expect(readFileSync(join(root, 'content/posts/two.md'), 'utf8')).toBe('before');
  expect(git('status', '--porcelain')).toBe('');
  expect(readdirSync(state)).toEqual([]);
  rmSync(folder, { recursive: true });
});
