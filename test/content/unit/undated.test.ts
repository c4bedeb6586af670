import { execFileSync } from 'node:child_process';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { loadLibrary } from '../../../src/content/library/load-library.ts';
import { renderDocumentTwin } from '../../../src/core/markdown/markdown-twin.ts';
import type { DocumentPage } from '../../../src/core/pages/page.ts';
import { describePages, listPages } from '../../../src/core/pages/pages.ts';
import { ContentProject, testSite } from '../../helpers/content-project.ts';

let project: ContentProject;
afterEach(() => project.remove());

const file = 'content/pages/über-uns.md';
const page = '---\ntitle: About\nslug: about\n---\n\nText.\n';

async function load() {
  const { library, close } = await project.load('2026-11-28T12:00:00');
  const [document] = library.documents;
  if (!document) throw new Error('no document');
  const shown = describePages(library).find(({ path }) => path === '/about/') as DocumentPage;
  const twin = renderDocumentTwin(shown, library.body(document), library.site);
  const listed = listPages(library).find(({ path }) => path === '/about/');
  close();
  return { document, twin, listed };
}

function git(at: string, ...words: string[]): void {
  const env = { ...process.env, GIT_AUTHOR_DATE: at, GIT_COMMITTER_DATE: at };
  const who = ['-c', 'user.name=Owner', '-c', 'user.email=owner@example.org', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...who, ...words], { cwd: project.root, env, stdio: 'ignore' });
}

it('a page without a date has those of its first and last commit', async () => {
  project = new ContentProject({ [file]: page });
  git('', 'init');
  for (const at of ['2025-03-01T23:30:00Z', '2025-06-09T12:00:00+05:00']) {
    writeFileSync(join(project.root, file), `${page}${at}\n`);
    git(at, 'add', '.');
    git(at, 'commit', '-m', 'An edit');
  }
  const { document, twin, listed } = await load();
  expect(document).toMatchObject({ date: '2025-03-02T00:30:00', modifiedGmt: '2025-06-09T07:00:00' });
  expect(document).not.toHaveProperty('undated');
  expect(twin).toContain('\ndate: "2025-03-02T00:30:00+01:00"\n');
  expect(listed?.modifiedGmt).toBe('2025-06-09T07:00:00');
});

it('a shallow clone, which knows only the last commits, claims no date', async () => {
  const source = new ContentProject({ [file]: page });
  project = source;
  git('', 'init');
  for (const at of ['2025-03-01T12:00:00Z', '2025-06-09T12:00:00Z']) {
    writeFileSync(join(project.root, file), `${page}${at}\n`);
    git(at, 'add', '.');
    git(at, 'commit', '-m', 'An edit');
  }
  project = new ContentProject();
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${source.root}`, 'clone'], {
    cwd: project.root,
  });
  const { library, close } = await loadLibrary({
    root: join(project.root, 'clone'),
    site: testSite,
    compilerDigest: 'test',
    cacheFile: join(project.root, 'cache/compiled.sqlite'),
    nowGmt: '2026-11-28T12:00:00',
  });
  expect(library.documents.map(({ undated }) => undated)).toEqual([true]);
  close();
  source.remove();
});

it('outside of Git it claims no date, and WordPress’s objects have that of the file', async () => {
  project = new ContentProject({ [file]: page });
  utimesSync(join(project.root, file), 0, new Date('2025-04-05T06:07:08Z'));
  const { document, twin, listed } = await load();
  expect(document).toMatchObject({ undated: true, dateGmt: '2025-04-05T06:07:08' });
  expect(twin).not.toMatch(/^(?:date|modified):/m);
  expect(listed?.modifiedGmt).toBeNull();
});

it('a file of a clock that is ahead is published all the same', async () => {
  project = new ContentProject({ [file]: page });
  utimesSync(join(project.root, file), 0, new Date('2091-04-05T06:07:08Z'));
  expect((await load()).document.dateGmt).toBe('2026-11-28T12:00:00');
});
