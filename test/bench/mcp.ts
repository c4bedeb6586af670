import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { modernMeta, modernVersion } from '../../packages/contract/src/mcp-cases.ts';
import { readOptions } from '../../src/terminal/options.ts';
import { runBench } from './run-bench.ts';

/**
 * `npm run bench:mcp`: tools/list and two tools (one that looks up a page, one that searches) in both eras, as ratios to the SDK's own handler with the same
 * tools and to a bare node:http server that parses and answers JSON of the same size. Each server has a process
 * of its own; rounds are interleaved, and the middle one of each counts. The ratios of processor time hold on a
 * machine that has other work; those of requests a second need a quiet one.
 */
const names = ['ours', 'sdk', 'bare'] as const;
type Name = (typeof names)[number];
readOptions('Usage: npm run bench:mcp\n\nSettings in the environment: ROUNDS=5 SECONDS=2', {});
const rounds = Number(process.env.ROUNDS ?? 5);
const secondsEach = Number(process.env.SECONDS ?? 2);
const connections = 8;
const path = '/wp-json/agentsite/v1/mcp';

interface Load {
  readonly title: string;
  readonly request: (port: number) => Buffer;
}

const search = { name: 'search', arguments: { query: 'loom' } };
const read = { name: 'get_content', arguments: { id: '109' } };
const loads: readonly Load[] = [
  { title: '2025  tools/list', request: post('tools/list', {}, false) },
  { title: '2025  get_content', request: post('tools/call', read, false) },
  { title: '2025  search', request: post('tools/call', search, false) },
  { title: '2026  tools/list', request: post('tools/list', {}, true) },
  { title: '2026  get_content', request: post('tools/call', read, true) },
  { title: '2026  search', request: post('tools/call', search, true) },
];

function post(method: string, params: object, modern: boolean) {
  const meta = modern ? { _meta: modernMeta } : {};
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...meta, ...params } });
  const named = 'name' in params ? `Mcp-Name: ${params.name}\r\n` : '';
  const headers = modern
    ? `MCP-Protocol-Version: ${modernVersion}\r\nMcp-Method: ${method}\r\n${named}`
    : 'MCP-Protocol-Version: 2025-11-25\r\n';
  return (port: number) =>
    Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n` +
        `Accept: application/json, text/event-stream\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
}

interface Measure {
  readonly perSecond: number;
  /** Microseconds of processor time that the server spent on one request. */
  readonly cpu: number;
  /** Milliseconds. */
  readonly p99: number;
}

interface BenchServer {
  readonly port: number;
  readonly child: ChildProcess;
}

async function measure(server: BenchServer, load: Load): Promise<Measure> {
  const request = load.request(server.port);
  const spentBefore = await spent(server);
  const end = performance.now() + secondsEach * 1000;
  const times: number[] = [];
  await Promise.all(Array.from({ length: connections }, () => repeat(server.port, request, end, times)));
  const cpu = ((await spent(server)) - spentBefore) / times.length;
  times.sort((left, right) => left - right);
  return {
    perSecond: times.length / secondsEach,
    cpu,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
  };
}

/** Microseconds of processor time that a server has spent since its start. */
async function spent({ child }: BenchServer): Promise<number> {
  child.send('usage');
  const [microseconds] = await once(child, 'message');
  return microseconds as number;
}

/** One connection that sends the same request again as soon as its answer is complete. */
async function repeat(port: number, request: Buffer, end: number, times: number[]): Promise<void> {
  const socket = createConnection(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.setNoDelay(true);
  while (performance.now() < end) {
    const begun = performance.now();
    socket.write(request);
    await readAnswer(socket);
    times.push(performance.now() - begun);
  }
  socket.destroy();
}

/** Reads to the end of one HTTP answer. @throws unless it is a 200. */
function readAnswer(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const headEnd = text.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      const head = text.slice(0, headEnd).toLowerCase();
      const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
      const complete =
        length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= headEnd + 4 + Number(length);
      if (!complete) return;
      socket.off('data', read);
      socket.off('error', reject);
      if (head.startsWith('http/1.1 200') && text.includes('"result"')) resolve();
      else reject(new Error(text.slice(0, 500)));
    };
    socket.on('data', read);
    socket.once('error', reject);
  });
}

async function start(name: Name): Promise<BenchServer> {
  const file = join(import.meta.dirname, 'mcp-server.ts');
  const child = spawn(process.execPath, [file, name], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const [port] = await once(child, 'message');
  return { port: port as number, child };
}

function middle(measures: readonly Measure[]): Measure {
  const sorted = [...measures].sort((left, right) => left.perSecond - right.perSecond);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (!found) throw new Error('nothing was measured');
  return found;
}

await runBench([], async (atTheEnd) => {
  const servers = new Map<Name, BenchServer>();
  for (const name of names) {
    const server = await start(name);
    atTheEnd(() => server.child.kill());
    servers.set(name, server);
  }
  await compare(servers);
});

async function compare(servers: ReadonlyMap<Name, BenchServer>): Promise<void> {
  console.log(`${rounds} rounds of ${secondsEach} s, ${connections} connections, Node ${process.version}`);
  console.log('requests a second, and microseconds of processor time for one\n');
  const columns = [
    '',
    'ours',
    'SDK handler',
    'bare JSON',
    'ours/SDK',
    '  by time',
    'ours/bare',
    '  by time',
    'p99 ours, SDK',
  ];
  print(columns);
  for (const load of loads) {
    const taken: Record<Name, Measure[]> = { ours: [], sdk: [], bare: [] };
    for (let round = 0; round <= rounds; round++) {
      for (const [name, server] of servers) {
        const measured = await measure(server, load);
        // The first round warms up.
        if (round > 0) taken[name].push(measured);
      }
    }
    const [ours, sdk, bare] = [middle(taken.ours), middle(taken.sdk), middle(taken.bare)];
    const rates = [ours, sdk, bare].map(
      (each) => `${Math.round(each.perSecond)}/s ${Math.round(each.cpu)}us`,
    );
    const ratios = [sdk, bare].flatMap((other) => [ours.perSecond / other.perSecond, other.cpu / ours.cpu]);
    const late = `${ours.p99.toFixed(1)}, ${sdk.p99.toFixed(1)} ms`;
    print([load.title, ...rates, ...ratios.map((ratio) => `${ratio.toFixed(2)}x`), late]);
  }
}

function print(cells: readonly string[]): void {
  console.log(cells.map((cell, column) => cell.padEnd(column < 4 ? 17 : 11)).join(''));
}
