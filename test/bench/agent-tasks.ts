import Ajv from 'ajv/dist/2020.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/**
 * A program that knows only the address of a site. It goes on by what the documents say, never by addresses of its
 * own, and counts the requests that it makes and the tokens (o200k) of the bodies that it has to read.
 */
export interface Task {
  readonly name: string;
  readonly goal: Cost;
  /** @throws when a document does not say how to go on, or an answer is not what was promised. */
  readonly walk: (reader: Reader) => Promise<void>;
}

export interface Cost {
  readonly requests: number;
  readonly tokens: number;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Asks a site, and counts. Links to the address that the site was built for are followed at the one it is served at. */
export class Reader {
  requests = 0;
  tokens = 0;
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  /** @param counted what of the body has to be read; all of it, unless given */
  async read(address: string, init: RequestInit = {}, counted = (body: string) => body): Promise<Answer> {
    const { pathname, search } = new URL(address, this.#base);
    const response = await fetch(new URL(pathname + search, this.#base), init);
    const text = await response.text();
    this.requests += 1;
    this.tokens += countTokens(counted(text));
    return { status: response.status, text };
  }

  /** The page that the address links to, as Markdown. */
  async readHome(): Promise<string> {
    const { text } = await this.read('/', { headers: { Accept: 'text/markdown, text/html;q=0.5' } });
    return text;
  }

  async post(address: string, message: object, counted?: (body: string) => string): Promise<unknown> {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2025-11-25',
    };
    const init = { method: 'POST', headers, body: JSON.stringify(message) };
    const { text } = await this.read(address, init, counted);
    return text === '' ? null : JSON.parse(text);
  }
}

export const tasks: readonly Task[] = [
  { name: 'the five newest posts as Markdown', goal: { requests: 6, tokens: 2500 }, walk: readNewest },
  { name: 'search, title and address of a hit', goal: { requests: 3, tokens: 1500 }, walk: searchOnce },
  { name: 'contact, up to a valid message', goal: { requests: 3, tokens: 1800 }, walk: prepareMessage },
  // The list of tools is half of it, and `quote` a sixth of the list.
  { name: 'MCP, up to the first result', goal: { requests: 5, tokens: 4500 }, walk: callTool },
  { name: 'a 404 as JSON', goal: { requests: 1, tokens: 150 }, walk: missPage },
];

async function readNewest(reader: Reader): Promise<void> {
  const link = find(await reader.readHome(), /\[[^\]]*newest[^\]]*\]\((\S+?)\)/i, 'the newest posts');
  const { text } = await reader.read(link);
  const entries = text.split(/^# /m).slice(2);
  demand(entries.length >= 5, 'there are not five posts');
  for (const entry of entries)
    demand(/^.+\n\n\d{4}-\d\d-\d\d, http\S+\n\n\S/.test(entry), `no entry: ${entry}`);
}

async function searchOnce(reader: Reader): Promise<void> {
  const template = find(await reader.readHome(), /search[^`\n]*`GET (\S+)`/i, 'search');
  const { text } = await reader.read(template.replace('WORDS', 'markdown'));
  const [hit] = JSON.parse(text) as { title?: unknown; url?: unknown }[];
  demand(typeof hit?.title === 'string' && typeof hit.url === 'string', 'no hit has a title and an address');
}

/** The message is checked against the schema that the site gives, and not sent. */
async function prepareMessage(reader: Reader): Promise<void> {
  const address = find(await reader.readHome(), /contact[^`\n]*`GET (\S+)`/i, 'contact');
  const rules = JSON.parse((await reader.read(address)).text) as {
    input_schema: Record<string, unknown>;
    submit_token: string;
    method: string;
  };
  const message = {
    name: 'A person',
    email: 'person@example.org',
    message: 'Hello.',
    submit_token: rules.submit_token,
  };
  const { $schema: _dialect, ...schema } = rules.input_schema;
  const ajv = new Ajv({ strict: false, validateFormats: false });
  demand(rules.method === 'POST' && ajv.validate(schema, message), 'the message does not fit the schema');
}

async function callTool(reader: Reader): Promise<void> {
  const address = find(await reader.readHome(), /MCP[^`\n]*`POST (\S+)`/, 'MCP');
  const clientInfo = { name: 'bench', version: '1' };
  const begin = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  await reader.post(address, { jsonrpc: '2.0', id: 1, method: 'initialize', params: begin });
  await reader.post(address, { jsonrpc: '2.0', method: 'notifications/initialized' });
  const listed = (await reader.post(address, { jsonrpc: '2.0', id: 2, method: 'tools/list' })) as {
    result: { tools: { name: string; inputSchema: { required?: string[] } }[] };
  };
  const tool = listed.result.tools.find(({ inputSchema }) => inputSchema.required?.join() === 'query');
  demand(tool !== undefined, 'no tool takes a query alone');
  const call = { name: tool.name, arguments: { query: 'markdown' } };
  const answer = (await reader.post(address, {
    jsonrpc: '2.0',
    id: 3,
    method: 'tools/call',
    params: call,
  })) as {
    result?: { isError?: boolean; content?: unknown[] };
  };
  demand(answer.result?.content?.length === 1 && !answer.result.isError, 'the tool gave no result');
}

async function missPage(reader: Reader): Promise<void> {
  const { status, text } = await reader.read('/no/such/page/', { headers: { Accept: 'application/json' } });
  demand(status === 404 && JSON.parse(text).links.length > 2, 'no 404 that redirects');
}

function find(document: string, pattern: RegExp, what: string): string {
  const [, found] = pattern.exec(document) ?? [];
  demand(found !== undefined, `the document does not say where ${what} is`);
  return found;
}

function demand(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}
