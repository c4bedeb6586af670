import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentFormat, isAfter } from '../../../src/core/text/edits/source-edits.ts';

const content = join(import.meta.dirname, '../../../content');
const fields = [
  'title',
  'body',
  'date',
  'draft',
  'tags',
  'categories',
  'description',
  'redirectFrom',
  'image',
  'order',
];
const format = documentFormat(fields);

/** What the form makes of its values: strings trimmed, values that are empty left out. */
function throughForm(values: Readonly<Record<string, unknown>>, change: Readonly<Record<string, unknown>>) {
  const all: Record<string, unknown> = { draft: false, ...values, ...change };
  const trimmed = Object.entries(all).map(([field, value]) => [
    field,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return format.toFile(Object.fromEntries(trimmed));
}

const edit = (text: string, change: Readonly<Record<string, unknown>>) =>
  throughForm(format.fromFile(text), change);

const unusual = `---\r
# A comment above\r
title: 'It''s "quoted"'   # and behind\r
date: 2026-09-14T09:30:00+09:00\r
tags: [ b, "a, c" ]\r
other:\r
  deep: [1, 2]\r
redirectFrom:\r
  - /one/   # first\r
  # between\r
  - "/two/"\r
---\r
\r
\r
A *word*.  \r
| a | b |\r
| :-: | --: |\r
| 1 || \r
\r
* item\r
  * nested\r
\r
\r
`;

it('a document is scheduled by the clock of the site, wherever its author is', () => {
  const isScheduled = (date?: string) => isAfter(date, new Date('2026-11-26T01:30:00Z'), 'Europe/Berlin');
  const dates = [
    '2026-11-26T02:29:00',
    '2026-11-26T02:31:00',
    '2026-11-26',
    '2026-11-27',
    '2026-11-26 02:31',
  ];
  expect(dates.map(isScheduled)).toEqual([false, true, false, true, true]);
  expect(isScheduled(undefined)).toBe(false);
});

describe('the file format of the editor', () => {
  it('gives the same bytes where nothing changes, or a change is taken back', () => {
    for (const text of [
      unusual,
      '---\ntitle: a\n---\n',
      '---\n---\nx',
      '\uFEFF---\ntitle: b\n---\n\n\nText',
    ]) {
      expect(edit(text, {})).toBe(text);
      expect(edit(edit(text, { title: 'Other: words' }), { title: format.fromFile(text).title })).toBe(text);
    }
  });

  it.each(['>-', '|-', '>-  # why', '|2-', '>-\n  Folded'])('keeps a title after %s', (head) => {
    const text = `---\ntags: [a]\ntitle: ${head}\n  A title: "quoted"\ndate: 2026-01-02\n---\n\nText\n`;
    const title = format.fromFile(text).title as string;
    const changed = edit(text, { title: title.replace('A title', 'Other # words') });
    expect(changed).toBe(text.replace('A title', 'Other # words'));
    expect(edit(changed, { title })).toBe(text);
    expect(edit(text, { title: 'Two\n\nlines' })).toContain('Two');
  });

  it('changes the value of a field and nothing around it', () => {
    expect(edit(unusual, { title: "Don't" })).toBe(unusual.replace(`'It''s "quoted"'`, "'Don''t'"));
    expect(edit(unusual, { tags: ['b', 'a, c', 'new'] })).toBe(unusual.replace('"a, c" ]', '"a, c", new ]'));
    expect(edit(unusual, { redirectFrom: ['/one/', '/two/', '/three/'] })).toBe(
      unusual.replace('"/two/"\r\n', '"/two/"\r\n  - /three/\r\n'),
    );
    expect(edit(unusual, { redirectFrom: ['/two/'] })).toBe(unusual.replace('  - /one/   # first\r\n', ''));
  });

  it('adds a field at the end, and removes one with its line', () => {
    expect(edit(unusual, { draft: true, description: '' })).toBe(
      unusual.replace('"/two/"\r\n', '"/two/"\r\ndraft: true\r\n'),
    );
    expect(edit(unusual, { tags: [] })).toBe(unusual.replace('tags: [ b, "a, c" ]\r\n', ''));
    expect(edit('---\ntitle: a\norder: 1\n---\n', { order: undefined })).toBe('---\ntitle: a\n---\n');
  });

  it('takes the new spelling of the rich text editor for changed lines alone', () => {
    const rich = 'A _word_ here.\n| a | b |\n| --- | --- |\n| 1 |  |\n\n- item\n    - nested';
    expect(edit(unusual, { body: rich })).toBe(unusual.replace('A *word*.  ', 'A _word_ here.'));
  });

  it('writes the line endings of the file after changed lines, too', () => {
    const file = '---\r\ntitle: a\r\n---\r\n\r\nOne.\r\n\r\nTwo.\r\n';
    expect(edit(file, { body: 'One more.\n\nTwo.' })).toBe(file.replace('One', 'One more'));
  });

  it('takes everything that the author changed in the source', () => {
    const source = 'A *word*.  \n| a | b |\n| --- | --- |\n| 1 | |\n\n* item\n  * nested';
    expect(edit(unusual, { body: source })).toContain('| --- | --- |\r\n');
  });

  it('writes a new document', () => {
    expect(
      format.toFile({
        title: 'New: one',
        date: '2026-01-01T10:00:00',
        tags: ['a', 'b'],
        draft: false,
        body: 'Text',
      }),
    ).toBe('---\ntitle: "New: one"\ndate: 2026-01-01T10:00:00\ntags: [a, b]\n---\n\nText\n');
  });

  it('redirects the address that a renamed document had', () => {
    const renamed = edit('---\ntitle: a\n---\n', { _aliases: ['/2026-01-02-old/'] });
    expect(renamed).toBe('---\ntitle: a\nredirectFrom: [/old/]\n---\n');
    expect(edit('---\ntitle: a\nslug: b\n---\n', { slug: 'b', _aliases: ['/old/'] })).not.toContain(
      'redirectFrom',
    );
  });

  it('keeps every document of the example', () => {
    const files = readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^(?!skills).*\.md$/.test(file),
    );
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const text = readFileSync(join(content, file), 'utf8');
      const changed = edit(text, { title: 'Zebra' });
      const lines = changed.split('\n').filter((line, index) => line !== text.split('\n')[index]);
      expect(lines).toEqual([expect.stringMatching(/^title: "?Zebra"?$/)]);
      expect(edit(changed, { title: format.fromFile(text).title })).toBe(text);
    }
  });
});

it('a document without `draft` is shown as none, whatever the form has for new ones, and keeps its bytes', () => {
  const format = documentFormat(['title', 'draft', 'body']);
  const text = '---\ntitle: A\n---\n\nText.\n';
  const values = format.fromFile(text);
  expect(values.draft).toBe(false);
  expect(format.toFile(values)).toBe(text);
});
