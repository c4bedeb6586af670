import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { takeLock } from '../../../sidecar/process/folder-lock.ts';
import { newestChange } from '../../../sidecar/release/build-when-needed.ts';
import { listContent } from '../../../src/content/read/list-content.ts';
import { testSite } from '../../helpers/content-project.ts';

const root = mkdtempSync(join(tmpdir(), 'agentsite-passing-'));
afterAll(() => rmSync(root, { recursive: true }));
const posts = join(root, 'content/posts');
mkdirSync(posts, { recursive: true });
writeFileSync(join(posts, 'one.md'), '# One\n');
for (const name of [
  '.one.md.swp',
  'one.md~',
  '#one.md#',
  '~$one.md',
  '~syncthing~one.md.tmp',
  '.syncthing.one.md.tmp',
])
  writeFileSync(join(posts, name), '\0');
symlinkSync('ines@desk.1234:1', join(posts, '.#one.md'));

describe('files that editors and synchronization leave next to documents', () => {
  it('are no content, and a start looks past links that name no file', () => {
    expect(newestChange(join(root, 'content'))).toBeGreaterThan(0);
    const { sources, others, problems } = listContent(root, testSite);
    expect([sources, others, problems]).toEqual([['content/posts/one.md'], [], []]);
  });

  it.each(['one.sync-conflict-20261128-120000-ABCDEFG.md', "one (Ines's conflicted copy 2026-11-28).md"])(
    'are a problem where they are another version of a document: %s',
    (name) => {
      writeFileSync(join(posts, name), '# One\n');
      const { problems } = listContent(root, testSite);
      rmSync(join(posts, name));
      expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('two places')]);
    },
  );

  it('a damaged lock is replaced', () => {
    writeFileSync(join(root, 'contact.lock'), 'x'.repeat(5000));
    const lock = takeLock(root, 'contact');
    expect(takeLock(root, 'contact')).toHaveProperty('heldBy');
    if ('close' in lock) lock.close();
  });
});
