import { expect, it } from 'vitest';
import { joinBytes } from '../../../sidecar/wp/reply.ts';

it('joins pieces in a memory of their own, which may be moved to another thread', () => {
  const both = new Uint8Array(100_000).fill(97);
  const joined = joinBytes([both.subarray(0, 2), Buffer.from(','), both.subarray(2)]);
  expect(Buffer.from(joined).toString()).toBe(`aa,${'a'.repeat(99_998)}`);
  expect(joined.buffer.byteLength).toBe(joined.length);
});

it('copies a single piece only if it shares its memory', () => {
  const own = new Uint8Array(10);
  expect(joinBytes([own])).toBe(own);
  const shared = Buffer.from('a piece of the pool');
  const joined = joinBytes([shared]);
  expect(joined.buffer.byteLength).toBe(shared.length);
  expect(Buffer.from(joined)).toEqual(shared);
});
