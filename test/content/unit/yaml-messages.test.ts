import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseFrontMatter, splitSource } from '../../../src/content/read/front-matter.ts';
import { parseYaml } from '../../../src/content/read/yaml/checked-yaml.ts';
import { kindsOf } from '../../../src/core/model/kinds.ts';
import { checkSettings } from '../../../src/settings/read-site.ts';

/** Words of the library that checks values, and of JavaScript. */
const foreign = /Invalid|expected|Too (?:small|big)|discriminator|pattern|Unrecognized|undefined|\[object/;

const site = checkSettings(
  {
    title: 'Notes',
    description: 'Notes.',
    url: 'https://example.org',
    owner: { name: 'Zoë', slug: 'zoe' },
    kinds: {
      recipe: {
        fields: {
          minutes: { type: 'number' },
          source: { type: 'url' },
          vegan: { type: 'boolean' },
          cook: { type: 'text' },
        },
      },
    },
  },
  {},
  'site.ts',
);
const wrong = [
  '5',
  '-1',
  '1.5',
  '1e12',
  '""',
  'x',
  '"!!"',
  'true',
  'null',
  '[]',
  '[5]',
  '["!!"]',
  '[{}]',
  '{}',
  '{ a: 1 }',
  '2026-99-99',
];

it('no message about front matter is one of the library that checks it', () => {
  const known = new Set<string>();
  const seen: string[] = [];
  let count = 0;
  for (const kind of kindsOf(site)) {
    const check = (field: string, value: string) => {
      const split = splitSource(`---\ntitle: A\n${field}: ${value}\n---\n`);
      const read = parseFrontMatter(kind, split, 'content/a.md', site);
      return read.ok ? [] : read.problems.map(({ message }) => message);
    };
    const fields = /the fields are (.*)\.$/.exec(
      check('qqqqqqqqqq', '1').find((one) => one.includes('the fields are')) ?? '',
    );
    for (const field of fields?.[1]?.split(', ') ?? []) {
      known.add(field);
      for (const value of wrong) {
        for (const message of check(field, value)) {
          count++;
          if (foreign.test(message) || !/[.?]$/.test(message)) seen.push(`${field}: ${value} → ${message}`);
        }
      }
    }
  }
  expect([...known]).toEqual(
    expect.arrayContaining(['title', 'redirectFrom', 'format', 'order', 'minutes', 'source']),
  );
  expect(count).toBeGreaterThan(500);
  expect([...new Set(seen)]).toEqual([]);
});

const schema = z.strictObject({
  form: z.union([z.string(), z.literal(true)]).optional(),
  one: z
    .discriminatedUnion('service', [
      z.strictObject({ service: z.literal('a') }),
      z.strictObject({ service: z.literal('b') }),
    ])
    .optional(),
  names: z.record(z.string().regex(/^[a-z]+$/), z.string()).optional(),
  some: z.array(z.string()).min(1).max(2).optional(),
  short: z.string().min(2).max(3).optional(),
  web: z.url().optional(),
  mail: z.email().optional(),
});

it.each([
  ['form: 5', 'must be text or true.'],
  ['one: { service: c }', 'must be one of its other forms.'],
  ['names: { A1: x }', 'cannot be used.'],
  ['some: [a, b, c]', 'must have at most 2 entries.'],
  ['short: a', 'must have at least 2 characters.'],
  ['short: abcd', 'must have at most 3 characters.'],
  ['web: x', 'must be an address such as https://example.org.'],
  ['mail: x', 'must have the format "email".'],
])('%s: %s', (text, message) => {
  const read = parseYaml(text, schema, 'things', { file: 'a.yaml', lineOffset: 0 });
  expect(read).toMatchObject({ ok: false, problems: [{ message }] });
});

it('a file that must be a list says how an entry begins, and nothing of front matter', () => {
  const entries = z.array(z.strictObject({ slug: z.string(), name: z.string() }));
  const read = parseYaml(
    'river:\n  name: River\n',
    entries,
    'categories',
    { file: 'categories.yaml', lineOffset: 0 },
    [],
  );
  expect(read).toMatchObject({
    ok: false,
    problems: [{ field: 'YAML', message: 'must be a list, in which each entry begins with "- slug: …".' }],
  });
});

it.each([
  ['title: !important', '!important', 'a type'],
  ['tags: [cats, !dogs]', '!dogs]', 'a type'],
  ['title: &Sons and daughters', '&Sons', 'a name'],
])('words that YAML takes for something else are named: %s', (text, word, what) => {
  const read = parseYaml(text, z.looseObject({}), 'a post', { file: 'a.md', lineOffset: 1 });
  expect(read.ok ? [] : read.problems).toEqual([
    {
      file: 'a.md',
      line: 2,
      column: text.indexOf(word) + 1,
      field: 'YAML',
      message: `YAML takes "${word}" for ${what}, and leaves it out; write the value in quotes.`,
    },
  ]);
});

it('types of YAML and aliases are read', () => {
  const text = 'a: &x !!str 12\nb: *x\nc: a !b &c\nd: |\n  !e &f';
  expect(parseYaml(text, z.looseObject({}), 'a post', { file: 'a.md', lineOffset: 1 })).toMatchObject({
    ok: true,
    value: { a: '12', b: '12', c: 'a !b &c', d: '!e &f\n' },
  });
});
