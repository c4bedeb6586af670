import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { planEdit, updateFront } from '../../../src/build/fast/edited-bodies.ts';
import { describeInputs } from '../../../src/build/fast/known-keys.ts';
import { signFront } from '../../../src/build/files/write-front.ts';
import { noRecord, Output } from '../../../src/build/plan/output.ts';
import type { OutputTask } from '../../../src/build/plan/output-task.ts';
import type { LoadedLibrary } from '../../../src/content/library/load-library.ts';
import { createLibrary, type DocumentFields } from '../../helpers/library.ts';

const posts: DocumentFields[] = ['One', 'Two', 'Three'].map((title, index) => ({
  ...{ title, id: index + 1, digest: `${index}`, wordCount: 400 },
}));
const changed = posts.map((post, index) => (index === 1 ? { ...post, digest: 'changed' } : post));
const load = (documents: readonly DocumentFields[], others: object = {}) => {
  const library = { ...createLibrary({ documents: [...documents] }), ...others };
  return { library, assets: [] } as unknown as LoadedLibrary;
};

/** A site of three posts that was built, and whose second has another text now. */
function openSite() {
  const server = mkdtempSync(join(tmpdir(), 'agentsite-edit-'));
  onTestFinished(() => rmSync(server, { recursive: true }));
  mkdirSync(join(server, 'nginx'));
  writeFileSync(join(server, 'front.json'), '{}');
  const table = 'map {\n    "/one.md" "5";\n    "/two.md" "3";\n}\n';
  writeFileSync(join(server, 'nginx/tables.conf'), table);
  const files = {
    'two/index.html': 'old key',
    'two.md': 'old key',
    'pagefind/a.json': 'a',
    '../server/content.sqlite': 'of the index',
  };
  const present = new Set(['two/index.html', 'two.md', 'pagefind/a.json']);
  const index = { key: 'another', isIntact: true, isDue: true };
  const task = { source: { root: server }, server, present, index } as unknown as OutputTask;
  const inputs = describeInputs(load(posts), server, noRecord.inputs);
  return { server, task, record: { ...noRecord, files, inputs, front: signFront(server) } };
}

test('After an edit of a body, only its page is described, and all other files stay', () => {
  const { task, record } = openSite();
  const { edit } = planEdit(load(changed), task, record);
  expect(edit?.pages.map(({ path }) => path)).toEqual(['/two/']);
  expect([...(edit?.entries.keys() ?? [])]).toEqual(['old key']);
  expect(edit?.isAll, 'the search index for browsers has other files').toBe(false);
  expect(edit?.complete({ 'two.md': 'new key', 'pagefind/b.json': 'b' })).toEqual({
    ...{ 'two/index.html': 'old key', 'two.md': 'new key', 'pagefind/b.json': 'b' },
    '../server/content.sqlite': 'of the index',
  });
});

test.each([
  ['another list shows it', load(changed.map((post) => ({ ...post, title: `A ${post.title}` })))],
  ['there is another image', load(changed, { media: [{ src: '/a.png' }] })],
  ['there is another file', { ...load(changed), assets: ['a.pdf'] }],
  ['an old address is new', load(changed, { redirects: [{ from: '/a/', to: '/b/', status: 301 }] })],
  ['a comment is new', load(changed.map((post) => ({ ...post, comments: [{ id: 7 }] }) as never))],
  ['a document is unlisted', load(changed, { unlisted: [{ digest: 'u' }] })],
])('It is a build like any other where %s', (_, loaded) => {
  const { task, record } = openSite();
  expect(planEdit(loaded, task, record).edit).toBeNull();
});

test('It is a build like any other where something is not as the last build left it', () => {
  const { server, task, record } = openSite();
  const plan = (changes: object) => planEdit(load(changed), { ...task, ...changes }, record).edit;
  expect(plan({ present: new Set(['two.md']) }), 'a file is gone').toBeNull();
  expect(plan({ index: { ...task.index, isIntact: false } }), 'the index is damaged').toBeNull();
  writeFileSync(join(server, 'front.json'), '{ }');
  expect(plan({}), 'a table was changed').toBeNull();
});

test('The table of nginx has the new size of a twin, and both tables are of this build', () => {
  const { server } = openSite();
  const front = join(server, 'front.json');
  utimesSync(front, 1, 1);
  const output = new Output(server, {}, new Set());
  output.write('two.md', 'key', 'x'.repeat(41));
  const task = { server, next: { server } } as OutputTask;
  expect(updateFront(task, output, { 'one.md': 20, 'two.md': 12 })).toEqual({ 'one.md': 20, 'two.md': 41 });
  expect(statSync(front).mtimeMs).toBeGreaterThan(1_000);
  const text = readFileSync(join(server, 'nginx/tables.conf'), 'utf8');
  expect(text).toBe('map {\n    "/one.md" "5";\n    "/two.md" "11";\n}\n');
});
