import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { GrantStore } from '../../src/grants/grant-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-store-'));
const clock = { now: Date.parse('2026-11-28T12:00:00Z') };
const store = new GrantStore(folder, () => clock.now);
afterAll(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const record = (id: string, email: string) => ({
  ...{ id, author: { name: 'Zoë', email }, resource: 'https://edit.example.org/mcp', digest: '' },
  ...{
    client: { id: 'https://notes.example.net/', name: '', host: 'notes.example.net' },
    scopes: ['read' as const],
  },
});

it('of two requests that found one unused code, the second ends the grant of the first', async () => {
  const codes = store.adapter('AuthorizationCode');
  const tokens = store.adapter('AccessToken');
  store.add(record('one', 'zoe@example.org'));
  await codes.upsert('code', { grantId: 'one', jti: 'code' }, 60);
  await tokens.upsert('token', { grantId: 'one', jti: 'token' }, 60);
  // Both have read it before either uses it up.
  expect([await codes.find('code'), await codes.find('code')]).toMatchObject([
    { jti: 'code' },
    { jti: 'code' },
  ]);
  await codes.consume('code');
  expect(await tokens.find('token')).toMatchObject({ grantId: 'one' });
  await expect(codes.consume('code')).rejects.toThrow('invalid_grant');
  expect([await tokens.find('token'), store.find('one')]).toEqual([undefined, null]);
});

it('lists the grants that have a token, newest first, and ends those of one author', async () => {
  for (const [id, email] of [
    ['a', 'zoe@example.org'],
    ['b', 'kim@example.org'],
    ['c', 'zoe@example.org'],
  ] as const) {
    store.add(record(id, email));
    await store.adapter('RefreshToken').upsert(`token-${id}`, { grantId: id }, id === 'c' ? 3_600 : 7_200);
    clock.now += 1_000;
  }
  expect(store.list().map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  clock.now += 3_600_000;
  expect(store.list().map(({ id }) => id)).toEqual(['b', 'a']);
  expect([store.endAll('zoe@example.org'), store.list().map(({ id }) => id)]).toEqual([1, ['b']]);
  expect([store.end('b'), store.end('b')]).toEqual([true, false]);
  expect(await store.adapter('RefreshToken').find('token-b')).toBeUndefined();
});
