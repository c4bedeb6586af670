import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { describePassages } from '../../../sidecar/ranked-search/passage-answer.ts';
import { createPassages } from '../../../sidecar/ranked-search/passages.ts';
import { outlineOf, partsOf } from '../../../src/core/search-index/passages.ts';
import { textFragment } from '../../../src/core/search-index/text-fragment.ts';
import { createFixtureIndex, fixtureSite } from '../system/fixture-site.ts';

const cutAll = (markdown: string) =>
  outlineOf(markdown).blocks.map((block) => [
    block.kind,
    ...partsOf(markdown, block).map(({ start, end }) => markdown.slice(start, end)),
  ]);

describe('a twin is divided along its structure', () => {
  test.each<[title: string, markdown: string, blocks: string[][]]>([
    ['sentences of a paragraph', 'One shed. Two\nsheds.', [['text', 'One shed.', 'Two\nsheds.']]],
    [
      'items of a list',
      '- [x] Warp.\n- Weft. Fine.\n',
      [
        ['text', 'Warp.'],
        ['text', 'Weft.', 'Fine.'],
      ],
    ],
    ['a quotation', '> [!NOTE]\n> It weaves.\n> Slowly.', [['text', 'It weaves.', 'Slowly.']]],
    [
      'a link and code with a full stop',
      'See `A. B` and [C. D](x). Then E.',
      [['text', 'See `A. B` and [C. D](x).', 'Then E.']],
    ],
    [
      'lines of code',
      '```sh\nnpm start\n\nnpm stop\n```\nDone.',
      [
        ['code', 'npm start', 'npm stop'],
        ['text', 'Done.'],
      ],
    ],
    [
      'a footnote',
      'Text.[^1]\n\n[^1]: Its note.',
      [
        ['text', 'Text.[^1]'],
        ['text', 'Its note.'],
      ],
    ],
    ['rows of a table', '| A | B |\n| - | - |\n| 1 | 2 |\n', [['row', '| 1 | 2 |']]],
    ['a table without outer lines', 'A | B\n--|--\n1 | 2\n', [['row', '1 | 2']]],
    ['sentences of Japanese', '灯台。光は遠い。', [['text', '灯台。', '光は遠い。']]],
    ['links to other pages alone are left out', '- [Other](other.md) (Also about x)\n', []],
    ['a code block that is never closed', '```\nx\n', [['code', 'x']]],
  ])('%s', (_, markdown, blocks) => {
    expect(cutAll(markdown)).toEqual(blocks);
  });

  test('a row knows its header, and each block the heading above it', () => {
    const markdown = '## Speeds\n\n### Hand\n\n| A | B |\n| - | - |\n| 1 | 2 |\n';
    const { blocks, headings } = outlineOf(markdown);
    expect(headings).toEqual([
      { text: 'Speeds', above: -1, depth: 2 },
      { text: 'Hand', above: 0, depth: 3 },
    ]);
    const { header = { start: 0, end: 0 }, heading } = blocks[0] ?? {};
    expect([markdown.slice(header.start, header.end), heading]).toEqual(['| A | B |', 1]);
  });

  test('the work grows with the length of a twin', () => {
    const long = (times: number) => {
      const markdown = `${'**a [b `c. '.repeat(times)}\n\n${'> '.repeat(times)}x\n\n${'| a '.repeat(times)}\n`;
      const { user } = process.cpuUsage();
      for (const block of outlineOf(markdown).blocks) partsOf(markdown, block);
      return process.cpuUsage({ user, system: 0 }).user;
    };
    long(100);
    expect(long(8_000)).toBeLessThan(2_000_000);
  });
});

test.each<[kind: 'text' | 'row' | 'code', markdown: string, fragment: string]>([
  ['text', 'A *short* [sentence](x.md).', 'A%20short%20sentence.'],
  [
    'text',
    'It’s a long-ish sentence with “quotation marks” that goes on for more than ten words.',
    'a%20long%2Dish%20sentence%20with,for%20more%20than%20ten%20words.',
  ],
  ['text', 'Run this command:\n\n```sh\nnpm start\n```', 'Run%20this%20command%3A'],
  ['row', '| `PORT` | The port |', 'PORT,The%20port'],
  [
    'text',
    'A note that ends in a mark of a footnote, which is a number.[^1]',
    'A%20note%20that%20ends%20in,footnote%2C%20which%20is%20a%20number.',
  ],
])('browsers find a %s by words that pages show alike: %s', (kind, markdown, fragment) => {
  expect(textFragment(markdown, kind)).toBe(`:~:text=${fragment}`);
});

describe('quotations', () => {
  const body = `A loom weaves. It was **patented** in 1785. 🦉 Sheds open.

| Loom | Speed |
| --- | --- |
| hand | 40 picks a minute |
| steam | 150 picks a minute |

To oil it, run:

\`\`\`sh
loom oil --all
\`\`\``;
  const documents = [
    { id: 1, slug: 'looms', title: 'Looms', text: body },
    {
      id: 2,
      slug: 'kettles',
      title: 'Kettles',
      text: 'A kettle boils in a minute. Steam comes out of it.',
    },
    { id: 3, slug: 'vault', title: 'Vault', text: 'A secret loom was patented.', locked: true },
  ];
  const index = createFixtureIndex(documents, []);
  const find = createPassages(index, fixtureSite);
  /** The twin: a summary that begins like the body, and the body, as the fixture stores it. */
  const readText = (path: string) => {
    const { title, text } = documents.find(({ slug }) => path === `/${slug}.md`) ?? {};
    return (
      text &&
      `Über 🦉\n\n---\ntitle: "${title}"\n---\n\n---\ntitle: "${title}"\n---\n\n# ${title}\n\n${text}\n`
    );
  };
  const ask = (query: string, limit = 5) =>
    describePassages(fixtureSite, find({ query, limit, language: null }), readText);
  const textOf = (query: string) => ask(query).passages?.map(({ text }) => text) ?? [];

  test.each([
    ['When was the loom patented?', 'A loom weaves. It was **patented** in 1785. 🦉 Sheds open.'],
    ['How fast is a steam loom in picks?', '| steam | 150 picks a minute |'],
    ['How do I oil a loom?', 'To oil it, run:\n\n```sh\nloom oil --all\n```'],
    ['Does the kettle boil?', 'A kettle boils in a minute. Steam comes out of it.'],
  ])('%s', (query, text) => {
    expect(textOf(query)[0]).toBe(text);
  });

  test('a passage is the bytes of the twin at its place, whose digest it names', () => {
    for (const { text, start, end, digest, header, header_start } of ask('steam loom patented picks')
      .passages ?? []) {
      const bytes = Buffer.from(readText('/looms.md') ?? '');
      expect(bytes.subarray(start, end).toString()).toBe(text);
      expect(digest).toBe(`sha-256=:${hash('sha256', bytes, 'base64')}:`);
      if (header !== undefined) expect(bytes.subarray(header_start).toString()).toContain(header);
    }
    expect(ask('steam picks').passages?.[0]).toMatchObject({ header: '| Loom | Speed |', title: 'Looms' });
  });

  test('what is protected is not quoted, nor what is not in the twin that is published', () => {
    expect(textOf('secret loom patented').filter((text) => text.includes('secret'))).toEqual([]);
    const found = find({ query: 'loom patented', limit: 5, language: null });
    expect(describePassages(fixtureSite, found, () => 'Another text.')).toEqual({
      found: false,
      passages: [],
    });
  });

  test('a question with words that are nowhere has no answer, and names them and the nearest pages', () => {
    expect(ask('What does a loom from Mongolia weigh?')).toEqual({
      found: false,
      message: 'Not on this site.',
      missing: ['mongolia', 'weigh'],
      nearest: expect.arrayContaining([{ title: 'Looms', url: expect.stringContaining('/looms/') }]),
    });
  });
});

test.each([
  ['headings', '\n## a\n### b\n', 25_000],
  ['links that do not end', 'loom](x ', 40_000],
])('%s by ten thousands are divided in time that grows with them', (_, text, times) => {
  const large = createFixtureIndex(
    [{ id: 1, slug: 'a', title: 'A', text: `loom ${text.repeat(times)}` }],
    [],
  );
  const { user } = process.cpuUsage();
  createPassages(large, fixtureSite)({ query: 'loom', limit: 5, language: null });
  expect(process.cpuUsage({ user, system: 0 }).user / 1e6).toBeLessThan(2.5);
  large.close();
});
