import http from 'node:http';
import { readOptions } from '../../src/terminal/options.ts';
import { fieldNotes } from '../wordpress/system/field-notes.ts';
import { createFuzzer, problemOf, sendFuzz } from '../wordpress/system/fuzz.ts';
import { serveLibrary } from '../wordpress/system/served.ts';
import { createLargeLibrary } from './large-library.ts';

/**
 * `npm run fuzz:api`: COUNT generated requests to the REST interface, one after another; SEED decides which.
 * Answers come from a small site with one of everything, or from POSTS generated posts. Prints how many of each
 * status came, the slowest answers, and every answer that the contract does not allow; those are what it fails
 * for. Next to the time on the clock is the processor time of server and client, which does not depend on what
 * else the machine does.
 */
readOptions('Usage: npm run fuzz:api\n\nSettings in the environment: COUNT=20000 SEED=1 POSTS=0', {});
const count = Number(process.env.COUNT ?? 20_000);
const seed = Number(process.env.SEED ?? 1);
const posts = Number(process.env.POSTS ?? 0);
const served = await serveLibrary(posts > 0 ? createLargeLibrary(posts) : fieldNotes());
const port = Number(new URL(served.url).port);
const agent = new http.Agent({ keepAlive: true });
const next = createFuzzer(seed);
const statuses = new Map<number, number>();
const timed: { clock: number; processor: number; path: string }[] = [];
let problems = 0;
for (let sent = 0; sent < count; sent++) {
  const request = next();
  const before = process.cpuUsage();
  const answer = await sendFuzz(port, agent, request);
  const { user, system } = process.cpuUsage(before);
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  // The first answers wait for the compiler.
  if (sent > 100) {
    const path = `${request.method} ${request.path}`;
    timed.push({ clock: answer.milliseconds, processor: (user + system) / 1000, path });
  }
  const problem = problemOf(request, answer);
  if (problem === null) continue;
  problems += 1;
  console.log(
    `${problem}: ${request.method} ${request.path.slice(0, 300)} ${request.body?.slice(0, 100) ?? ''}`,
  );
}
agent.destroy();
await served.close();
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${status}: ${times}`)
    .join(', '),
);
for (const kind of ['clock', 'processor'] as const) {
  console.log(`slowest by the ${kind}:`);
  for (const { clock, processor, path } of timed.toSorted((a, b) => b[kind] - a[kind]).slice(0, 3)) {
    console.log(
      `  ${clock.toFixed(1)} ms, ${processor.toFixed(1)} ms of processor time: ${path.slice(0, 160)}`,
    );
  }
}
const late = timed.filter(({ clock }) => clock > 250);
const busy = timed.filter(({ processor }) => processor > 250);
console.log(`${late.length} answers took more than 250 ms, ${busy.length} of them that much processor time`);
console.log(`${problems} of ${count} answers are not in the contract`);
process.exitCode = problems === 0 ? 0 : 1;
