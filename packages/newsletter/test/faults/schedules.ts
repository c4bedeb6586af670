import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openRedis } from '../../../../sidecar/adapters/redis-connection.ts';
import { openRedisPluginStores } from '../../../../sidecar/adapters/redis-plugin-store.ts';
import { openSqlitePluginStores } from '../../../../sidecar/adapters/sqlite-plugin-store.ts';
import { createLogger } from '../../../../sidecar/process/logger.ts';
import { startRedisSentinels } from '../../../../test/helpers/redis-failover.ts';
import { everyWrite, startRedis } from '../../../../test/helpers/redis-server.ts';
import { SmtpStub } from '../../../../test/helpers/smtp-stub.ts';
import { openTransport } from '../../src/mails/transport.ts';
import { sendNewsletter } from '../../src/send.ts';
import { addSubscribers, createState, options, site } from './newsletter-site.ts';

/**
 * Sends one post to many under random faults: `node packages/newsletter/test/faults/schedules.ts [COUNT] [FIRST SEED]`.
 * Each seed is one schedule. A mail is doubled if the server took two of one subscriber, and lost if it took none and the
 * newsletter does not call it uncertain or refused.
 */
const [count = 200, first = 1] = process.argv.slice(2).map(Number);
const subscribers = 30;
const lease = 1_500;
const atATime = Number(process.env.AT_A_TIME ?? 3);
const maxRounds = 40;

/** Mulberry32: equal seeds are equal schedules. */
function randomOf(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Result {
  readonly doubled: number;
  readonly lost: number;
  readonly sent: number;
  readonly uncertain: number;
  /** Of the uncertain ones, those that had arrived. */
  readonly arrived: number;
  readonly refused: number;
  readonly faults: readonly string[];
}

async function runSchedule(seed: number): Promise<Result> {
  const random = randomOf(seed);
  const chance = (share: number) => random() < share;
  const faults: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), `agentsite-faults-${seed}-`));
  const isRedis = seed % 2 === 0;
  const mails = await new SmtpStub().start();
  // Only where this may be mounted, and only for SQLite: a disk that can be full.
  const isSmall =
    seed % 4 === 1 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0;
  const redis = isRedis ? await startServer(seed % 8 === 0) : null;
  const url = redis?.url ?? '';
  const openStore = async () => {
    if (!isRedis) {
      const stores = openSqlitePluginStores(folder, { now: () => Date.now() });
      return { store: stores.open('newsletter'), close: stores.close };
    }
    const connection = await openRedis(url, createLogger('silent'));
    return {
      store: openRedisPluginStores(connection, 'notes.example.org').open('newsletter'),
      close: connection.close,
    };
  };
  const opened = await openStore();
  const before = createState(opened.store, () => Date.now(), { lease, hasPost: false });
  const all = await again(() => addSubscribers(before, subscribers));
  const quiet = {
    options,
    transport: await openTransport({
      options,
      site,
      setting: (name) => (name === 'SMTP_URL' ? `smtp://127.0.0.1:${mails.port}` : undefined),
    }),
    say: () => undefined,
    signal: new AbortController().signal,
    pause: 20,
  };
  await again(() => sendNewsletter({ ...quiet, state: before }));
  await opened.close();

  mails.mood = () => {
    const trouble = random();
    const slow = { dot: () => delay(random() * 200), greeting: () => delay(random() * 50) };
    if (trouble < 0.04) return { ...slow, answer: 'cut' };
    if (trouble < 0.08) return { ...slow, answer: 'drop' };
    if (trouble < 0.11) return { ...slow, answer: 'refuse' };
    if (trouble < 0.15) return { ...slow, data: () => Promise.reject(new Error('gone')) };
    return slow;
  };
  const start = (clock: number) => {
    const settings = {
      folder,
      smtp: mails.port,
      clock,
      lease,
      hasPost: true,
      ...(isRedis ? { redis: url } : {}),
    };
    return spawn(process.execPath, [join(import.meta.dirname, 'sender.ts'), JSON.stringify(settings)], {
      stdio: 'ignore',
    });
  };
  for (let round = 0; round < maxRounds; round++) {
    const clock = chance(0.3) ? Math.round((random() - 0.6) * 3 * 86_400_000) : 0;
    if (clock !== 0) faults.push(`clock ${Math.round(clock / 3_600_000)} h`);
    const senders = [start(clock), ...(chance(0.4) ? [start(chance(0.3) ? -3_600_000 : 0)] : [])];
    if (senders.length > 1) faults.push('two senders');
    const ended = senders.map(async (sender) => (await once(sender, 'exit'))[0] as number | null);
    if (round < 3) {
      // Most faults belong into the hand-over of mails, not into the start of a process.
      const known = mails.handovers.length;
      for (let tries = 0; tries < 150 && mails.handovers.length === known; tries++) await delay(20);
      await delay(random() * 300);
      for (const sender of senders)
        if (chance(0.6) && sender.exitCode === null) {
          sender.kill('SIGKILL');
          faults.push('kill -9');
        }
      if (redis && chance(0.4)) {
        faults.push(redis.fault);
        await redis.fail(random() * 800);
      }
      if (isSmall && chance(0.6)) {
        fill(join(folder, 'ballast'));
        faults.push('disk full');
        await delay(random() * 1_000);
        rmSync(join(folder, 'ballast'), { force: true });
      }
    } else mails.mood = () => ({});
    const codes = await Promise.all(ended);
    if (round >= 3 && codes.every((code) => code === 0)) break;
    if (codes.includes(3)) await delay(lease / 3);
  }
  const last = await openStore();
  const state = createState(last.store, () => Date.now(), { lease, hasPost: true });
  const [edition] = (await again(() => state.readLedger()))?.editions ?? [];
  const result = { doubled: 0, lost: 0, sent: 0, uncertain: 0, arrived: 0, refused: 0, faults };
  for (const { id, mail } of all) {
    const taken = mails.accepted.filter(({ text }) => text.includes(`To: ${mail}\n`)).length;
    const end = edition ? await again(() => state.deliveries.endOf(edition.key, id)) : null;
    if (taken > 1) result.doubled++;
    if (end === 'uncertain') result.uncertain++;
    if (end === 'uncertain' && taken > 0) result.arrived++;
    if (end === 'refused') result.refused++;
    if (end === 'sent') result.sent++;
    if (taken === 0 && end !== 'uncertain' && end !== 'refused') result.lost++;
    if (end === 'refused' && taken > 0) result.lost++;
  }
  if (edition?.state !== 'done') faults.push('NOT DONE');
  await last.close();
  await mails.stop();
  await redis?.stop();
  if (isSmall) spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
  return result;
}

interface FailingRedis {
  readonly url: string;
  readonly fault: string;
  /** Ends the primary without mercy, and starts it again. */
  readonly fail: (pause: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** One server that comes back, or a group of which another one takes over. */
async function startServer(isGroup: boolean): Promise<FailingRedis> {
  if (!isGroup) {
    const redis = await startRedis(...everyWrite, '--maxmemory-policy', 'noeviction');
    const fail = async (pause: number) => {
      await redis.kill();
      await delay(pause);
      await redis.start();
    };
    return { ...redis, fault: 'redis killed', fail };
  }
  const group = await startRedisSentinels();
  const fail = async () => {
    const old = await group.primary('');
    await old.server.kill();
    while ((await group.primary('')) === old) await delay(100);
    await old.server.start();
    await group.settle();
  };
  return { ...group, fault: 'redis failed over', fail };
}

/** A busy machine may keep Redis waiting. */
async function again<Value>(step: () => Promise<Value>): Promise<Value> {
  for (let tries = 0; ; tries++)
    try {
      return await step();
    } catch (error) {
      if (tries === 60) throw error;
      await delay(500);
    }
}

/** Takes what is left of a small disk. */
function fill(file: string): void {
  for (let size = 2 ** 20; size >= 512; size /= 2)
    try {
      writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // It is full: a smaller piece may still fit.
    }
}

const seeds = Array.from({ length: count }, (_, at) => first + at);
const results: Result[] = [];
const work = async () => {
  for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
    const result = await runSchedule(seed);
    results.push(result);
    const { faults, ...numbers } = result;
    if (result.doubled + result.lost > 0 || faults.includes('NOT DONE') || process.env.VERBOSE)
      console.log(`seed ${seed}: ${JSON.stringify(numbers)} ${faults.join(', ')}`);
  }
};
await Promise.all(Array.from({ length: atATime }, work));
const sum = (name: 'doubled' | 'lost' | 'sent' | 'uncertain' | 'arrived' | 'refused') =>
  results.reduce((total, result) => total + result[name], 0);
const kinds = Map.groupBy(
  results.flatMap(({ faults }) => faults),
  (fault) => fault.replace(/^clock .*/, 'clock'),
);
console.log(
  `${results.length} schedules, ${results.length * subscribers} mails: ${sum('doubled')} doubled, ${sum('lost')} lost, ${sum('sent')} sent, ${sum('uncertain')} uncertain (${sum('arrived')} had arrived), ${sum('refused')} refused.`,
);
console.log([...kinds].map(([kind, found]) => `${found.length} × ${kind}`).join(', '));
writeFileSync(process.env.REPORT ?? '/dev/null', JSON.stringify(results));
process.exitCode = sum('doubled') + sum('lost') > 0 ? 1 : 0;
