import { Agent, request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { modernMeta, modernVersion } from '../contract/mcp-cases.ts';

/**
 * Thousands of messages that a client would never send, and what an endpoint may answer to them: never a 5xx,
 * never silence, always JSON-RPC or an Error object. Everything follows from the seed.
 */
export interface Finding {
  readonly problem: string;
  readonly request: string;
  readonly answer: string;
}

export interface FuzzReport {
  readonly sent: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  readonly findings: readonly Finding[];
}

interface Shot {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** How long an answer may take before it counts as hanging. */
const patienceMs = 5000;

export async function fuzzEndpoint(mcpUrl: string, count: number, seed: number): Promise<FuzzReport> {
  const random = new Chance(seed);
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const statuses: Record<string, number> = {};
  const findings: Finding[] = [];
  let left = count;
  let slowestMs = 0;
  const shooter = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const shot = makeShot(random);
      const begun = performance.now();
      const { status, headers, text } = await shoot(mcpUrl, agent, shot);
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      statuses[status] = (statuses[status] ?? 0) + 1;
      const problem = judge(status, headers, text);
      if (problem && findings.length < 20) {
        const request = `${JSON.stringify(shot.headers)} ${shot.body.toString('latin1').slice(0, 500)}`;
        findings.push({ problem, request, answer: `${status} ${text.slice(0, 300)}` });
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, shooter));
  agent.destroy();
  return { sent: count, statuses, slowestMs, findings };
}

/** A small seeded generator (mulberry32) with the choices that the mutations need. */
class Chance {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }
  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }
  often(probability: number): boolean {
    return this.next() < probability;
  }
}

const calls: readonly (readonly [string, object])[] = [
  [
    'initialize',
    { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'f', version: '1' } },
  ],
  ['server/discover', {}],
  ['ping', {}],
  ['notifications/initialized', {}],
  ['tools/list', {}],
  ['tools/call', { name: 'search', arguments: { query: 'loom', type: 'post', limit: 3 } }],
  ['tools/call', { name: 'search', arguments: { query: '計算機 "a b" *', cursor: 'c2VhcmNoOjE' } }],
  ['tools/call', { name: 'fetch', arguments: { id: '105:58000' } }],
  [
    'tools/call',
    {
      name: 'get_content',
      arguments: { id: 'agentsite://page/manual/cranks', offset: 3, max_characters: 600 },
    },
  ],
  ['tools/call', { name: 'list_content', arguments: { category: 'machines', tag: 'brass', limit: 2 } }],
  ['tools/call', { name: 'list_terms', arguments: { taxonomy: 'tag' } }],
  ['tools/call', { name: 'get_site_info', arguments: {} }],
  ['resources/list', { cursor: 'cmVzb3VyY2VzOjE' }],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'agentsite://tag/brass' }],
  ['prompts/list', {}],
  ['prompts/get', { name: 'answer_from_site', arguments: { question: 'Why?' } }],
  [
    'completion/complete',
    { ref: { type: 'ref/resource', uri: 'agentsite://tag/{tag}' }, argument: { name: 'tag', value: 'b' } },
  ],
  ['subscriptions/listen', { filter: {} }],
  ['logging/setLevel', { level: 'debug' }],
];

function makeShot(random: Chance): Shot {
  const shot = random.often(0.08) ? makeArray(random) : makeMessage(random);
  let text = writeJson(shot.message);
  if (random.often(0.06)) text = breakText(random, text);
  let body: Buffer = Buffer.from(text, 'utf8');
  if (random.often(0.03)) body = flipBytes(random, body);
  const headers = shot.headers;
  if (random.often(0.02)) {
    headers['Content-Encoding'] = random.pick(['gzip', 'deflate', 'br', 'identity', 'x']);
    if (random.often(0.5)) body = gzipSync(body);
  }
  return { headers, body };
}

function makeArray(random: Chance) {
  const elements = Array.from({ length: random.below(24) }, () => makeMessage(random).message);
  return { message: elements as unknown, headers: random.often(0.2) ? oddHeaders(random, {}) : {} };
}

function makeMessage(random: Chance): { message: unknown; headers: Record<string, string> } {
  const [method, params] = random.pick(calls);
  const modern = random.often(0.5);
  const message: Record<string, unknown> = { jsonrpc: '2.0', id: random.below(1000), method };
  message.params = structuredClone(modern ? { _meta: modernMeta, ...params } : params);
  if (method.startsWith('notifications/')) delete message.id;
  const named = 'name' in params ? params.name : 'uri' in params ? params.uri : undefined;
  let headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (modern) {
    headers['MCP-Protocol-Version'] = modernVersion;
    headers['Mcp-Method'] = method;
    if (typeof named === 'string') headers['Mcp-Name'] = named;
  }
  if (random.often(0.25)) headers = oddHeaders(random, headers);
  let mutated: unknown = message;
  const times = random.below(4);
  for (let time = 0; time < times; time++) mutated = mutate(random, mutated);
  return { message: mutated, headers };
}

function oddHeaders(random: Chance, headers: Record<string, string>): Record<string, string> {
  const name = random.pick([
    'MCP-Protocol-Version',
    'Mcp-Method',
    'Mcp-Name',
    'Accept',
    'Content-Type',
    'Mcp-Session-Id',
    'Origin',
  ]);
  const value = random.pick([
    modernVersion,
    '2025-11-25',
    '2025-03-26',
    '1.0',
    '9999-99-99',
    '',
    ' \t ',
    '=?base64??=',
    '=?base64?////?=',
    '=?base64?c2VhcmNo?=',
    'tools/list',
    'tools/call',
    'search',
    '\u00e4\u00ff',
    'a, b',
    '*/*;q=x',
    'x'.repeat(2000),
    'constructor',
    'null',
  ]);
  const changed = { ...headers, [name]: value };
  if (random.often(0.2)) delete changed[random.pick(Object.keys(changed))];
  return changed;
}

/** What JSON cannot be made of by `JSON.stringify`: written into the text as it stands. */
class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function oddValue(random: Chance): unknown {
  const depth = random.pick([1, 10, 200, 5000]);
  return random.pick<() => unknown>([
    () => null,
    () => true,
    () => 0,
    () => -1,
    () => 1.5,
    () => 2 ** 53,
    () => -(2 ** 31),
    () => new Raw('1e400'),
    () => new Raw('-0'),
    () => new Raw('123456789012345678901234567890'),
    () => '',
    () => '\0',
    () => new Raw('"\\ud800"'),
    () => new Raw('"\\udc00\\ud800"'),
    () => '\u202e\u2066🛠️\u0301\u0301',
    () => 'x'.repeat(random.pick([100, 5000, 60_000])),
    () => '"'.repeat(random.below(50)),
    () => '%'.repeat(random.below(9)) + random.pick(['E0%A4%A', '00', 'ff']),
    () =>
      `agentsite://${random.pick(['post', 'page', 'tag', 'category', 'x', ''])}/${random.pick(['..%2f..', '%', '', 'a/b/c', '{x}'])}`,
    () => random.pick(['NEAR(a b)', 'a AND', '*', '^', 'title:x', "';--", '"a', '-x', '(((', '\u0000a']),
    () => random.pick(['__proto__', 'constructor', 'toString', 'hasOwnProperty']),
    () => [],
    () => ({}),
    () => [null, [], {}, 'x', 1],
    () => ({ __proto__: null, constructor: { prototype: 1 }, toString: 'x' }),
    () => new Raw('{"__proto__":{"a":1},"a":1,"a":2}'),
    () => new Raw('['.repeat(depth) + ']'.repeat(depth)),
    () => new Raw(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
    () => Array.from({ length: 500 }, (_, number) => number),
    () => Object.fromEntries(Array.from({ length: 300 }, (_, number) => [`k${number}`, number])),
    () => ({
      'io.modelcontextprotocol/protocolVersion': random.pick([modernVersion, '2027-01-01', 5, null, '']),
    }),
    () => ({ progressToken: random.pick<unknown>([1, 'x', null, {}, []]) }),
  ])();
}

/** Replaces, removes, adds or moves something at a random place. */
function mutate(random: Chance, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || value instanceof Raw || random.often(0.03))
    return oddValue(random);
  const keys = Object.keys(value);
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value) ? [...value] : { ...value };
  const inside = copy as Record<string, unknown>;
  const key = keys.length === 0 ? 'x' : random.pick(keys);
  const what = random.next();
  if (what < 0.45) inside[key] = mutate(random, inside[key]);
  else if (what < 0.65) inside[key] = oddValue(random);
  else if (what < 0.8) delete inside[key];
  else if (what < 0.95)
    inside[random.pick(['x', '_meta', 'id', 'result', 'error', 'params', 'cursor', 'arguments', 'jsonrpc'])] =
      oddValue(random);
  else inside[key] = value;
  return copy;
}

/** JSON with {@link Raw} parts written as they are. */
function writeJson(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

function breakText(random: Chance, text: string): string {
  const at = random.below(text.length);
  return random.pick([
    () => text.slice(0, at),
    () => text.slice(at),
    () =>
      `${text.slice(0, at)}${random.pick(['"', '}', ']', ',', '\\', '\n', '\0', 'NaN', '//'])}${text.slice(at)}`,
    () => text + text,
    () => `\uFEFF${text}`,
    () => '',
    () => ' '.repeat(3000),
    () => text.padEnd(random.pick([262_144, 262_145, 300_000]), ' '),
  ])();
}

function flipBytes(random: Chance, body: Buffer): Buffer {
  const flipped = Buffer.from(body);
  for (let time = 0; time <= random.below(4) && flipped.length > 0; time++) {
    flipped[random.below(flipped.length)] = random.below(256);
  }
  return flipped;
}

interface Answer {
  readonly status: number | 'none';
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

function shoot(url: string, agent: Agent, { headers, body }: Shot): Promise<Answer> {
  return new Promise((resolve) => {
    const all = { ...headers, 'Content-Length': String(body.length) };
    const request = httpRequest(url, {
      method: 'POST',
      agent,
      headers: all,
      signal: AbortSignal.timeout(patienceMs),
    });
    request.on('error', (error) => resolve({ status: 'none', headers: {}, text: String(error) }));
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => resolve({ status: 'none', headers: {}, text: String(error) }));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 'none', headers: response.headers, text });
      });
    });
    request.end(body);
  });
}

/** What is wrong with an answer; `undefined` when it is one of those that the contract knows. */
function judge(status: Answer['status'], headers: Answer['headers'], text: string): string | undefined {
  if (status === 'none') return 'no answer';
  if (status >= 500) return 'a 5xx';
  if (!['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].every((name) => name in headers))
    return 'no budget told';
  if (status === 202) return text === '' ? undefined : 'a 202 with a body';
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return 'no JSON';
  }
  if (Array.isArray(body))
    return status === 200 && body.length > 0 && body.every(isReply) ? undefined : 'a bad array';
  if (isReply(body)) return status === statusFor(body) ? undefined : 'a status that does not mirror the code';
  return isErrorObject(body, status) ? undefined : 'neither JSON-RPC nor an Error object';
}

interface ReplyShape {
  readonly error?: { readonly code: number };
}

function isReply(body: unknown): body is ReplyShape {
  if (typeof body !== 'object' || body === null || !('jsonrpc' in body) || body.jsonrpc !== '2.0')
    return false;
  if (!('id' in body) || !(body.id === null || typeof body.id === 'string' || Number.isInteger(body.id)))
    return false;
  if ('result' in body)
    return !('error' in body) && body.id !== null && typeof body.result === 'object' && body.result !== null;
  if (!('error' in body) || typeof body.error !== 'object' || body.error === null) return false;
  return (
    'code' in body.error &&
    Number.isInteger(body.error.code) &&
    'message' in body.error &&
    body.error.message !== ''
  );
}

function statusFor({ error }: ReplyShape): number {
  if (!error) return 200;
  return { [-32601]: 404, [-32603]: 500, [-32000]: 429 }[error.code] ?? 400;
}

function isErrorObject(body: unknown, status: number): boolean {
  if (
    typeof body !== 'object' ||
    body === null ||
    !('code' in body) ||
    !('message' in body) ||
    !('data' in body)
  )
    return false;
  const { code, message, data } = body;
  return (
    typeof code === 'string' &&
    typeof message === 'string' &&
    typeof data === 'object' &&
    data !== null &&
    'status' in data &&
    data.status === status
  );
}
