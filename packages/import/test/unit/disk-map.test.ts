import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskMaps } from '../../src/model/disk-map.ts';

let maps: DiskMaps;
beforeEach(() => {
  maps = new DiskMaps();
});
afterEach(() => maps.close());

describe('a map on disk', () => {
  it('is a map: the order of first keys, a new value in the old place, nothing for what is not there', () => {
    const map = maps.map<string, { n: number }>().set('b', { n: 1 }).set('a', { n: 2 }).set('b', { n: 3 });
    expect([...map.values()]).toEqual([{ n: 3 }, { n: 2 }]);
    expect([map.size, map.get('b'), map.get('c'), map.has('a'), map.has('c')]).toEqual([
      2,
      { n: 3 },
      undefined,
      true,
      false,
    ]);
  });

  it('gives its entries by their keys, from one on', () => {
    const map = maps.map<string, number>();
    for (const [place, key] of ['post-1', 'post', 'zebra', 'öre', 'able'].entries()) map.set(key, place);
    expect([...map.sorted()].map(([key]) => key)).toEqual(['able', 'post', 'post-1', 'zebra', 'öre']);
    expect([...map.sorted('post', 2)]).toEqual([
      ['post', 1],
      ['post-1', 0],
    ]);
  });

  it('may be filled, and read once more, while it or another one is read', () => {
    const first = maps.map<number, number>().set(1, 10).set(2, 20);
    const second = maps.map<number, number>();
    for (const value of first.values()) {
      second.set(
        value,
        first.values().reduce((sum, other) => sum + other),
      );
      if (first.values().find((other) => other > 0) === undefined) throw new Error('nothing is there');
    }
    expect([...second.values()]).toEqual([30, 30]);
  });
});
