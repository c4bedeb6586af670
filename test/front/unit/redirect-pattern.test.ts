import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  linearRegExpOf,
  matchPattern,
  maxPathLength,
  type PatternPiece,
  parsePattern,
} from '../../../src/core/front/redirect-pattern.ts';
import { createBlockCounter } from '../../helpers/counted-work.ts';

const patterns = [
  '/archives/{id:number}/',
  '/blog/{slug}.html',
  '/files/{rest*}',
  '/{a}-{b}-{c}/',
  '/{slug}-{id:number}.html',
  '/{rest*}/feed/',
  '/{a*}/x/{b*}/y',
  '/{a}{b}/',
  '/{a:number}{b}',
  '/{a*}{b*}{c*}',
  '/{year:number}/{month:number}/{slug}/',
  '/a.b+c/{x}?',
];

/** The meaning of a pattern, as a regular expression that may backtrack. */
function regExpOf(pieces: readonly PatternPiece[]): RegExp {
  const sources = { segment: '[^/]+', number: '[0-9]+', rest: '.*' };
  const source = pieces.map((piece) =>
    typeof piece === 'string'
      ? piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      : `(?<${piece.name}>${sources[piece.matches]})`,
  );
  return new RegExp(`^${source.join('')}/?$`, 's');
}

const text = fc
  .array(fc.constantFrom('/', '-', '.', 'a', 'x', 'y', '1', '23', '.html', 'feed', 'é', '😀'), {
    maxLength: 9,
  })
  .map((pieces) => pieces.join(''));
/** A path that is made like the pattern, or nearly. */
const pathFor = (pattern: string) =>
  fc.array(text, { minLength: 10, maxLength: 10 }).map((values) => {
    let part = 0;
    return pattern.replace(/\{\w+(?::number|\*)?\}/g, () => values[part++] ?? '');
  });

describe.each(patterns)('%s', (pattern) => {
  const pieces = parsePattern(pattern);

  it('divides a path as a regular expression does', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          pathFor(pattern),
          text.map((path) => `/${path}`),
        ),
        (path) => {
          const found = regExpOf(pieces).exec(path);
          expect(matchPattern(pieces, path)).toEqual(found && { ...found.groups });
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is asked of the sidecar by nginx for every path that it matches', () => {
    const gate = new RegExp(linearRegExpOf(pieces), 's');
    fc.assert(
      fc.property(pathFor(pattern), (path) => {
        if (matchPattern(pieces, path) !== null) expect(path).toMatch(gate);
      }),
      { numRuns: 1000 },
    );
  });

  it('costs the length of the path times its pieces at most, and nothing for longer paths', async () => {
    // Each count reads the counters of all code that is loaded.
    const counter = await createBlockCounter((url) => url.includes('/src/core/front/redirect-pattern'));
    const path = (piece: string, length: number) =>
      `${pattern.split('{')[0]}${piece.repeat(length)}`.slice(0, length - 1);
    const repeated = ['-', '/', 'a-', '1', 'a/x/', '.html', '-1', 'x'];
    for (const piece of repeated) {
      const work = await counter.count(() => matchPattern(pieces, path(piece, maxPathLength)));
      expect(work, piece).toBeLessThan(10 * (pieces.length + 1) * maxPathLength);
    }
    const longer = repeated.map((piece) => path(piece, 8000));
    const work = await counter.count(() => longer.map((path) => matchPattern(pieces, path)));
    expect(work).toBeLessThan(50);
    counter.stop();
  });
});
