import { expect, it } from 'vitest';
import { countSentBytes, findCollector } from '../../../sidecar/http/sent-bytes.ts';
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

it('frees the memory of answers that were sent, each 8 MB', async () => {
  const held = () => process.memoryUsage().arrayBuffers;
  const answer = () => new Uint8Array(1_000_000).length;
  let collected = 0;
  for (let sent = 0; sent < 24; sent++) countSentBytes(answer(), () => collected++);
  expect(collected).toBe(3);
  const before = held();
  for (let sent = 0; sent < 8; sent++) countSentBytes(answer());
  // Another thread of V8 frees it, which takes a moment.
  await expect.poll(() => held() - before).toBeLessThan(2_000_000);
});

it('leaves it to V8 where its collector cannot be reached', () => {
  const collect = findCollector(() => undefined);
  expect(() => collect({ type: 'minor' })).not.toThrow();
});
