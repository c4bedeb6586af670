import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bitSetOf,
  countBits,
  intersect,
  positionsIn,
  slicePositions,
  subtract,
  unite,
} from '../../../src/core/search-index/bit-set.ts';

const size = 200;
const positions = fc.uniqueArray(fc.integer({ min: 1, max: size }));
const ascending = (list: Iterable<number>) => [...list].sort((a, b) => a - b);

test('a set of positions gives back what was put in, ascending, by the word of 32 and across words', () => {
  fc.assert(
    fc.property(positions, fc.nat(size), fc.nat(20), (list, skipped, most) => {
      const marks = bitSetOf(size, list);
      expect([...positionsIn(marks)]).toEqual(ascending(list));
      expect(countBits(marks)).toBe(list.length);
      expect(slicePositions(marks, skipped, most)).toEqual(ascending(list).slice(skipped, skipped + most));
    }),
    { numRuns: 200, seed: 15 },
  );
});

test('sets are united, met and removed as mathematics has it', () => {
  fc.assert(
    fc.property(positions, positions, (one, other) => {
      const after = (change: typeof unite) => {
        const marks = bitSetOf(size, one);
        change(marks, bitSetOf(size, other));
        return [...positionsIn(marks)];
      };
      expect(after(unite)).toEqual(ascending(new Set([...one, ...other])));
      expect(after(intersect)).toEqual(ascending(one.filter((position) => other.includes(position))));
      expect(after(subtract)).toEqual(ascending(one.filter((position) => !other.includes(position))));
    }),
    { numRuns: 200, seed: 16 },
  );
});
