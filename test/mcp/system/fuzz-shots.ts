import { gzipSync } from 'node:zlib';
import { modernMeta, modernVersion } from '../../../packages/contract/src/mcp-cases.ts';

export interface Shot {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** A small seeded generator (mulberry32) with the choices that the mutations need. */
export class Chance {
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

/** One message out of a client's mouth, and what chance makes of it. */
export function makeShot(random: Chance): Shot {
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
