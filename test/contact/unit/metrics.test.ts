import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import type { ContactStore, Mailer } from '../../../sidecar/contact/ports.ts';
import { createMetrics } from '../../../sidecar/operations/metrics.ts';

async function linesOf(metrics: ReturnType<typeof createMetrics>, start: string): Promise<string[]> {
  return (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(start));
}

it('counts steps of the store by their outcome, and passes results and errors on', async () => {
  const metrics = createMetrics();
  const failure = new Error('gone');
  const store = metrics.measureStore({
    renew: async () => true,
    abort: async () => Promise.reject(failure),
  } as unknown as ContactStore);
  expect(await store.renew({} as never)).toBe(true);
  await expect(store.abort({} as never)).rejects.toBe(failure);
  const counts = await linesOf(metrics, 'agentsite_store_seconds_count');
  expect(counts.sort()).toEqual([
    'agentsite_store_seconds_count{step="abort",outcome="failed"} 1',
    'agentsite_store_seconds_count{step="renew",outcome="ok"} 1',
  ]);
});

it('counts mails by outcome, from zero', async () => {
  const metrics = createMetrics();
  const mailer = metrics.measureMailer({
    deduplicates: true,
    send: async () => ({ kind: 'rejected', reason: '550' }),
    close: async () => undefined,
  } satisfies Mailer);
  expect(mailer.deduplicates).toBe(true);
  await mailer.send({} as never, {} as never);
  expect(await linesOf(metrics, 'agentsite_mails_total')).toEqual([
    'agentsite_mails_total{outcome="accepted"} 0',
    'agentsite_mails_total{outcome="rejected"} 1',
    'agentsite_mails_total{outcome="unavailable"} 0',
    'agentsite_mails_total{outcome="unknown"} 0',
  ]);
});

it('labels requests with rooms and known methods, and nothing that a visitor sends', async () => {
  const metrics = createMetrics();
  for (const [method, url] of [
    ['GET', '/wp-json/wp/v2/posts?search=secret'],
    ['QUUX', '/private/'],
  ]) {
    const response = Object.assign(new EventEmitter(), { statusCode: 200 });
    const listener = metrics.measureRequests(() => undefined);
    listener({ method, url } as IncomingMessage, response as unknown as ServerResponse);
    response.emit('close');
  }
  const counts = await linesOf(metrics, 'agentsite_requests_seconds_count');
  expect(counts.sort()).toEqual([
    'agentsite_requests_seconds_count{room="front",method="other",status="200"} 1',
    'agentsite_requests_seconds_count{room="wp",method="GET",status="200"} 1',
  ]);
});
