import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { codeFile } from 'agentsite/terminal';
import { buildTestSite } from 'agentsite/testing';
import { openSqlitePluginStores } from '../../../sidecar/adapters/sqlite-plugin-store.ts';
import { Followers } from '../src/followers.ts';

/**
 * A post for 10,000 followers on 300 servers: 240 good ones, 20 slow ones, 20 dead ones, 20 that lie. Prints how often each
 * inbox got it, the memory of the sidecar, and how long messages of the contact form took meanwhile.
 *
 *     node packages/fediverse/test/many-followers.ts
 */

const [servers, perServer, seconds] = [300, 34, Number(process.env.SECONDS ?? 150)];
const site = await buildTestSite({
  'site.ts': `import { fediverse } from 'agentsite-fediverse';
export const site = { title: 'Notes', description: 'Notes.', url: 'https://notes.example.org', owner: { name: 'O', slug: 'o' }, plugins: [fediverse()] };
`,
  'content/posts/walk.md': `---\ntitle: A walk\ndate: 2026-11-01\n---\n\n${'Many words. '.repeat(800)}\n`,
});
if (site.problems.length > 0) throw new Error(site.problems.join('\n'));
const url = JSON.parse(site.read('/openapi.json') ?? '').servers[0].url as string;
const data = join(site.folder, '.data');
mkdirSync(data);

/** By inbox: how often it took the post, and how often it was asked. */
const taken = new Map<string, number>();
const asked = new Map<string, number>();
const inboxes: { readonly kind: string; readonly inbox: string; readonly close: () => void }[] = [];
for (let index = 0; index < servers; index++) {
  const kind =
    index < 240
      ? 'good'
      : index < 260
        ? 'slow'
        : index < 280
          ? 'dead'
          : ((['redirects', 'never ends', 'fails first', 'is busy', 'hangs up'] as const)[index % 5] ?? '');
  inboxes.push(await openInbox(kind));
}

async function openInbox(kind: string) {
  const server = createServer(async (request, response) => {
    const inbox = `http://127.0.0.1:${port}/inbox`;
    const body = await text(request).catch(() => '');
    const id = (JSON.parse(body || '{}') as { id?: string }).id ?? '';
    asked.set(inbox, (asked.get(inbox) ?? 0) + 1);
    if (await answer(kind, asked.get(inbox) ?? 0, request, response))
      taken.set(`${inbox} ${id}`, (taken.get(`${inbox} ${id}`) ?? 0) + 1);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  if (kind === 'dead' && inboxes.length % 2) server.close();
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { kind, inbox: `http://127.0.0.1:${port}/inbox`, close };
}

/** @returns does the server take what it is sent? */
async function answer(
  kind: string,
  count: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (kind === 'dead') return false;
  if (kind === 'hangs up' && count === 1) return !request.socket.destroy();
  if (kind === 'redirects') return !response.writeHead(301, { Location: 'http://127.0.0.1:1/' }).end();
  if (kind === 'fails first' && count === 1) return !response.writeHead(500).end();
  if (kind === 'is busy' && count === 1) return !response.writeHead(429, { 'Retry-After': '20' }).end();
  if (kind === 'slow') await wait(20_000);
  response.writeHead(202);
  if (kind === 'never ends') setInterval(() => response.write('x'.repeat(65_536)), 20).unref();
  else response.end();
  return true;
}

const stores = openSqlitePluginStores(data, { now: Date.now });
const store = stores.open('fediverse');
const followers = new Followers(store);
for (const { inbox } of inboxes)
  for (let index = 0; index < perServer; index++)
    await followers.add(inbox.replace('inbox', `users/${index}`), [`${inbox}/${index}`, inbox, '']);
// Nothing was announced before: the post of the site is new.
await store.set('objects', '{}');
await stores.close();

const env = {
  ...process.env,
  PORT: new URL(url).port,
  SITE_URL: url,
  DATA_DIR: data,
  LOG_LEVEL: 'error',
  CONTACT_PER_IP_HOUR: '100000',
  CONTACT_SITE_DAY: '100000',
};
const sidecar = spawn(process.execPath, [codeFile('sidecar/main')], {
  cwd: site.folder,
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(sidecar, 'exit');
for await (const chunk of sidecar.stdout) if (String(chunk).includes(' is at http')) break;
const memory = () =>
  Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${sidecar.pid}/status`, 'utf8'))?.[1]) / 1024;

const busy: number[] = [];
const idle: number[] = [];
let highest = 0;
const began = performance.now();
const expected = inboxes.filter(({ kind }) => kind !== 'dead' && kind !== 'redirects').length;
let allAfter = 0;
// What a start costs is not what deliveries cost.
for (let count = 0; performance.now() - began < seconds * 1000; count++) {
  const contact = `${url}/wp-json/site/v1/contact`;
  const { submit_token } = (await (await fetch(contact)).json()) as { submit_token: string };
  const start = performance.now();
  const sent = await fetch(contact, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Zoë', email: 'zoe@example.org', message: `Words ${count}`, submit_token }),
  });
  await sent.text();
  (allAfter === 0 ? busy : idle).push(performance.now() - start);
  if (sent.status !== 200 && sent.status !== 202) throw new Error(`Contact answers ${sent.status}.`);
  highest = Math.max(highest, memory());
  if (allAfter === 0 && taken.size === expected) allAfter = (performance.now() - began) / 1000;
  await wait(40);
}
const describe = (times: number[]) => {
  times.sort((a, b) => a - b);
  const [median, p99] = [0.5, 0.99].map((part) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1));
  return `${times.length} messages, median ${median} ms, p99 ${p99} ms, slowest ${(times.at(-1) ?? 0).toFixed(1)} ms`;
};
console.log(
  `followers ${servers * perServer} on ${servers} servers; ${expected} take activities: ${taken.size} did, after ${allAfter.toFixed(0)} s`,
);
console.log(`taken more than once: ${[...taken.values()].filter((count) => count > 1).length}`);
for (const kind of new Set(inboxes.map((one) => one.kind))) {
  const own = inboxes.filter((one) => one.kind === kind);
  const requests = own.map(({ inbox }) => asked.get(inbox) ?? 0);
  console.log(`  ${kind}: ${own.length} servers, requests ${Math.min(...requests)}–${Math.max(...requests)}`);
}
console.log(`memory: highest ${highest.toFixed(0)} MB; at the end ${memory().toFixed(0)} MB`);
console.log(`contact while it delivers: ${describe(busy)}`);
console.log(`contact afterwards: ${describe(idle)}`);
sidecar.kill('SIGTERM');
await ended;
for (const { close } of inboxes) close();
site.remove();
process.exit();
