import { expect, test } from 'vitest';
import { FairQueue } from '../../../sidecar/queries/fair-queue.ts';

function takeAll(queue: FairQueue<string>): string[] {
  const taken: string[] = [];
  for (let job = queue.take(); job !== undefined; job = queue.take()) taken.push(job);
  return taken;
}

test('requests are served round-robin, however many jobs one of them has put in', () => {
  const queue = new FairQueue<string>(10, 10);
  for (const job of ['a1', 'a2', 'a3', 'a4']) queue.put('a', job);
  queue.put('b', 'b1');
  queue.put('c', 'c1');
  queue.put('b', 'b2');
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('a caller has a limit of jobs, and there is one for all callers', () => {
  const queue = new FairQueue<string>(3, 2);
  expect(['a1', 'a2', 'a3'].map((job) => queue.put('a', job))).toEqual([true, true, false]);
  expect(['b1', 'b2'].map((job) => queue.put('b', job))).toEqual([true, false]);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'a2']);
  expect(queue.put('b', 'b3')).toBe(true);
});
