import fc from 'fast-check';
import type { Definition, Image, Link, Root } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { definitionRange, destinationRange } from '../../../src/content/compile/markup/markdown-edits.ts';
import { applyEdits } from '../../../src/core/text/text-edits.ts';

/** What is at the places of addresses in a text. */
function destinations(source: string): (string | null)[] {
  const tree: Root = unified().use(remarkParse).parse(source);
  const found: (string | null)[] = [];
  visit(tree, (node) => {
    if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return;
    const range =
      node.type === 'definition'
        ? definitionRange(source, node as Definition)
        : destinationRange(source, node as Link | Image);
    found.push(range === 'none' || range === null ? range : source.slice(range.start, range.end));
  });
  return found;
}

describe('edits', () => {
  it('are made in the order of their places; of two that overlap the first stays', () => {
    const edits = [
      { start: 4, end: 5, text: 'E' },
      { start: 0, end: 2, text: 'AB' },
      { start: 1, end: 3, text: 'no' },
      { start: 5, end: 5, text: '!' },
    ];
    expect(applyEdits('abcdefg', edits)).toBe('ABcdE!fg');
    expect(applyEdits('abc', [])).toBe('abc');
  });
});

describe('the address of a link', () => {
  it('is found in each way of writing it', () => {
    expect(destinations('[a](b.md) ![c](d.png "title") [e](<f g.md>) [h](i(j)k.md)')).toEqual([
      'b.md',
      'd.png',
      'f g.md',
      'i(j)k.md',
    ]);
    expect(destinations('[a [b]](c.md) [`](x)`](d.md)')).toEqual(['c.md', 'd.md']);
    expect(destinations('[a](b\\_c.md) [d](e?f&amp;g)')).toEqual(['b\\_c.md', 'e?f&amp;g']);
    expect(destinations('[a][b]\n\n[b]: c.md "title"\n')).toContain('c.md');
  });

  it('that is written bare needs no change', () => {
    expect(destinations('<https://example.org/>')).toEqual(['none']);
  });

  it('is the one that a parser reads, whatever the words before it', () => {
    const words = fc.string({ unit: fc.constantFrom(...'ab ]([)`\\!*<>') });
    fc.assert(
      fc.property(words, fc.constantFrom('x.md', '<y z.md>', '/a_b/'), (text, target) => {
        const source = `[${text}](${target})`;
        const tree: Root = unified().use(remarkParse).parse(source);
        visit(tree, 'link', (node) => {
          const range = destinationRange(source, node);
          if (range === null || range === 'none') return;
          const edited = applyEdits(source, [{ ...range, text: 'https://e.org/new' }]);
          const urls: string[] = [];
          visit(unified().use(remarkParse).parse(edited), 'link', ({ url }) => void urls.push(url));
          expect(urls).toContain('https://e.org/new');
        });
      }),
      { numRuns: 1000 },
    );
  });
});
