import type { z } from 'zod';
import type { Author, Body, Document, Library, Skill, Term } from '../../src/core/model/document.ts';
import { kindNamed, taxonomyNamed } from '../../src/core/model/kinds.ts';
import { type Site, siteSchema } from '../../src/core/model/site.ts';
import { authorPath, documentPath, termPath } from '../../src/core/model/urls.ts';

/** A small site with plain values, for tests of pure functions: say what matters, the rest has a default. */
export function createSite(fields: Partial<z.input<typeof siteSchema>> = {}): Site {
  return siteSchema.parse({
    title: 'Field notes',
    description: 'Notes on machines that read.',
    url: 'https://notes.example.org',
    language: 'en',
    timezone: 'Europe/Berlin',
    owner: { name: 'The keeper', slug: 'keeper', description: 'Keeps the notes.' },
    ...fields,
  });
}

/** A document as a test writes it: any field, its terms as in front matter, and its text. */
export type DocumentFields = Partial<Document> & {
  readonly title: string;
  readonly categories?: readonly string[];
  readonly tags?: readonly string[];
} & Partial<Body>;

let lastId = 0;

/** Without an id each document gets the next number; without a slug, its title in small letters and hyphens. */
function createDocument(site: Site, fields: DocumentFields): Document {
  const { html: _html, markdown: _markdown, text: _text, stored: _stored, ...others } = fields;
  const { categories = [], tags = [], ...given } = others;
  const kind = given.kind ?? 'post';
  const slug = given.slug ?? given.title.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  const date = given.date ?? '2026-08-10T09:40:00';
  const dateGmt = given.dateGmt ?? '2026-08-10T07:40:00';
  lastId += 1;
  return {
    kind,
    id: lastId,
    slug,
    path: documentPath(kindNamed(site, kind), { slug }, given.parent ?? null),
    source: `content/${kind}s/${slug}.md`,
    date,
    dateGmt,
    modified: date,
    modifiedGmt: dateGmt,
    description: given.excerpt ?? null,
    excerpt: given.description ?? '',
    summary: given.excerpt ?? given.description ?? '',
    author: site.owner.slug,
    terms: { category: categories, post_tag: tags },
    sticky: false,
    locked: null,
    image: null,
    series: null,
    parent: null,
    order: 0,
    redirectFrom: [],
    facts: {},
    headings: [],
    images: [],
    wordCount: 0,
    digest: '',
    ...given,
  };
}

type TermFields = Partial<Term> & { readonly slug: string };

export interface LibraryFields {
  readonly site?: Site;
  /** Newest first. */
  readonly documents?: readonly DocumentFields[];
  readonly categories?: readonly TermFields[];
  readonly tags?: readonly TermFields[];
  readonly authors?: readonly Author[];
  readonly skills?: readonly Skill[];
}

/** A library whose counts, paths and bodies fit the given documents. */
export function createLibrary(fields: LibraryFields = {}): Library {
  const site = fields.site ?? createSite();
  const bodies = new Map<Document, Body>();
  const documents = (fields.documents ?? []).map((given) => {
    const document = createDocument(site, given);
    const { html = '', markdown = '', text = '' } = given;
    bodies.set(document, {
      html,
      markdown,
      text,
      ...(given.stored === undefined ? {} : { stored: given.stored }),
    });
    return document;
  });
  const term = (taxonomy: Term['taxonomy'], given: TermFields, index: number): Term => ({
    taxonomy,
    id: (taxonomy === 'category' ? 5000 : 6000) + index,
    path: termPath(taxonomyNamed(site, taxonomy), given.parent ? [given.parent, given.slug] : [given.slug]),
    name: given.slug,
    description: '',
    parent: null,
    count: documents.filter(({ terms }) => terms[taxonomy]?.includes(given.slug)).length,
    ...given,
  });
  const { name, slug, description } = site.owner;
  const owner: Author = { id: 1, slug, name, description, url: '', path: authorPath(site, slug) };
  return {
    site,
    documents,
    terms: [
      ...(fields.categories ?? []).map((given, index) => term('category', given, index)),
      ...(fields.tags ?? []).map((given, index) => term('post_tag', given, index)),
    ],
    authors: fields.authors ?? [owner],
    media: [],
    skills: fields.skills ?? [],
    body: (document) => bodies.get(document) ?? { html: '', markdown: '', text: '' },
  };
}

/** A protected body, as far as anything but the browser's decryption checks it. */
export const lockedBody = { iterations: 600_000, salt: 'c2FsdA==', iv: 'aXY=', data: 'ZGF0YQ==' } as const;
