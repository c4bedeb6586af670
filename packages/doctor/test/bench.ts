import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOutAgentsite } from '../../../test/bench/generate-site.ts';
import { type AtTheEnd, runBench } from '../../../test/bench/run-bench.ts';
import { readNumbers } from '../../../test/helpers/command-words.ts';
import { startSite } from '../../../test/helpers/site-process.ts';
import { reportSchema } from '../src/report/json-report.ts';
import { runDoctor } from './system/doctor-process.ts';
import { createDrip, hostileServers } from './system/hostile-servers.ts';

/**
 * `npm run bench:doctor -- [POSTS]`: seconds, requests and memory of the doctor, within the budget that it has by
 * itself, on a site of 1,000 posts and on servers that mean harm. Fails when it takes 200 MB or does not end well.
 */
const [posts = 0] = readNumbers('Usage: npm run bench:doctor -- [POSTS]', 1_000);
const goal = 200;

await runBench([], async (atTheEnd) => {
  console.log(`${'site'.padEnd(48)}   seconds  requests  peak MB  broken rules`);
  if (posts > 0) await measureLargeSite(atTheEnd);
  for (const [name, respond] of Object.entries(hostileServers)) {
    const server = createServer(respond);
    await measureServer(name, server);
    server.closeAllConnections();
  }
  await measureServer('one byte at a time', createDrip());
});

async function measureServer(name: string, server: Server): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await measure(name, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
}

async function measureLargeSite(atTheEnd: AtTheEnd): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-bench-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  layOutAgentsite(folder, posts);
  const site = await startSite(folder);
  atTheEnd(site.stop);
  await measure(`${posts} posts, npm start`, site.url);
}

async function measure(name: string, url: string): Promise<void> {
  const startedAt = performance.now();
  const run = await runDoctor(url);
  const seconds = (performance.now() - startedAt) / 1000;
  const { requests, results } = reportSchema.parse(JSON.parse(run.text));
  const broken = results.filter(({ outcome }) => outcome === 'broken').map(({ id }) => id);
  const isMissed = run.megabytes >= goal || ![0, 2].includes(run.status);
  if (isMissed) process.exitCode = 1;
  console.log(
    name.padEnd(48) +
      seconds.toFixed(1).padStart(10) +
      String(requests).padStart(10) +
      run.megabytes.toFixed(0).padStart(9) +
      `  ${broken.length > 3 ? `${broken.length}` : broken.join(', ')}` +
      (isMissed ? `  missed, status ${run.status} ${run.errors}` : ''),
  );
}
