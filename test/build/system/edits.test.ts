import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { updateContentIndex } from '../../../src/build/fast/patch-content-index.ts';
import { type LoadMemory, loadLibrary } from '../../../src/content/library/load-library.ts';
import { listPages } from '../../../src/core/pages/pages.ts';
import { createRandom } from '../../bench/generate-site.ts';
import { ContentProject, testSite } from '../../helpers/content-project.ts';
import { countPatched, expectSameIndex } from '../../helpers/index-content.ts';
import { serveIndex } from '../../wordpress/system/served.ts';

/** The content index after many edits, against one that is made of the same content from nothing. */
// What a password locks is the same here however many rounds its key takes; `protection.test.ts` has the rounds.
vi.mock('node:crypto', async (load) => {
  const crypto = await load<typeof import('node:crypto')>();
  const pbkdf2Sync: typeof crypto.pbkdf2Sync = (password, salt, _rounds, length, digest) =>
    crypto.pbkdf2Sync(password, salt, 1, length, digest);
  return { ...crypto, pbkdf2Sync };
});
const project = new ContentProject({
  'content/categories.yaml': '- slug: notes\n  name: Notes\n- slug: plans\n  name: Plans\n',
  'content/tags.yaml': '- slug: tea\n  name: Tea\n- slug: coffee\n  name: Coffee\n',
});
afterAll(() => project.remove());

const random = createRandom(17);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const words = 'kettle ember harbour Zürich über lantern naïve meadow quartz willow 東京 thistle'.split(' ');
const sentence = () =>
  `${Array.from({ length: 5 + Math.floor(random() * 20) }, () => pick(words)).join(' ')}.`;

/** Front matter and text of the documents, by file. */
const files = new Map<string, { fields: Record<string, string>; text: string }>();

function add(): void {
  const [kind, name] = [
    pick(['posts', 'posts', 'posts', 'pages', 'talks']),
    `n${Math.floor(random() * 1e9)}`,
  ];
  const fields: Record<string, string> = { title: `${pick(words)} ${name}`, date: day() };
  if (kind === 'posts') fields.categories = pick(['[notes]', '[plans]', '[notes, plans]']);
  files.set(`content/${kind}/${name}.md`, { fields, text: sentence() });
}

const day = () =>
  `20${10 + Math.floor(random() * 15)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`;

/** What an author does to one document; documents change most often. */
const edits: readonly ((file: string) => void)[] = [
  ...Array.from({ length: 12 }, () => (file: string) => {
    const document = files.get(file)!;
    document.text = pick([document.text + sentence(), sentence(), `## ${pick(words)}\n\n${document.text}`]);
  }),
  (file) => Object.assign(files.get(file)!.fields, { description: sentence() }),
  (file) => Object.assign(files.get(file)!.fields, { modified: day() }),
  (file) => Object.assign(files.get(file)!.fields, { title: `${pick(words)} again` }),
  (file) => Object.assign(files.get(file)!.fields, { date: day() }),
  (file) => {
    if (file.includes('/posts/'))
      Object.assign(files.get(file)!.fields, { tags: pick(['[tea]', '[coffee]', '[]']) });
  },
  (file) => Object.assign(files.get(file)!.fields, { password: pick(words) }),
  (file) => delete files.get(file)!.fields.password,
  (file) => {
    files.set(file.replace(/[^/]+$/, `r${Math.floor(random() * 1e9)}.md`), files.get(file)!);
    remove(file);
  },
  remove,
  add,
];

function remove(file: string): void {
  files.delete(file);
  saved.delete(file);
  project.delete(file);
}

const saved = new Map<string, string>();

function save(): void {
  for (const [file, { fields, text }] of files) {
    const front = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
    const written = ['---', ...front, '---', text, ''].join('\n');
    if (saved.get(file) !== written) project.write({ [file]: written });
    saved.set(file, written);
  }
}

/** Writes the index of the content as it is; of a cache of its own, where one is named. */
async function writeIndex(file: string, cache: string, memory?: LoadMemory): Promise<void> {
  const cacheFile = join(project.root, cache, 'compiled.sqlite');
  const source = {
    root: project.root,
    site: testSite,
    compilerDigest: 'test',
    cacheFile,
    nowGmt: '2026-11-21T12:00:00',
  };
  const { library, close } = await loadLibrary(source, memory ? { memory } : {});
  updateContentIndex(library, file, { pages: listPages(library), code: 'a' });
  close();
}

const requests = [
  '/posts',
  '/posts?orderby=title&order=asc&per_page=100',
  '/posts?orderby=modified&_fields=id,modified,link',
  '/posts?orderby=slug&categories_exclude=1&page=2&per_page=5',
  '/posts?search=kettle&orderby=relevance',
  '/posts?search=zurich',
  '/posts?search=%E6%9D%B1&_embed=1',
  '/pages?per_page=50',
  '/talks?order=asc',
  '/search?search=ember',
  '/categories',
  '/tags?hide_empty=true',
  '/users',
];

it('is the same after 200 random edits, in every table and every answer', async () => {
  const edited = join(project.root, 'edited.sqlite');
  const memory: LoadMemory = { entries: null };
  let replaced = 0;
  for (let count = 0; count < 30; count++) add();
  for (let count = 1; count <= 200; count++) {
    pick(edits)(pick([...files.keys()]));
    save();
    await writeIndex(edited, 'cache', memory);
    if (countPatched(edited) > 0) replaced++;
    if (count % 10 > 0) continue;
    const made = join(project.root, `made-${count}.sqlite`);
    await writeIndex(made, `cache-${count}`);
    expectSameIndex(edited, made, `after ${count} edits`);
  }
  // Number of edits that touched nothing but documents that the index was only patched.
  expect(replaced).toBeGreaterThan(30);

  const [one, other] = await Promise.all([
    serveIndex(edited),
    serveIndex(join(project.root, 'made-200.sqlite')),
  ]);
  const ids = ((await one.json('/wp-json/wp/v2/posts?per_page=100')) as { id: number }[]).map(
    ({ id }) => `/posts/${id}`,
  );
  for (const request of [...requests, ...ids]) {
    const answers = await Promise.all([one, other].map((served) => served.get(`/wp-json/wp/v2${request}`)));
    const bodies = await Promise.all(answers.map((answer) => answer.text()));
    expect(answers[0]?.status, request).toBe(200);
    expect(bodies[0], request).toBe(bodies[1]);
    expect(answers[0]?.headers.get('x-wp-total')).toBe(answers[1]?.headers.get('x-wp-total'));
  }
  await Promise.all([one.close(), other.close()]);
});
