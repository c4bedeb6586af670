import { expect, it } from 'vitest';
import { joinBytes } from '../../../sidecar/wp/reply.ts';

it('frees large pieces of an answer when they are joined, and no others', () => {
  const large = new Uint8Array(100_000).fill(97);
  const comma = Buffer.from(',');
  const small = Buffer.from('small');
  expect(joinBytes([large, comma, small]).toString()).toBe(`${'a'.repeat(100_000)},small`);
  expect(large.buffer.detached).toBe(true);
  expect(`${comma}${small}`).toBe(',small');
});

it('joins pieces of one memory', () => {
  const both = new Uint8Array(100_000).fill(97);
  expect(joinBytes([both.subarray(0, 2), both.subarray(2)]).toString()).toBe('a'.repeat(100_000));
});
