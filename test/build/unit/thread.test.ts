import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Thread } from '../../../src/threads/thread.ts';

function start(): Thread<string, string> {
  const thread = new Thread<string, string>(join(import.meta.dirname, 'noisy-worker.ts'));
  onTestFinished(() => thread.end());
  return thread;
}

it('a reply is the answer to its task, whatever else the thread says before it', async () => {
  const thread = start();
  expect(await Promise.all(['a', 'b', 'c'].map((text) => thread.ask(text)))).toEqual(['A', 'B', 'C']);
});

it('anyone who waits hears that the thread failed or ended, and so does anyone who asks later', async () => {
  const failing = start();
  const reply = failing.ask('fail').catch((error: Error) => error);
  const behind = failing.ask('a').catch((error: Error) => error);
  expect(await reply).toMatchObject({ cause: { message: 'as asked' } });
  expect(await behind).toBeInstanceOf(Error);
  await expect(failing.ask('a')).rejects.toThrow(/noisy-worker\.ts failed/);

  const ending = start();
  await expect(ending.ask('end')).rejects.toThrow(/ended with code 3/);
});

it('memory that a thread lists moves with its reply and is not copied', async () => {
  const thread = new Thread<number, Uint8Array>(join(import.meta.dirname, 'moving-worker.ts'));
  onTestFinished(() => thread.end());
  expect([...(await thread.ask(3))]).toEqual([0, 7, 7]);
  expect([...(await thread.ask(2))]).toEqual([0, 7]);
});
