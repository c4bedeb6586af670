import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openRedis, type RedisConnection } from '../../../../sidecar/adapters/redis-connection.ts';
import {
  openRedisContactStore,
  readContactScripts,
} from '../../../../sidecar/adapters/redis-contact-store.ts';
import { type Clock, type ContactStore, StoreUnavailable } from '../../../../sidecar/contact/ports.ts';
import { createLogger } from '../../../../sidecar/process/logger.ts';
import { readOptions } from '../../../../src/terminal/options.ts';
import { makeQuickFolder } from '../../../helpers/quick-folder.ts';
import { startRedis } from '../../../helpers/redis-server.ts';
import { checkContactStore, VirtualClock } from '../store-model.ts';
import { luaMutants, type Mutant, sqliteMutants } from './mutants.ts';

/**
 * `npm run test:mutants`: plants one fault at a time into the stores and lets the model look for it. A fault that the
 * model does not find would be a gap in the test.
 */
interface Verdict {
  readonly store: string;
  readonly name: string;
  readonly found: boolean;
}

const adapters = join(import.meta.dirname, '../../../../sidecar/adapters');
const runs = 5_000;

async function judgeMutants(): Promise<Verdict[]> {
  return [...(await judgeLua()), ...(await judgeSqlite())];
}

async function judgeLua(): Promise<Verdict[]> {
  const server = await startRedis('--appendonly', 'no');
  const verdicts: Verdict[] = [];
  try {
    for (const [index, mutant] of luaMutants.entries()) {
      const clock = new VirtualClock();
      const connection = await openRedis(server.url, createLogger('silent'), { mayForget: true });
      try {
        const store = await openMutatedRedis(connection, mutant, `mutant-${index}`, clock);
        verdicts.push({ store: 'Redis', name: mutant.name, found: await isFound(store, clock) });
      } finally {
        await connection.close();
      }
    }
  } finally {
    await server.stop();
  }
  return verdicts;
}

function openMutatedRedis(connection: RedisConnection, mutant: Mutant, siteName: string, clock: Clock) {
  const original = readContactScripts();
  const name = mutant.file.replace(/^.*\/|\.lua$/g, '') as keyof typeof original;
  const scripts = { ...original, [name]: mutate(original[name], mutant) };
  return openRedisContactStore({ connection, siteName, secretCheck: 'same', clock, scripts });
}

async function judgeSqlite(): Promise<Verdict[]> {
  const folder = makeQuickFolder('mutants');
  const verdicts: Verdict[] = [];
  try {
    for (const [index, mutant] of sqliteMutants.entries()) {
      const clock = new VirtualClock();
      const store = await openMutatedSqlite(join(folder, String(index)), mutant, clock);
      verdicts.push({ store: 'SQLite', name: mutant.name, found: await isFound(store, clock) });
      await store.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return verdicts;
}

/** The store's files, copied with the fault in one of them, as a program of their own. */
async function openMutatedSqlite(folder: string, mutant: Mutant, clock: Clock): Promise<ContactStore> {
  mkdirSync(folder);
  const sidecar = pathToFileURL(join(adapters, '..')).href;
  for (const file of ['sqlite-contact-store.ts', 'sqlite-contact-schema.ts', 'sqlite-contact-windows.ts']) {
    const text = readFileSync(join(adapters, file), 'utf8').replaceAll("'../", `'${sidecar}/`);
    writeFileSync(join(folder, file), file === mutant.file ? mutate(text, mutant) : text);
  }
  const { openSqliteContactStore } = await import(
    pathToFileURL(join(folder, 'sqlite-contact-store.ts')).href
  );
  return openSqliteContactStore(join(folder, 'data'), clock);
}

function mutate(text: string, { name, from, to }: Mutant): string {
  if (text.split(from).length !== 2)
    throw new Error(`The place of the fault "${name}" is not there exactly once`);
  return text.replace(from, () => to);
}

async function isFound(store: ContactStore, clock: VirtualClock): Promise<boolean> {
  try {
    await checkContactStore(store, clock, { runs, seed: 5 });
    return false;
  } catch (error) {
    // A fault that only makes the store throw is no test of the rules.
    const cause = error instanceof Error ? error.cause : null;
    if (cause instanceof StoreUnavailable) throw new Error('A fault broke the store', { cause });
    return true;
  }
}

if (import.meta.main) {
  readOptions('Usage: npm run test:mutants', {});
  const verdicts = await judgeMutants();
  for (const { store, name, found } of verdicts)
    console.log(`${found ? 'found ' : 'MISSED'}  ${store}: ${name}`);
  const missed = verdicts.filter(({ found }) => !found).length;
  console.log(`${verdicts.length - missed} of ${verdicts.length} faults found`);
  process.exitCode = missed > 0 ? 1 : 0;
}
