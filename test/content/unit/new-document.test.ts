import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDocument, readKind, renderNewDocument } from '../../../src/cli/site/new-document.ts';
import { type Kind, kindNamed, kindsOf } from '../../../src/core/model/kinds.ts';
import { ContentProject } from '../../helpers/content-project.ts';
import { createSite } from '../../helpers/library.ts';

const now = { local: '2026-11-21T09:30:00', gmt: '2026-11-21T08:30:00' };
const site = createSite();
const [post, page] = ['post', 'page'].map((name) => kindNamed(site, name)) as [Kind, Kind];
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'agentsite-new-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('writes a draft with a file name out of the title', () => {
  const created = createDocument(root, site, { kind: post, title: 'Über "Otters": a note', now });
  expect(created).toEqual({ ok: true, file: 'content/posts/über-otters-a-note.md' });
  const text = readFileSync(join(root, 'content/posts/über-otters-a-note.md'), 'utf8');
  expect(text).toContain('title: "Über \\"Otters\\": a note"\ndate: 2026-11-21T09:30:00\n');
  expect(text).toContain('draft: true');
});

it('refuses a title whose file is there, and an empty one, and leaves the file alone', () => {
  createDocument(root, site, { kind: page, title: 'About', now });
  const before = readFileSync(join(root, 'content/pages/about.md'), 'utf8');
  expect(createDocument(root, site, { kind: page, title: 'About!', now })).toEqual({
    ok: false,
    message: 'content/pages/about.md already exists. Choose another title, or edit that file.',
  });
  expect(createDocument(root, site, { kind: page, title: ' ', now }).ok).toBe(false);
  expect(createDocument(root, site, { kind: page, title: '🪁', now })).toMatchObject({
    file: 'content/pages/u1fa81.md',
  });
  expect(readFileSync(join(root, 'content/pages/about.md'), 'utf8')).toBe(before);
});

it.each(kindsOf(site))('makes a $name that the build accepts as it is', async (kind) => {
  const project = new ContentProject({
    [`content/${kind.folder}/a.md`]: renderNewDocument(site, { kind, title: 'A: title', now }),
  });
  expect(await project.problems()).toEqual([]);
  project.remove();
});

it('knows the kinds in the singular and the plural', () => {
  expect(['posts', 'Talk', 'plugin', 'note'].map((word) => readKind(site, word)?.name ?? null)).toEqual([
    'post',
    'talk',
    'plugin',
    null,
  ]);
});
