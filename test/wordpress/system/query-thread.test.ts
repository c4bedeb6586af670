import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QueryEngine } from '../../../sidecar/queries/query-engine.ts';
import { QueryThread } from '../../../sidecar/queries/query-thread.ts';
import type { SearchQuestion } from '../../../sidecar/ranked-search/ranked-search.ts';
import { fieldNotes } from './field-notes.ts';
import { type ServedLibrary, serveLibrary } from './served.ts';

let served: ServedLibrary;
const engine = new QueryEngine();
let queries: QueryThread;
beforeAll(async () => {
  served = await serveLibrary(fieldNotes());
  queries = new QueryThread(served.file, engine);
});
afterAll(async () => {
  queries.close();
  await engine.end();
  await served.close();
});

const question = (query: string): SearchQuestion => ({
  query,
  kind: null,
  category: null,
  year: null,
  limit: 5,
  offset: 0,
  snippets: true,
});
const asker = (caller: string, hasGone = () => false) => ({ caller, hasGone });

test('a caller who asks for too much at once gets an error, and does not hold up another', async () => {
  const order: string[] = [];
  const crowd = Array.from({ length: 400 }, (_, number) =>
    queries.askSearch(question(`kettle ${number}`), asker('crowd')).then((asked) => {
      order.push(asked.busy ? 'busy' : 'crowd');
      return asked.busy;
    }),
  );
  const single = queries.askSearch(question('kettle'), asker('single')).then((asked) => {
    order.push('single');
    return asked;
  });
  const asked = await single;
  expect(asked.busy ? 0 : asked.answer.total).toBeGreaterThan(0);
  const busy = (await Promise.all(crowd)).filter(Boolean).length;
  // Two are with the thread and 256 wait; the others are refused at once.
  expect(busy).toBe(400 - 258);
  expect(order.slice(0, busy).every((who) => who === 'busy')).toBe(true);
  expect(order.filter((who) => who !== 'busy').indexOf('single')).toBeLessThan(5);
});

test('nothing is looked up for a client who has gone when the turn comes', async () => {
  const blocking = Array.from({ length: 2 }, () => queries.askSearch(question('brass'), asker('a')));
  const gone = await queries.askSearch(
    question('brass'),
    asker('b', () => true),
  );
  expect(gone).toEqual({ busy: true });
  for (const asked of await Promise.all(blocking)) expect(asked.busy).toBe(false);
});

test('after a problem the thread starts again', async () => {
  const broken = { ...question('brass'), query: 7 as unknown as string };
  await expect(queries.askSearch(broken, asker('a'))).rejects.toThrow();
  const asked = await queries.askSearch(question('brass'), asker('a'));
  expect(asked.busy).toBe(false);
});

test('a closed thread answers no one', async () => {
  const closed = new QueryThread(served.file, engine);
  closed.close();
  expect(await closed.askSearch(question('brass'), asker('a'))).toEqual({ busy: true });
});

test('an index goes on answering when its folder is gone, next to others', async () => {
  const copy = join(mkdtempSync(join(tmpdir(), 'agentsite-queries-')), 'content.sqlite');
  cpSync(dirname(served.file), dirname(copy), { recursive: true });
  const other = new QueryThread(copy, engine);
  await other.start();
  rmSync(dirname(copy), { recursive: true });
  const [one, two] = await Promise.all([
    other.askSearch(question('brass'), asker('a')),
    queries.askSearch(question('brass'), asker('a')),
  ]);
  expect(one).toEqual(two);
  other.close();
  expect((await queries.askSearch(question('kettle'), asker('a'))).busy).toBe(false);
});
