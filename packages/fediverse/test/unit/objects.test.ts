import { expect, test } from 'vitest';
import { createLibrary, lockedBody } from '../../../../test/helpers/library.ts';
import { renderObjects } from '../../src/objects.ts';
import { options } from '../../src/options.ts';

type Given = Parameters<typeof options.parse>[0];

const library = createLibrary({
  documents: [
    { id: 4, title: 'A secret', locked: lockedBody, html: '<p>Whispered.</p>' },
    { id: 3, title: 'Draft', unpublished: 'draft' },
    {
      id: 2,
      title: '雨 & "wind"',
      language: 'ja',
      excerpt: 'On <rain>.',
      tags: ['spiders'],
      html: '<p>雨。</p>',
    },
    { id: 1, title: 'About', kind: 'page' },
  ],
  tags: [{ slug: 'spiders', name: 'Spiders & co' }],
});
const objectsOf = (given: Given) => {
  const files = renderObjects(library, options.parse(given));
  return { index: JSON.parse(files['index.json'] ?? '').objects, second: JSON.parse(files['2.json'] ?? '') };
};

test('a document that needs a password, or is no longer public, is none of the objects', () => {
  expect(objectsOf({}).index.map(([id]: [string]) => id)).toEqual(['2']);
  expect(JSON.stringify(renderObjects(library, options.parse({})))).not.toContain('Whispered');
});

test('an article has its language, tags, and the warning that the owner gave for a tag', () => {
  const { second } = objectsOf({ warnings: { rain: 'Rain', spiders: 'Spiders!' } });
  expect(second).toMatchObject({
    ...{ type: 'Article', name: '雨 & "wind"', content: '<p>雨。</p>', contentMap: { ja: '<p>雨。</p>' } },
    ...{ summary: 'Spiders!', sensitive: true, tag: [{ type: 'Hashtag', name: '#SpidersCo' }] },
  });
  expect(objectsOf({}).second).toMatchObject({ summary: 'On <rain>.', sensitive: false });
});

test('a post as a note has title, summary and link, as text', () => {
  const { second } = objectsOf({ posts: 'note' });
  expect(second.type).toBe('Note');
  expect(second.content).toContain('<strong>雨 &amp; ');
  expect(second.content).not.toContain('<rain>');
  expect(second).not.toHaveProperty('name');
});

test('policies say who may quote and reply', () => {
  const policyOf = (given: Given) => objectsOf(given).second.interactionPolicy;
  const everyone = 'https://www.w3.org/ns/activitystreams#Public';
  expect(policyOf({})).toMatchObject({
    canQuote: { automaticApproval: [everyone] },
    canReply: { automaticApproval: [everyone] },
  });
  expect(policyOf({ quotes: 'none', replies: 'followers' })).toMatchObject({
    canQuote: { automaticApproval: [expect.stringMatching(/\/actor$/)] },
    canReply: { automaticApproval: [expect.stringMatching(/\/followers$/)] },
  });
});
