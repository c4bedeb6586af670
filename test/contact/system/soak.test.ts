import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openRedis } from '../../../sidecar/adapters/redis-connection.ts';
import { openRedisContactStore } from '../../../sidecar/adapters/redis-contact-store.ts';
import { openSqliteContactStore } from '../../../sidecar/adapters/sqlite-contact-store.ts';
import { createLogger } from '../../../sidecar/process/logger.ts';
import { fetchToken, postMessage, startContactApp, systemClock } from '../../helpers/contact-app.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { startRedis } from '../../helpers/redis-server.ts';

/** Thousands of tokens asked for, one of them used before and one after. */
async function flood(endpoint: string): Promise<void> {
  for (let round = 0; round < 40; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => fetch(endpoint)));
    for (const answer of answers) await answer.arrayBuffer();
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  }
}

test('2,000 GETs write nothing into SQLite', async () => {
  const folder = makeQuickFolder('soak');
  const app = await startContactApp({ store: openSqliteContactStore(folder, systemClock) });
  await postMessage(app.endpoint, { submit_token: await fetchToken(app.endpoint) });
  const reader = new DatabaseSync(join(folder, 'contact.sqlite'), { readOnly: true });
  // Changes with every transaction of another connection that writes.
  const version = () => reader.prepare('PRAGMA data_version').get();
  const before = version();
  await flood(app.endpoint);
  expect(version()).toEqual(before);
  await postMessage(app.endpoint, { submit_token: await fetchToken(app.endpoint) });
  expect(version()).not.toEqual(before);
  reader.close();
  await app.stop();
  rmSync(folder, { recursive: true });
});

test('2,000 GETs write nothing into Redis', async () => {
  const server = await startRedis();
  const connection = await openRedis(server.url, createLogger('silent'));
  const store = await openRedisContactStore({ connection, siteName: 'x', secretCheck: 'y', clock: null });
  const app = await startContactApp({ store });
  await postMessage(app.endpoint, { submit_token: await fetchToken(app.endpoint) });
  const changes = async () =>
    /rdb_changes_since_last_save:(\d+)/.exec(await server.command('INFO', 'persistence'))?.[1];
  const before = [await server.command('DBSIZE'), await changes()];
  await flood(app.endpoint);
  expect([await server.command('DBSIZE'), await changes()]).toEqual(before);
  await postMessage(app.endpoint, { submit_token: await fetchToken(app.endpoint) });
  expect(await changes()).not.toEqual(before[1]);
  await app.stop();
  await connection.close();
  await server.stop();
});
