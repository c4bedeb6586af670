import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSite } from '../../../../test/helpers/library.ts';
import { findDocument } from '../../src/find-document.ts';
import { openRepository, type Repository } from '../../src/repository.ts';
import { planUndo, readMoment, writeUndo } from '../../src/undo.ts';

const site = createSite();
const document = (title: string, text: string) => `---\ntitle: ${title}\ndate: 2026-01-02\n---\n\n${text}\n`;
let root = '';
let day = 0;

function git(...words: string[]): string {
  const time = `2026-11-0${day}T12:00:00+01:00`;
  const env = { ...process.env, GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time };
  const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return stdout;
}
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};
const read = (name: string) => readFileSync(join(root, name), 'utf8');
/** One commit for each day of November. */
function commit(message: string): void {
  day += 1;
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}
function open(): Repository {
  const opened = openRepository(root);
  if (!opened.ok) throw new Error(opened.message);
  return opened.repository;
}
function undo(file: string, to?: string): string {
  const repository = open();
  const plan = planUndo(repository, file, to);
  if (!plan.ok) return plan.message;
  return writeUndo(repository, plan, 'Undo');
}

describe('in a repository', () => {
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'agentsite-history-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    root = folder;
    day = 0;
    // The site may be a folder of a repository.
    git('init', '--quiet');
    git('config', 'user.name', 'The keeper');
    git('config', 'user.email', 'keeper@notes.example.org');
    write('notes/site.ts', 'export const site = {};\n');
    root = join(root, 'notes');
    write('content/posts/2026-01-02-größe "x".md', document('Size', 'One.\n\nA second line, and a third.'));
    write('content/pages/about/index.md', document('About', '![Us](us.png)'));
    write('content/pages/about/us.png', 'old pixels');
    commit('first');
  });

  test('a document is followed through renames, and the version before its last change comes back as a commit', () => {
    const [old, now] = ['content/posts/2026-01-02-größe "x".md', 'content/posts/size.md'];
    renameSync(join(root, old), join(root, now));
    commit('renamed');
    write(now, read(now).replace('One.', 'Two.'));
    commit('edited');
    write('content/posts/staged.md', document('Staged', 'By someone else.'));
    git('add', '--all');
    const versions = open().versionsOf(now);
    expect(versions.map(({ subject, file, change }) => [subject, file, change])).toEqual([
      ['edited', now, 'changed'],
      ['renamed', now, 'renamed'],
      ['first', old, 'added'],
    ]);
    expect(undo(now)).toMatch(/^[\da-f]{7,}$/);
    expect(read(now)).toContain('One.');
    expect(git('log', '--format=%s').trim().split('\n')).toEqual(['Undo', 'edited', 'renamed', 'first']);
    expect(git('diff', '--cached', '--name-only').trim()).toBe('notes/content/posts/staged.md');
    // An undo is a change as well.
    undo(now);
    expect(read(now)).toContain('Two.');
    expect(undo(now, '2026-11-01T22:59:59Z')).toMatch(/^[\da-f]{7,}$/);
    expect(read(now)).toContain('One.');
    expect(existsSync(join(root, old))).toBe(false);
  });

  test('a rename that changed nothing else is taken back', () => {
    renameSync(join(root, 'content/posts/2026-01-02-größe "x".md'), join(root, 'content/posts/size.md'));
    commit('renamed');
    undo('content/posts/size.md');
    expect(git('status', '--porcelain')).toBe('');
    expect(existsSync(join(root, 'content/posts/size.md'))).toBe(false);
    expect(read('content/posts/2026-01-02-größe "x".md')).toContain('One.');
  });

  test('a deleted folder comes back with its images, and an image that was replaced or that a text names as well', () => {
    rmSync(join(root, 'content/pages/about'), { recursive: true });
    commit('deleted');
    undo('content/pages/about/index.md');
    expect(read('content/pages/about/us.png')).toBe('old pixels');
    write('content/pages/about/us.png', 'new pixels');
    write('content/pages/about/index.md', document('About', '![We](us.png)'));
    commit('new image');
    undo('content/pages/about/index.md');
    expect(read('content/pages/about/us.png')).toBe('old pixels');
    write('content/posts/near.md', document('Near', '![Plan](the%20plan.png)'));
    write('content/posts/the plan.png', 'plan');
    write('content/posts/other.png', 'other');
    commit('near');
    for (const name of ['the plan.png', 'other.png']) rmSync(join(root, 'content/posts', name));
    write('content/posts/near.md', document('Near', 'No image.'));
    commit('without');
    undo('content/posts/near.md');
    expect(read('content/posts/the plan.png')).toBe('plan');
    expect(existsSync(join(root, 'content/posts/other.png'))).toBe(false);
  });

  test('what cannot be undone is refused, and says what to do', () => {
    const about = 'content/pages/about/index.md';
    expect(undo(about)).toMatch('has no earlier version: its oldest is of 2026-11-01 12:00.');
    expect(undo(about, '2026-10-01T00:00:00Z')).toMatch('its oldest is of 2026-11-01');
    expect(undo(about, '2026-11-09T00:00:00Z')).toMatch('is as it was then');
    expect(undo('content/pages/new.md')).toMatch('was never committed');
    write(about, document('About', 'Not committed.'));
    write('content/pages/about/größe.png', 'new');
    const names = ['content/pages/about/größe.png', about];
    expect(
      open()
        .listUncommitted([...names, 'site.ts'])
        .sort(),
    ).toEqual(names.map((name) => `notes/${name}`).sort());
    const shallow = mkdtempSync(join(tmpdir(), 'agentsite-shallow-'));
    onTestFinished(() => rmSync(shallow, { recursive: true, force: true }));
    commit('second');
    git('clone', '--quiet', '--depth', '1', `file://${dirname(root)}`, join(shallow, 'clone'));
    root = join(shallow, 'clone/notes');
    expect(undo(about)).toMatch('git fetch --unshallow');
  });

  test('without Git or a commit, it says how to begin', () => {
    const folder = mkdtempSync(join(tmpdir(), 'agentsite-history-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(openRepository(folder)).toMatchObject({ message: expect.stringContaining('git init') });
    spawnSync('git', ['init', '--quiet'], { cwd: folder });
    expect(openRepository(folder)).toMatchObject({ message: expect.stringContaining('no commit yet') });
  });

  test('a document is found by its file, address, title and name, also where it was deleted', async () => {
    cpSync('public/apple-touch-icon.png', join(root, 'content/pages/about/us.png'));
    write('content/posts/gone.md', document('"It went"', 'Gone.'));
    write(
      'content/posts/own.md',
      document('Own', 'Words.').replace('date:', 'slug: elsewhere\nredirectFrom: [/before/]\ndate:'),
    );
    commit('third');
    rmSync(join(root, 'content/posts/gone.md'));
    commit('gone');
    const repository = open();
    const find = async (word: string) => {
      const found = await findDocument(word, site, repository);
      return found.ok ? found.file : found.message;
    };
    const size = 'content/posts/2026-01-02-größe "x".md';
    for (const word of [size, `./${size}`, 'posts/2026-01-02-größe "x"', 'SIZE'])
      expect(await find(word)).toBe(size);
    for (const word of ['/about/', `${site.url}/about/`, 'about.md', 'content/pages/about', 'About'])
      expect(await find(word)).toBe('content/pages/about/index.md');
    for (const word of ['/elsewhere/', `${site.url}/elsewhere.md`, '/before/', 'own'])
      expect(await find(word)).toBe('content/posts/own.md');
    for (const word of ['/gone/', 'It went', 'content/posts/gone.md'])
      expect(await find(word)).toBe('content/posts/gone.md');
    expect(await find('/nothing/')).toMatch('No document is "/nothing/"');
    expect(await find('../../etc/passwd')).toMatch('No document');
    // An undo may be the way out of a problem.
    write('content/pages/about/index.md', '---\ntitel: About\n---\n');
    expect(await find('/about/')).toBe('content/pages/about/index.md');
  });
});

test.each([
  ['2026-11-01', '2026-11-01T22:59:59Z'],
  ['2026-11-01 14:00', '2026-11-01T13:00:00Z'],
  ['2026-11-01T14:00:00Z', '2026-11-01T14:00:00Z'],
  ['yesterday', '2026-11-27T22:59:59Z'],
  ['Today', '2026-11-28T22:59:59Z'],
  ['3 hours ago', '2026-11-28T09:00:00.000Z'],
  ['1 week ago', '2026-11-21T12:00:00.000Z'],
  ['2026-02-30', null],
  ['soon', null],
  ['', null],
])('--to "%s" is %s', (word, moment) => {
  expect(readMoment(word, 'Europe/Berlin', Date.UTC(2026, 10, 28, 12))).toBe(moment);
});
