import { join } from 'node:path';
import type { Bearer, Granted, Scope } from '../../src/grants/bearer.ts';
import { startEditServer, type TestServer, zoe } from './edit-server.ts';

/** An editor that knows the tokens `one` and `two`, of two grants, and `reader`, which may not propose. */
export interface AssistantServer extends TestServer {
  /** Calls a tool. @returns its result: the first text, parsed where it is JSON, and all of them */
  readonly call: (tool: string, given?: object, token?: string) => Promise<ToolAnswer>;
  readonly post: (message: unknown, token?: string, headers?: Record<string, string>) => Promise<Response>;
  /** What an owner's page of a proposal has, and an action there. */
  readonly review: (id: string) => Promise<ReviewPage>;
  readonly act: (id: string, action: string, fields: object) => Promise<Response>;
  /** Lines of the log, parsed. */
  readonly log: readonly LogLine[];
}

export interface ToolAnswer {
  readonly isError: boolean;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly content: readonly {
    readonly type: string;
    readonly annotations?: object;
    readonly text?: string;
  }[];
}

export interface ReviewPage {
  readonly html: string;
  readonly subject: { readonly proposal: string; readonly base: string; readonly tree: string };
  readonly digest: string;
}

export interface LogLine {
  readonly act: string;
  readonly outcome: string;
  readonly subject?: string;
  readonly reason?: string;
}

const scopes: Readonly<Record<string, readonly Scope[]>> = {
  one: ['read', 'draft'],
  two: ['read', 'draft'],
  reader: ['read'],
};

/** Replaces the sign-in of software. */
export const bearer: Bearer = {
  authenticate: async (request) => {
    const token = /^Bearer (\w+)$/.exec(request.get('Authorization') ?? '')?.[1] ?? '';
    const own = scopes[token];
    if (!own)
      return {
        kind: 'refused',
        status: 401,
        challenge: 'Bearer',
        error: 'invalid_token',
        description: 'No.',
      };
    const client = { id: `https://${token}.example/client.json`, name: token, host: `${token}.example` };
    return { kind: 'granted', grantId: token, client, author: zoe, scopes: new Set(own) } satisfies Granted;
  },
};

export async function startAssistantServer(
  files: Readonly<Record<string, string>> = {},
  commands?: (engine: string) => readonly (readonly string[])[],
): Promise<AssistantServer> {
  const log: LogLine[] = [];
  const edit = await startEditServer(files, commands, (engine) => ({
    bearer,
    previewCommand: [join(engine, 'src/cli/agentsite.ts'), 'build', '--drafts'],
    write: (line) => log.push(JSON.parse(line) as LogLine),
  }));
  const post: AssistantServer['post'] = (message, token = 'one', headers = {}) =>
    fetch(`${edit.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(message),
    });
  const call: AssistantServer['call'] = async (name, given = {}, token = 'one') => {
    const params = { name, arguments: given };
    const response = await post({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }, token);
    const { result, error } = (await response.json()) as {
      result?: { content: ToolAnswer['content']; isError?: boolean };
      error?: { message: string };
    };
    const content = result?.content ?? [];
    const [first = error?.message ?? ''] = content.map(({ text = '' }) => text);
    const text = content.map((one) => one.text ?? '').join('\n') || first;
    return { isError: result === undefined || result.isError === true, facts: read(first), text, content };
  };
  const cookie = { Cookie: `edit-session=${edit.keys.issue('session', zoe)}` };
  const review: AssistantServer['review'] = async (id) => {
    const html = await (await fetch(`${edit.url}/edit/proposals/${id}`, { headers: cookie })).text();
    const settings = read(/id="review">(.*)<\/script>/.exec(html)?.[1] ?? '');
    const { proposal, base, tree, digest } = settings as unknown as ReviewPage['subject'] & {
      digest: string;
    };
    return { html, subject: { proposal, base, tree }, digest };
  };
  const act: AssistantServer['act'] = (id, action, fields) =>
    fetch(`${edit.url}/edit/proposals/${id}/${action}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...cookie },
      body: JSON.stringify(fields),
    });
  return { ...edit, call, post, review, act, log };
}

function read(text: string): ToolAnswer['facts'] {
  try {
    return JSON.parse(text) as ToolAnswer['facts'];
  } catch {
    return {};
  }
}
