import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { readPlainFrontMatter } from '../../../src/content/read/plain-front-matter.ts';

describe('front matter that is read without YAML', () => {
  it('is what most posts have', () => {
    const text = [
      'title: It’s a “plain” title, isn’t it [really]? 100 %',
      'date: 2026-01-02T09:30',
      'categories: [notes,  über-uns ]',
      'draft: true',
      'image: /pictures/a_b.png',
    ].join('\n');
    const read = readPlainFrontMatter(text);
    expect(read?.value).toEqual({
      title: 'It’s a “plain” title, isn’t it [really]? 100 %',
      date: '2026-01-02T09:30',
      categories: ['notes', 'über-uns'],
      draft: true,
      image: '/pictures/a_b.png',
    });
    expect(read?.place(['categories', 1])).toEqual({ line: 3, column: 22 });
    expect(read?.place(['image'])).toEqual({ line: 5, column: 1 });
  });

  it('holds nothing that looks like another type, a comment, a continued line or a second field', () => {
    const others = [
      '1',
      '1.0',
      'null',
      'True',
      '~',
      '',
      "'a'",
      '"a"',
      '|',
      '- a',
      'a: b',
      'a # b',
      'a:',
      ' a',
      'a ',
    ];
    for (const value of others) expect(readPlainFrontMatter(`title: ${value}`), value).toBe(null);
    for (const text of ['', 'a', 'title: a\n  b', 'title: a\n', 'title: a\r\ndate: b', 'title: a\ntitle: b'])
      expect(readPlainFrontMatter(text), JSON.stringify(text)).toBe(null);
  });

  it('is what the YAML library reads, at the same places', () => {
    const pieces = [
      ...[
        'a',
        'word',
        'Über',
        '東京',
        '😀',
        ' ',
        '  ',
        '\t',
        ':',
        ': ',
        '#',
        ' #',
        ',',
        ', ',
        '[',
        ']',
        '{',
        '}',
      ],
      ...[
        '-',
        '- ',
        '?',
        '! ',
        '&a',
        '*a',
        '|',
        '>',
        "'",
        '"',
        '%',
        '@',
        '`',
        '\\',
        '/',
        '_',
        '.',
        '~',
        '=',
        '<<',
      ],
      ...[
        '1',
        '0x1f',
        '1e3',
        '.5',
        '2026-01-02',
        '2026-01-02T10:20',
        'true',
        'null',
        'No',
        '\u00a0',
        '\ufeff',
        '\u2028',
      ],
      ...['\u0085', '\r', '\n', '\n ', '---', '...', '\u0000', '\ud800'],
    ];
    const piece = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('a', 'Über', ' ', '-') },
      fc.constantFrom(...pieces),
    );
    const words = fc.array(piece, { maxLength: 5 }).map((parts) => parts.join(''));
    const value = fc.oneof(
      words,
      fc.array(words, { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    );
    const field = fc.tuple(
      fc.constantFrom('title', 'date', 'tags', 'draft', 'null', 'y', 'a-b', 'constructor'),
      value,
    );
    const text = fc
      .array(field, { minLength: 1, maxLength: 2 })
      .map((all) => all.map(([n, v]) => `${n}: ${v}`).join('\n'));
    let count = 0;
    fc.assert(
      fc.property(text, (yaml) => {
        const plain = readPlainFrontMatter(yaml);
        if (!plain) return;
        count++;
        const lines = new LineCounter();
        const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false });
        expect(document.errors).toEqual([]);
        expect(plain.value).toEqual(document.toJS());
        if (!isMap(document.contents)) throw new Error('There are no fields.');
        for (const { key, value } of document.contents.items) {
          if (!isScalar(key)) throw new Error('The name of a field is no word.');
          const placeOf = (node: unknown) => {
            const { line, col } = lines.linePos(isScalar(node) ? (node.range?.[0] ?? -1) : -1);
            return { line, column: col };
          };
          const name = String(key.value);
          expect(plain.place([name])).toEqual(placeOf(key));
          if (!isSeq(value)) continue;
          for (const [index, item] of value.items.entries())
            expect(plain.place([name, index])).toEqual(placeOf(item));
        }
      }),
      { numRuns: 10_000 },
    );
    expect(count).toBeGreaterThan(300);
  });
});
