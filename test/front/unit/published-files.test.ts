import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { PublishedFolder } from '../../../sidecar/front/published-files.ts';

const scratch = mkdtempSync(join(tmpdir(), 'agentsite-folder-'));
afterAll(() => rmSync(scratch, { recursive: true }));
const folder = join(scratch, 'client');
mkdirSync(join(folder, 'über uns'), { recursive: true });
mkdirSync(join(folder, '.well-known'));
writeFileSync(join(folder, 'über uns/index.html'), '<p>us</p>');
writeFileSync(join(folder, '.well-known/security.txt'), '');
writeFileSync(join(folder, 'feed.xml'), '<rss/>');
writeFileSync(join(scratch, 'secret.txt'), 'secret');
symlinkSync(join(scratch, 'secret.txt'), join(folder, 'link.txt'));
symlinkSync(scratch, join(folder, 'out'));
const files = new PublishedFolder(folder);

describe('files of a published folder', () => {
  it('are found by their names, with what headers say of them', () => {
    expect(files.find('/über uns/index.html')).toMatchObject({ size: 9, type: 'text/html; charset=utf-8' });
    expect(files.find('/feed.xml')?.type).toBe('application/rss+xml; charset=utf-8');
    expect(files.find('/.well-known/security.txt')?.size).toBe(0);
    expect(files.find('/feed.xml')?.lastModified).toMatch(/ GMT$/);
  });

  it.each(['identity', 'gzip', 'br'] as const)(
    'are kept in %s with no more memory than their bytes',
    (encoding) => {
      writeFileSync(join(folder, 'short.md'), 'A few words. '.repeat(40));
      const found = files.find('/short.md');
      const { bytes, digest } = files.read(found as NonNullable<typeof found>, encoding);
      expect(bytes.length).toBeGreaterThan(20);
      expect(bytes.buffer.byteLength).toBe(bytes.length);
      expect(digest).toBe(`sha-256=:${hash('sha256', bytes, 'base64')}:`);
    },
  );

  it.each([
    '',
    '/',
    '/über uns',
    '/über uns/',
    '/über uns//index.html',
    '/über uns/./index.html',
    '/über uns/../feed.xml',
    '/../secret.txt',
    '/../client/feed.xml',
    '//feed.xml',
    '/feed.xml/',
    '/feed.xml/more',
    '/Feed.xml',
    '/link.txt',
    '/out/secret.txt',
    '/nothing',
    '/a\0b',
    `/${'long'.repeat(2000)}`,
  ])('are not what a file system would also take for them: %j', (path) => {
    expect(files.find(path)).toBeUndefined();
  });

  it('have a tag of their own in each encoding', () => {
    const page = files.find('/über uns/index.html');
    if (!page) throw new Error('It is there.');
    const plain = files.read(page, 'identity');
    const small = files.read(page, 'br');
    expect(plain.bytes.toString()).toBe('<p>us</p>');
    expect(brotliDecompressSync(small.bytes).toString()).toBe('<p>us</p>');
    expect(small.etag).toBe(plain.etag.replace(/"$/, '-br"'));
    expect(files.read(page, 'br')).toBe(small);
  });

  it('of no bytes are read too', () => {
    const empty = files.find('/.well-known/security.txt');
    if (!empty) throw new Error('It is there.');
    expect(files.read(empty, 'identity').bytes.length).toBe(0);
  });
});
