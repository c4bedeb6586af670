import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDocument, readKind, renderNewDocument } from '../../../src/cli/new-document.ts';
import { documentKinds } from '../../../src/core/model/document.ts';
import { ContentProject } from '../../helpers/content-project.ts';

const now = { local: '2026-11-21T09:30:00', gmt: '2026-11-21T08:30:00' };
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agentsite-new-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('writes a draft with a file name out of the title', () => {
  const created = createDocument(root, { kind: 'post', title: 'Über "Otters": a note', now });
  expect(created).toEqual({ ok: true, file: 'content/posts/über-otters-a-note.md' });
  const text = readFileSync(join(root, 'content/posts/über-otters-a-note.md'), 'utf8');
  expect(text).toContain('title: "Über \\"Otters\\": a note"\ndate: 2026-11-21T09:30:00\n');
  expect(text).toContain('draft: true');
});

it('refuses a title whose file is there, and one without a letter, and leaves the file alone', () => {
  createDocument(root, { kind: 'page', title: 'About', now });
  const before = readFileSync(join(root, 'content/pages/about.md'), 'utf8');
  expect(createDocument(root, { kind: 'page', title: 'About!', now })).toEqual({
    ok: false,
    message: 'content/pages/about.md exists already. Choose another title, or open that file.',
  });
  expect(createDocument(root, { kind: 'page', title: '…', now }).ok).toBe(false);
  expect(readFileSync(join(root, 'content/pages/about.md'), 'utf8')).toBe(before);
});

it.each(documentKinds)('makes a %s that the build accepts as it is', async (kind) => {
  const project = new ContentProject({
    [`content/${kind}s/a.md`]: renderNewDocument({ kind, title: 'A: title', now }),
  });
  expect(await project.problems()).toEqual([]);
  project.remove();
});

it('knows the kinds in the singular and the plural', () => {
  expect([readKind('posts'), readKind('Talk'), readKind('plugin'), readKind('note')]).toEqual([
    'post',
    'talk',
    'plugin',
    null,
  ]);
});
