import http from 'node:http';
import { fieldNotes } from '../sidecar/wp/field-notes.ts';
import { createFuzzer, faultOf, sendFuzz } from '../sidecar/wp/fuzz.ts';
import { serveLibrary } from '../sidecar/wp/served.ts';

/**
 * `npm run fuzz:api`: COUNT generated requests to the REST interface, one after another. Prints how many of each
 * status came, the slowest, and every answer that the contract does not allow; those are what it fails for.
 */
const count = Number(process.env.COUNT ?? 20_000);
const seed = Number(process.env.SEED ?? 1);
const served = await serveLibrary(fieldNotes());
const port = Number(new URL(served.url).port);
const agent = new http.Agent({ keepAlive: true });
const next = createFuzzer(seed);
const statuses = new Map<number, number>();
let slowest = { milliseconds: 0, path: '' };
let faults = 0;
for (let sent = 0; sent < count; sent++) {
  const request = next();
  const answer = await sendFuzz(port, agent, request);
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  if (sent > 100 && answer.milliseconds > slowest.milliseconds) {
    slowest = { milliseconds: answer.milliseconds, path: `${request.method} ${request.path}` };
  }
  const fault = faultOf(request, answer);
  if (fault === null) continue;
  faults += 1;
  console.log(
    `${fault}: ${request.method} ${request.path.slice(0, 300)} ${request.body?.slice(0, 100) ?? ''}`,
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
console.log(`slowest ${slowest.milliseconds.toFixed(1)} ms: ${slowest.path.slice(0, 200)}`);
console.log(`${faults} of ${count} answers are not in the contract`);
process.exitCode = faults === 0 ? 0 : 1;
