import { expect, test } from 'vitest';
import type { Sent } from '../../src/connections.ts';
import { Deliveries } from '../../src/deliveries.ts';
import { Followers } from '../../src/followers.ts';
import { memoryStore, type Store } from '../helpers/account-site.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Deliveries with a clock, and servers that answer as a test says. */
function prepare(
  answer: (inbox: string, id: string) => Sent,
  wrap: (store: Store) => Store = (store) => store,
) {
  let time = Date.UTC(2026, 10, 28);
  const memory = memoryStore(() => time);
  const store = wrap(memory);
  const followers = new Followers(memory);
  const posts: string[] = [];
  const log = () => undefined;
  const open = () =>
    new Deliveries({
      ...{ store, followers, now: () => time, isBlocked: (address) => address.includes('blocked'), pause: 0 },
      keyOf: async () => ({ keyId: new URL('https://notes.example.org/key'), privateKey: {} as CryptoKey }),
      servers: {
        async post(inbox, body) {
          const { id } = JSON.parse(body) as { id: string };
          posts.push(`${id} ${inbox}`);
          return answer(inbox, id);
        },
      },
      log: { info: log, warn: log, error: log },
    });
  return { open, followers, memory, posts, pass: (milliseconds: number) => (time += milliseconds) };
}

const taken: Sent = { status: 202, retryAfter: 0 };
const silent: Sent = { status: null, reason: 'no answer' };

test('an inbox gets an activity once, whatever fails on the way', async () => {
  // A generator of its own, so that a failure can be repeated.
  let seed = 7;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const inboxes = Array.from(
    { length: 60 },
    (_, index) => `https://host${index % 40}.example/inbox/${index}`,
  );
  const accepted: string[] = [];
  let lost = 0;
  const { open, pass, posts } = prepare(
    (inbox, id) => {
      const chance = random();
      if (chance < 0.1) return silent;
      if (chance < 0.2) return { status: 503, retryAfter: chance < 0.15 ? 90 : 0 };
      accepted.push(`${id} ${inbox}`);
      return taken;
    },
    (store) => ({
      ...store,
      // The process ends, or the store can't be reached: before an answer is written down, or later.
      async set(key, value, lifetime) {
        if (key.startsWith('sent ') && random() < 0.05) {
          lost++;
          throw new Error('The store is away.');
        }
        return store.set(key, value, lifetime);
      },
      async replace(key, ...rest) {
        if (random() < 0.05) throw new Error('The store is away.');
        return store.replace(key, ...rest);
      },
    }),
  );
  const ids = ['https://notes.example.org/1#create', 'https://notes.example.org/2#create'];
  for (const id of ids)
    while (
      !(await open()
        .add({ id }, inboxes)
        .then(
          () => true,
          () => false,
        ))
    );
  for (let run = 0; run < 400; run++) {
    await open()
      .run()
      .catch(() => undefined);
    pass(5 * minute);
  }
  expect(new Set(accepted).size).toBe(inboxes.length * ids.length);
  expect(lost).toBeGreaterThan(0);
  // Again only where the answer was not written down.
  expect(accepted.length - new Set(accepted).size).toBeLessThanOrEqual(lost);
  const count = posts.length;
  await open().run();
  expect([posts.length, await open().count()]).toEqual([count, 0]);
});

test('what has failed is tried later and later, for two days', async () => {
  const { open, posts, pass } = prepare(() => ({ status: 500, retryAfter: 0 }));
  await open().add({ id: 'https://notes.example.org/1#create' }, ['https://a.example/inbox']);
  for (let passed = 0; passed < 3 * day; passed += 10 * minute) {
    await open().run();
    pass(10 * minute);
  }
  expect(posts.length).toBeGreaterThan(8);
  expect(posts.length).toBeLessThan(20);
  expect(await open().count()).toBe(0);
});

test('an inbox gets a change after what it changes', async () => {
  let isUp = false;
  const { open, posts, pass } = prepare(() => (isUp ? taken : { status: 500, retryAfter: 0 }));
  const inbox = 'https://a.example/inbox';
  await open().add({ id: 'https://n.example/1#create' }, [inbox]);
  await open().run();
  await open().add({ id: 'https://n.example/1#update' }, [inbox]);
  isUp = true;
  for (let run = 0; run < 20; run++) {
    await open().run();
    pass(minute);
  }
  expect(posts.map((post) => post.split(/[# ]/)[1])).toEqual(['create', 'create', 'update']);
});

test('a server that is busy says when; one that refuses, or blocks, gets nothing again', async () => {
  const answers: Record<string, Sent> = {
    busy: { status: 429, retryAfter: 3600 },
    refuses: { status: 403, retryAfter: 0 },
    gone: { status: 410, retryAfter: 0 },
  };
  const { open, posts, pass, followers } = prepare(
    (inbox) => answers[new URL(inbox).hostname.split('.')[0] ?? ''] ?? taken,
  );
  const inboxes = ['busy', 'refuses', 'gone', 'blocked'].map((name) => `https://${name}.example/inbox`);
  for (const inbox of inboxes) await followers.add(inbox.replace('inbox', 'u'), [inbox, '', '']);
  await open().add({ id: 'https://n.example/1#create' }, inboxes);
  for (let run = 0; run < 30; run++) {
    await open().run();
    pass(minute);
  }
  expect(posts).toHaveLength(3);
  expect(await followers.has('https://gone.example/u')).toBe(false);
  expect(await followers.count()).toBe(3);
  pass(day / 24);
  await open().run();
  expect(posts).toHaveLength(4);
});

test('followers of a server that is silent for more than a week are dropped', async () => {
  const { open, pass, followers, posts } = prepare((inbox) => (inbox.includes('dead') ? silent : taken));
  for (const host of ['dead', 'alive'])
    await followers.add(`https://${host}.example/u`, [`https://${host}.example/inbox`, '', '']);
  for (let passed = 0; passed < 12; passed++) {
    await open().add({ id: `https://n.example/${passed}#create` }, await followers.inboxes(() => false));
    for (let run = 0; run < 12; run++) {
      await open().run();
      pass(2 * 60 * minute);
    }
  }
  expect(await followers.has('https://dead.example/u')).toBe(false);
  expect(await followers.has('https://alive.example/u')).toBe(true);
  // One request at a time, and fewer and fewer.
  expect(posts.filter((post) => post.includes('dead')).length).toBeLessThan(60);
});

test('a shared inbox gets one for all of its accounts', async () => {
  const { followers } = prepare(() => taken);
  for (let index = 0; index < 200; index++)
    await followers.add(`https://big.example/u/${index}`, [
      `https://big.example/u/${index}/inbox`,
      'https://big.example/inbox',
      '',
    ]);
  await followers.add('https://own.example/u', ['https://own.example/u/inbox', '', '']);
  expect([...(await followers.inboxes(() => false))].sort()).toEqual([
    'https://big.example/inbox',
    'https://own.example/u/inbox',
  ]);
  expect(await followers.inboxes((address) => address.includes('big'))).toEqual(
    new Set(['https://own.example/u/inbox']),
  );
});
