import { expect, test } from 'vitest';
import { createContentReader } from '../../../sidecar/mcp/features/content.ts';
import { createSiteFeatures } from '../../../sidecar/mcp/features/site-features.ts';
import { contactSchemaUri } from '../../../sidecar/mcp/features/site-resources.ts';
import { contactJsonSchema } from '../../../src/core/contact/message.ts';
import {
  createFixtureIndex,
  type FixtureDocument,
  fixtureDocuments,
  fixtureSite,
} from '../system/fixture-site.ts';

const features = createSiteFeatures(fixtureSite, createContentReader(createFixtureIndex(), fixtureSite));

test('every document but the protected ones is a resource with its type, size and last change', () => {
  const page = features.resources.list(undefined);
  expect(page?.nextCursor).toBeUndefined();
  expect(page?.items).toHaveLength(fixtureDocuments.filter((document) => !document.locked).length);
  expect(page?.items[0]).toEqual({
    uri: 'agentsite://post/jacquard',
    name: 'jacquard',
    title: 'The loom of Jacquard',
    description: '',
    mimeType: 'text/markdown',
    size: expect.any(Number),
    annotations: { lastModified: '2026-05-09T09:00:00Z', audience: ['user', 'assistant'] },
  });
});

test('every listed resource can be read at its address, and its size is the one that was listed', () => {
  for (const resource of features.resources.list(undefined)?.items ?? []) {
    const [content] = features.resources.read(resource.uri)?.contents ?? [];
    if (!content || !('text' in content)) throw new Error(`nothing at ${resource.uri}`);
    expect(content.uri).toBe(resource.uri);
    expect(Buffer.byteLength(content.text)).toBe(resource.size);
  }
});

test('the schema of a contact message is a resource, the same as in the GET of the contact endpoint', () => {
  expect(features.instructions).toContain(contactSchemaUri);
  const [content] = features.resources.read(contactSchemaUri)?.contents ?? [];
  expect(content).toMatchObject({ uri: contactSchemaUri, mimeType: 'application/schema+json' });
  expect(JSON.parse(String(content && 'text' in content && content.text))).toEqual(contactJsonSchema());
});

test('resources come fifty at a time', () => {
  const many: FixtureDocument[] = Array.from({ length: 120 }, (_, number) => ({
    id: number + 1,
    slug: `note-${number}`,
    title: `Note ${number}`,
    text: 'x',
  }));
  const { resources } = createSiteFeatures(
    fixtureSite,
    createContentReader(createFixtureIndex(many), fixtureSite),
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  for (const expected of [50, 50, 20]) {
    const page = resources.list(cursor);
    expect(page?.items).toHaveLength(expected);
    seen.push(...(page?.items ?? []).map((item) => item.uri));
    cursor = page?.nextCursor;
  }
  expect(cursor).toBeUndefined();
  expect(new Set(seen).size).toBe(120);
  expect(resources.list('nonsense')).toBeUndefined();
});

test('addresses of other scripts are encoded, and read either way', () => {
  const document: FixtureDocument = { id: 1, slug: 'über', title: 'Über', text: 'Text.' };
  const { resources } = createSiteFeatures(
    fixtureSite,
    createContentReader(createFixtureIndex([document]), fixtureSite),
  );
  expect(resources.list(undefined)?.items[0]?.uri).toBe('agentsite://post/%C3%BCber');
  expect(resources.read('agentsite://post/%C3%BCber')).toBeDefined();
  expect(resources.read('agentsite://post/über')).toBeDefined();
});

test('a category and a tag read as lists of links', () => {
  expect(features.resources.read('agentsite://tag/brass')?.contents[0]).toMatchObject({
    mimeType: 'text/markdown',
    text:
      '# Brass\n\n- [The loom of Jacquard](https://notes.example.org/jacquard/): 2026-05-09\n' +
      '- [Governors](https://notes.example.org/governor/): 2026-04-08\n',
  });
  expect(features.resources.read('agentsite://category/looms')).toBeDefined();
});

test.each([
  'agentsite://post/vault',
  'agentsite://page/jacquard',
  'agentsite://tag/nope',
  'agentsite://',
  'agentsite://post/',
  'agentsite://post',
  'agentsite://post/%E0%A4%A',
  'https://notes.example.org/jacquard/',
  '109',
  '',
])('there is no resource at "%s"', (uri) => {
  expect(features.resources.read(uri)).toBeUndefined();
});

const complete = (argument: string, typed: string, context: Record<string, string> = {}) =>
  features.complete({ on: 'template', name: 'agentsite://{type}/{+slug}', argument, typed, context });

test('types, slugs within a type, categories and tags complete by their beginning', () => {
  expect(complete('type', 'p')?.values).toEqual(['post', 'page', 'plugin']);
  expect(complete('slug', 'm')?.values).toEqual(['manual', 'manual/cranks']);
  expect(complete('slug', '', { type: 'talk' })?.values).toEqual(['engines']);
  expect(complete('slug', 'j', { type: 'talk' })?.values).toEqual([]);
  expect(complete('category', 'l')?.values).toEqual(['looms']);
  expect(complete('tag', '')).toEqual({ values: ['brass', 'steam'], total: 2, hasMore: false });
  expect(complete('nope', '')).toBeUndefined();
});

test('a hundred completions at most, and the number of all', () => {
  const many: FixtureDocument[] = Array.from({ length: 150 }, (_, number) => ({
    id: number + 1,
    slug: `note-${number}`,
    title: 'Note',
    text: 'x',
  }));
  const content = createContentReader(createFixtureIndex(many), fixtureSite);
  const found = createSiteFeatures(fixtureSite, content).complete({
    on: 'prompt',
    name: 'summarize_page',
    argument: 'slug',
    typed: 'note',
    context: {},
  });
  expect(found).toMatchObject({ total: 150, hasMore: true });
  expect(found?.values).toHaveLength(100);
});

test('what is typed is a beginning and never a pattern', () => {
  expect(complete('slug', '%')?.values).toEqual([]);
  expect(complete('slug', '_')?.values).toEqual([]);
  expect(complete('slug', "'; DROP TABLE document; --")?.values).toEqual([]);
});
