import { DatabaseSync } from 'node:sqlite';
import type { DocumentKind } from '../../../src/core/model/document.ts';
import { type Site, siteSchema } from '../../../src/core/model/site.ts';
import { contentIndexSchema } from '../../../src/core/search-index/content-index.ts';
import { rankedWords } from '../../../src/core/search-index/search-text.ts';

/** A small site in a content index in memory, for tests that need content and no build. */
export const fixtureSite: Site = siteSchema.parse({
  title: 'Field notes',
  description: 'Notes on machines that read.',
  url: 'https://notes.example.org',
  language: 'en',
  owner: { name: 'The keeper', slug: 'keeper', description: 'Keeps the notes.' },
});

export interface FixtureDocument {
  readonly id: number;
  readonly kind?: DocumentKind;
  readonly slug: string;
  readonly path?: string;
  readonly title: string;
  readonly description?: string;
  readonly date?: string;
  readonly text: string;
  readonly locked?: boolean;
  readonly terms?: readonly number[];
}

export interface FixtureTerm {
  readonly id: number;
  readonly taxonomy: 'category' | 'post_tag';
  readonly slug: string;
  readonly name: string;
  readonly parent?: number;
}

export const fixtureTerms: readonly FixtureTerm[] = [
  { id: 1, taxonomy: 'category', slug: 'machines', name: 'Machines' },
  { id: 2, taxonomy: 'category', slug: 'looms', name: 'Looms', parent: 1 },
  { id: 3, taxonomy: 'post_tag', slug: 'brass', name: 'Brass' },
  { id: 4, taxonomy: 'post_tag', slug: 'steam', name: 'Steam' },
];

/** A text of several windows: every paragraph says its position, in three scripts. */
export const longText = Array.from(
  { length: 2500 },
  (_, number) => `Paragraph ${number}: the crank turns, die Kurbel dreht, クランクが回る 🛠️.`,
).join('\n\n');

export const fixtureDocuments: readonly FixtureDocument[] = [
  {
    id: 109,
    slug: 'jacquard',
    title: 'The loom of Jacquard',
    date: '2026-05-09T09:00:00',
    text: '## Cards\n\nA **loom** reads [punched cards](https://notes.example.org/cards/) and weaves what they say.',
    terms: [1, 2, 3],
  },
  {
    id: 108,
    slug: 'governor',
    title: 'Governors',
    date: '2026-04-08T09:00:00',
    text: 'A governor keeps the speed of a steam engine. It never weaves; a loom is mentioned here once.',
    terms: [1, 3, 4],
  },
  {
    id: 107,
    slug: 'uber-uhren',
    title: 'Über Uhren',
    date: '2026-03-07T09:00:00',
    text: 'Größere Uhren schlagen später. Ein Café hat eine.',
    terms: [4],
  },
  {
    id: 106,
    slug: 'denshi',
    title: '電子計算機の歴史',
    date: '2026-03-06T09:00:00',
    text: '最初の電子計算機は部屋ほどの大きさでした。',
  },
  { id: 105, slug: 'long', title: 'A long text', date: '2026-02-05T09:00:00', text: longText },
  { id: 104, slug: 'vault', title: 'The vault', date: '2026-01-04T09:00:00', text: '', locked: true },
  {
    id: 103,
    kind: 'page',
    slug: 'cranks',
    path: '/manual/cranks/',
    title: 'Cranks',
    date: '2025-12-03T09:00:00',
    text: 'How to turn a crank, step by step.',
  },
  {
    id: 102,
    kind: 'page',
    slug: 'manual',
    path: '/manual/',
    title: 'Manual',
    date: '2025-12-02T09:00:00',
    text: 'All there is to know.',
  },
  {
    id: 101,
    kind: 'talk',
    slug: 'engines',
    path: '/talks/engines/',
    title: 'Engines that read',
    date: '2025-11-01T09:00:00',
    text: 'Slides on engines.',
  },
  {
    id: 100,
    kind: 'plugin',
    slug: 'abacus',
    path: '/plugins/abacus/',
    title: 'Abacus',
    date: '2025-10-01T09:00:00',
    text: 'Counts beads.',
  },
];

/** Documents go in as given, which must be newest first. */
export function createFixtureIndex(
  documents: readonly FixtureDocument[] = fixtureDocuments,
  terms: readonly FixtureTerm[] = fixtureTerms,
): DatabaseSync {
  const index = new DatabaseSync(':memory:');
  index.exec(contentIndexSchema);
  const addDocument = index.prepare(
    `INSERT INTO document (position, id, kind, slug, path, title, description, date, date_gmt, modified, modified_gmt,
       author, parent, menu_order, sticky, locked, media, thumbnail, title_rank, slug_rank, language, size)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, 0, 0, 0, ?, 0, '', 0, 0, '', ?)`,
  );
  const addText = index.prepare('INSERT INTO document_text VALUES (?, ?)');
  const addRank = index.prepare('INSERT INTO document_rank (rowid, title, text) VALUES (?, ?, ?)');
  const addLink = index.prepare('INSERT INTO document_term (term, document) VALUES (?, ?)');
  documents.forEach((document, place) => {
    const position = place + 1;
    const { id, kind = 'post', slug, path = `/${slug}/`, title, description = '', locked = false } = document;
    const date = document.date ?? '2026-01-01T00:00:00';
    const markdown = locked ? '' : `---\ntitle: "${title}"\n---\n\n# ${title}\n\n${document.text}\n`;
    addDocument.run(
      position,
      id,
      kind,
      slug,
      path,
      title,
      description,
      date,
      date,
      date,
      date,
      locked ? 1 : 0,
      Buffer.byteLength(markdown),
    );
    addText.run(position, markdown);
    addRank.run(position, rankedWords(title), rankedWords(document.text));
    for (const term of document.terms ?? []) addLink.run(term, position);
  });
  index.exec(
    "INSERT INTO meta SELECT 'modified', max(modified_gmt) || 'Z' FROM document HAVING count(*) > 0",
  );
  const addTerm = index.prepare(
    `INSERT INTO term (id, taxonomy, slug, name, description, path, parent, count, language)
     VALUES (?, ?, ?, ?, '', ?, ?, ?, '')`,
  );
  for (const { id, taxonomy, slug, name, parent = 0 } of terms) {
    const path = taxonomy === 'category' ? `/category/${slug}/` : `/tag/${slug}/`;
    const count = documents.filter((document) => document.terms?.includes(id)).length;
    addTerm.run(id, taxonomy, slug, name, path, parent, count);
  }
  return index;
}
