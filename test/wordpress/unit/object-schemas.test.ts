import { expect, it } from 'vitest';
import { z } from 'zod';
import { kindNamed, taxonomyNamed } from '../../../src/core/model/kinds.ts';
import { createWpContext } from '../../../src/core/wp/context.ts';
import { describeIndex, describeNamespace } from '../../../src/core/wp/index.ts';
import { renderMedia } from '../../../src/core/wp/objects/media.ts';
import * as schemas from '../../../src/core/wp/objects/object-schemas.ts';
import { renderPost, renderPostHit } from '../../../src/core/wp/objects/post.ts';
import { renderFormatHit, renderTerm, renderTermHit } from '../../../src/core/wp/objects/term.ts';
import { describeTaxonomy, describeType, describeTypes } from '../../../src/core/wp/objects/types.ts';
import { renderUser } from '../../../src/core/wp/objects/user.ts';
import { createLibrary, lockedBody } from '../../helpers/library.ts';

const image = { src: '/media/x.png', alt: 'X', width: 2, height: 1 };
const library = createLibrary({
  documents: [
    {
      title: 'Post & <co>',
      slug: 'über',
      categories: ['guides'],
      tags: ['http'],
      image,
      html: '<p>Text</p>',
    },
    { title: 'Locked', locked: lockedBody, format: 'quote' },
    { title: 'Page', kind: 'page', parent: '/manual/', order: 3 },
    { title: 'Talk', kind: 'talk' },
    { title: 'Plugin', kind: 'plugin' },
  ],
  categories: [{ slug: 'guides', name: 'Guides' }],
  tags: [{ slug: 'http', name: 'HTTP' }],
});
const media = {
  id: 77,
  slug: 'x',
  title: 'x',
  alt: 'X',
  src: '/media/x.png',
  mimeType: 'image/png',
  width: 2,
  height: 1,
  bytes: 70,
  documentId: library.documents[0]!.id,
  date: '2026-08-10T09:40:00',
  dateGmt: '2026-08-10T07:40:00',
};
const context = createWpContext({ ...library, media: [media] });

const document = (kind: string) => schemas.wpDocument(kindNamed(library.site, kind), library.site);
const termOf = (taxonomy: string) => library.terms.find((term) => term.taxonomy === taxonomy)!;

/** The schema as it is published: no member beyond those that it names. */
const closed = (schema: z.ZodObject) => z.strictObject(schema.shape);
const problemsOf = (schema: z.ZodType, json: string) =>
  schema.safeParse(JSON.parse(json)).error?.issues ?? [];

const [post, locked, page, talk, plugin] = library.documents.map((document) =>
  renderPost(context, document, library.body(document)),
);

it.each([
  ['a post', document('post'), post!],
  ['a protected post', document('post'), locked!],
  ['a page', document('page'), page!],
  ['a talk', document('talk'), talk!],
  ['a plugin entry', document('plugin'), plugin!],
  [
    'a category',
    schemas.wpTerm(taxonomyNamed(library.site, 'category'), library.site),
    renderTerm(context, termOf('category')),
  ],
  [
    'a tag',
    schemas.wpTerm(taxonomyNamed(library.site, 'post_tag'), library.site),
    renderTerm(context, termOf('post_tag')),
  ],
  ['an author', schemas.wpUser, renderUser(context, library.authors[0]!)],
  ['an image', schemas.wpMedia, renderMedia(context, media)],
  ['a hit on a post', schemas.wpSearchHit, renderPostHit(context, library.documents[0]!)],
  ['a hit on a term', schemas.wpSearchHit, renderTermHit(context, termOf('post_tag'))],
  ['a hit on a format', schemas.wpSearchHit, renderFormatHit(context, 'quote')],
])('%s as it is sent has exactly the members of its schema', (_name, schema, json) => {
  const loose = schema === schemas.wpMedia;
  expect(problemsOf(loose ? schema : closed(schema), json)).toEqual([]);
});

it('the key order of a post is that of the schema', () => {
  const published = Object.keys(document('post').shape).filter((name) => name !== '_embedded');
  expect(Object.keys(JSON.parse(post!))).toEqual(published);
});

it('types, index and namespace are as described', () => {
  const types = z.record(z.string(), schemas.wpType);
  expect(problemsOf(types, JSON.stringify(describeTypes(library.site)))).toEqual([]);
  expect(problemsOf(schemas.wpIndex, JSON.stringify(describeIndex(library.site)))).toEqual([]);
  expect(problemsOf(schemas.wpNamespace, JSON.stringify(describeNamespace(library.site, 'wp/v2')))).toEqual(
    [],
  );
});

it('names of JavaScript are no types and no taxonomies', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    expect([describeType(library.site, name), describeTaxonomy(library.site, name)]).toEqual([null, null]);
  }
});

it('fields of posts are described next to footnotes, as those of other kinds are', () => {
  const { fields } = kindNamed(library.site, 'talk');
  const described = (name: string) => {
    const kind = { ...kindNamed(library.site, name), fields };
    const { properties } = z.toJSONSchema(schemas.wpDocument(kind, library.site));
    const { meta } = properties as Record<string, { properties: object }>;
    return Object.keys(meta!.properties).sort();
  };
  const names = fields.map(({ name }) => name);
  expect(described('post')).toEqual([...names, 'footnotes'].sort());
  expect(described('talk')).toEqual(names.toSorted());
});

it('the avatar of an author is the portrait from the settings, or one of the site', () => {
  const [author] = library.authors;
  const avatarOf = (image?: string) =>
    JSON.parse(renderUser(context, { ...author!, ...(image ? { image } : {}) })).avatar_urls['96'];
  expect(avatarOf()).toBe(`${context.base}/author.svg`);
  expect(avatarOf('/zoë.jpg')).toBe(`${context.base}/zo%C3%AB.jpg`);
});
