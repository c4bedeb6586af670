import { analyse } from 'scslre';
import { expect, it } from 'vitest';
import { findSilentMarkup } from '../../../src/content/compile/text/silent-markup.ts';
import { outlineOf } from '../../../src/core/search-index/passages.ts';

/** The regular expressions that run while something reads a text. */
function patternsOf(read: () => void): ReadonlySet<string> {
  const seen = new Set<string>();
  const plain = RegExp.prototype.exec;
  RegExp.prototype.exec = function exec(text) {
    seen.add(String(this));
    return plain.call(this, text);
  };
  try {
    read();
  } finally {
    RegExp.prototype.exec = plain;
  }
  return seen;
}

/** @param kinds of repetition that may read a part again: `Move` from each place on, `Trade` shared in each way */
const isSlow = (pattern: string, kinds: readonly ('Move' | 'Trade')[]): boolean => {
  const [, source = '', flags = ''] = /^\/(.*)\/([a-z]*)$/s.exec(pattern) ?? [];
  return analyse({ source, flags }).reports.some(({ type }) => kinds.some((kind) => kind === type));
};

const text = `1. a
  - b

## \n
| a |
| - | - |

It was.
---

2*3*4, [a](), ^[a], >!a!<, {>>a<<} {{ a }} :tada: \\[x^2\\] ![a] [b][c] [[d]] {.a} ==a==

* a **b** __c__.d $x^2$

| a | b |
|---|---|
| 1 | 2 |

\`\`\`
a
\`\`\`
`;

it('what looks for markup reads a text in time that grows with its length', () => {
  const patterns = [...patternsOf(() => findSilentMarkup(text))];
  expect(patterns.length).toBeGreaterThan(30);
  // The words before a sign end at the sign before it. The second is of the test runner.
  const known = ['(?<![\\^~][\\p{L}\\p{N}]+)([\\^~])', '/[?#].*$/'];
  const slow = patterns.filter((pattern) => isSlow(pattern, ['Move']));
  expect(slow.filter((pattern) => !known.some((part) => pattern.includes(part)))).toEqual([]);
});

it('so does what divides a twin into passages, whatever is on a line', () => {
  const patterns = [...patternsOf(() => outlineOf(text))];
  expect(patterns.length).toBeGreaterThan(8);
  expect(patterns.filter((pattern) => isSlow(pattern, ['Move', 'Trade']))).toEqual([]);
});
