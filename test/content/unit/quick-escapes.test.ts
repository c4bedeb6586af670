import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeMarkdown, markdownLink } from '../../../src/core/text/markdown-text.ts';
import { renderFrontMatter } from '../../../src/core/text/yaml-front-matter.ts';

/** Most documents need no escape, and are not checked for each of them. These are the ways that look each time. */
function escapeSlowly(text: string): string {
  return text
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
    .replace(/[\\`*[\]~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[a-z/!?])|&(?=#?[a-z0-9]+;)/giu, '\\$&')
    .replace(/^(?:#{1,6}(?=\s|$)|>|[-+](?=\s|$)|={2,}\s*$|-{2,}\s*$)/, '\\$&')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

function linkSlowly(url: string): string {
  return url.replace(/[()\s<>]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );
}

function quoteSlowly(text: string): string {
  return JSON.stringify(text.toWellFormed().replace(/\s*[\r\n]\s*/g, ' ')).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const pieces = [
  ...' \t\n\r\u00a0\u2028\u0000\u007f\u0085\ufeff\ud800é😀aZ09.,)(<>&;#/!?_*[]\\`~=+-"\'',
  '&amp;',
  '1. ',
  '##',
  '==',
  '--',
];
const bodies = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((chosen) => chosen.join('')),
  fc.string({ unit: 'binary' }),
  fc.lorem(),
);

test('a text that nothing is to be escaped in is seen as such, and every other is escaped', () => {
  fc.assert(
    fc.property(bodies, (text) => {
      expect(escapeMarkdown(text)).toBe(escapeSlowly(text));
      expect(markdownLink('a', text)).toBe(`[a](${linkSlowly(text)})`);
      const line = text === '' ? '' : `title: ${quoteSlowly(text)}`;
      expect(renderFrontMatter({ title: text })).toBe(`---\n${line}\n---\n`);
    }),
    { numRuns: 5000 },
  );
});
