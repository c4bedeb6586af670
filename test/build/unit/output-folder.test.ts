import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOutput, noteFolders } from '../../../src/build/fast/output-folder.ts';
import type { FolderTimes } from '../../../src/build/plan/output-folder.ts';

const files = ['index.html', 'about.md', 'about/index.html', 'tag/tea/index.html', 'tag/tea/feed.xml'];
const made = Object.fromEntries([...files, '../server/content.sqlite'].map((file) => [file, 'key']));
const none: FolderTimes = new Map();
/** A clock by which nothing is too recent. */
const later = Number.MAX_SAFE_INTEGER;

let top = '';

beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), 'agentsite-output-'));
  for (const file of files) write(file);
});
afterEach(() => rmSync(top, { recursive: true }));

function write(file: string): void {
  mkdirSync(dirname(join(top, file)), { recursive: true });
  writeFileSync(join(top, file), file);
}

const find = (times: FolderTimes, known = made) => findOutput(top, known, times);
const present = (times: FolderTimes, known = made) => [...find(times, known).present].sort();
const note = (now = later) => noteFolders(top, find(none), made, now);

it('an output that is not known is read', () => {
  expect(present(none)).toEqual(files.toSorted());
  expect(present(none, {})).toEqual(files.toSorted());
  rmSync(top, { recursive: true });
  expect(present(none)).toEqual([]);
  mkdirSync(top);
});

it('an output that did not change is not read', () => {
  const times = note();
  expect([...times.keys()].sort()).toEqual(['', 'about', 'tag', 'tag/tea']);
  const known = { ...made, 'only-named.md': 'key' };
  expect(present(times, known)).toEqual([...files, 'only-named.md'].sort());
  expect(noteFolders(top, find(times), made, later)).toEqual(times);
});

it('what is not older than a clock may be behind is read again', () => {
  const times = note(0);
  expect([...times.values()]).toEqual([0, 0, 0, 0]);
  expect(present(times, { ...made, 'only-named.md': 'key' })).toEqual(files.toSorted());
});

describe('someone else', () => {
  const changes: readonly (readonly [string, () => void, readonly string[]])[] = [
    ['removes a file', () => rmSync(join(top, 'about.md')), files.filter((file) => file !== 'about.md')],
    ['adds a file', () => write('tag/tea/mine.txt'), [...files, 'tag/tea/mine.txt']],
    ['adds folders', () => write('tag/mine/deep/mine.txt'), [...files, 'tag/mine/deep/mine.txt']],
    [
      'removes folders',
      () => rmSync(join(top, 'tag'), { recursive: true }),
      files.filter((file) => !file.startsWith('tag/')),
    ],
    [
      'replaces a folder by a copy, with its times, and without a file',
      () => {
        cpSync(join(top, 'tag/tea'), join(top, 'copy'), { recursive: true, preserveTimestamps: true });
        rmSync(join(top, 'tag/tea'), { recursive: true });
        rmSync(join(top, 'copy/feed.xml'));
        renameSync(join(top, 'copy'), join(top, 'tag/tea'));
      },
      files.filter((file) => file !== 'tag/tea/feed.xml'),
    ],
  ];

  it.each(changes)('%s', (_, change, expected) => {
    const times = note();
    change();
    expect(present(times)).toEqual([...expected].sort());
    const again = noteFolders(
      top,
      find(times),
      Object.fromEntries(expected.map((file) => [file, 'key'])),
      later,
    );
    expect(present(again, Object.fromEntries(expected.map((file) => [file, 'key'])))).toEqual(
      [...expected].sort(),
    );
  });

  it('adds a file to a folder that was empty', () => {
    mkdirSync(join(top, 'mine'));
    const times = note();
    write('mine/mine.txt');
    expect(present(times)).toContain('mine/mine.txt');
  });
});

it('what a build adds and removes is known to the next one', () => {
  const found = find(note());
  write('tag/coffee/index.html');
  rmSync(join(top, 'about'), { recursive: true });
  const now = { ...made, 'tag/coffee/index.html': 'key' };
  Reflect.deleteProperty(now, 'about/index.html');
  const times = noteFolders(top, found, now, later);
  expect([...times.keys()].sort()).toEqual(['', 'tag', 'tag/coffee', 'tag/tea']);
  expect([...find(times, now).folders]).toEqual([...times]);
  expect(present(times, now)).toEqual(
    Object.keys(now)
      .filter((file) => !file.startsWith('../'))
      .sort(),
  );
});
