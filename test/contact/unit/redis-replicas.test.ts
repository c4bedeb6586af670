import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Redis } from 'ioredis';
import { expect, onTestFinished, test } from 'vitest';
import { watch } from '../../../sidecar/adapters/redis-connection.ts';
import { countReplicas, unknownReplicas } from '../../../sidecar/adapters/redis-sentinels.ts';
import { createLogger } from '../../../sidecar/process/logger.ts';

/** A Sentinel whose primary has the given run id; a replica is written `flags priority`. */
async function startSentinel(replicas: readonly string[], runId = 'ours'): Promise<number> {
  const array = (values: readonly string[]) => `*${values.length}\r\n${values.join('')}`;
  const strings = (...words: string[]) => array(words.map((word) => `$${word.length}\r\n${word}\r\n`));
  const answers: Readonly<Record<string, string>> = {
    REPLICAS: array(
      replicas.map((replica) => {
        const [flags = '', priority = ''] = replica.split(' ');
        return strings('flags', flags, 'slave-priority', priority);
      }),
    ),
    MASTER: strings('runid', runId),
  };
  const server = createServer((socket) => {
    socket.on('data', (data) => {
      for (const [, word = ''] of String(data).matchAll(/^\*\d+\r\n\$\d+\r\n\w+\r\n\$\d+\r\n(\w+)\r$/gm))
        socket.write(answers[word] ?? '+OK\r\n');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function countAt(...sentinels: Promise<number>[]): Promise<number> {
  const nodes = (await Promise.all(sentinels)).map((port) => ({ host: '127.0.0.1', port }));
  return countReplicas({ kind: 'sentinel', tls: false, nodes, primary: 'main', database: 0 }, 'ours');
}

const one = ['slave 100'];
const two = ['slave 100', 'slave 100'];

test.each([
  ['slave 100', 1],
  ['slave 1', 1],
  ['slave 0', 0],
  ['s_down,slave 100', 0],
  ['s_down,o_down,slave 100', 0],
  ['slave,disconnected 100', 0],
])('with the flags and the priority "%s" a replica counts %i times', async (replica, count) => {
  expect(await countAt(startSentinel([replica, ...one]))).toBe(count + 1);
});

test('where the Sentinels differ, the number is what a majority of them does not exceed', async () => {
  expect(await countAt(startSentinel(one), startSentinel(two), startSentinel(one))).toBe(1);
  expect(await countAt(startSentinel(one), startSentinel(two), startSentinel(two))).toBe(2);
  expect(await countAt(startSentinel(one), startSentinel(two))).toBe(2);
});

test('without a majority that knows the primary, the number is unknown', async () => {
  const other = () => startSentinel(one, 'theirs');
  expect(await countAt(startSentinel(one), startSentinel(one), other())).toBe(1);
  expect(await countAt(startSentinel(one), other(), other())).toBe(unknownReplicas);
  expect(await countAt(startSentinel(one), Promise.resolve(1), Promise.resolve(1))).toBe(unknownReplicas);
});

test('after a reconnection the number is unknown until the server has been inspected', async () => {
  const client = Object.assign(new EventEmitter(), { options: { sentinels: [] }, disconnect: () => {} });
  const asked: PromiseWithResolvers<number>[] = [];
  const inspect = async () => {
    const answer = Promise.withResolvers<number>();
    asked.push(answer);
    return { scriptFlags: true, refusal: null, warning: null, replicas: await answer.promise };
  };
  const connection = watch(client as unknown as Redis, inspect, false, createLogger('silent'));
  onTestFinished(connection.close);
  expect(connection.replicas()).toBe(unknownReplicas);
  const first = connection.look();
  asked[0]?.resolve(2);
  await first;
  expect(connection.replicas()).toBe(2);
  const late = connection.look();
  client.emit('ready');
  expect(connection.replicas()).toBe(unknownReplicas);
  asked[1]?.resolve(1);
  await late;
  // That was the earlier server.
  expect(connection.replicas()).toBe(unknownReplicas);
  const next = connection.look();
  asked[2]?.reject(new Error('gone again'));
  asked[3]?.resolve(1);
  await next;
  expect(connection.replicas()).toBe(1);
});
