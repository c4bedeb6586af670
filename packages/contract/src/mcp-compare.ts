import type { RawResponse } from './mcp-client.ts';

/** What the body must be, by the contract. `result`, `data` and headers are compared as subsets. */
export type Expectation = Answer & {
  readonly status: number;
  /** Whether the answer is one event of a stream. */
  readonly event?: true;
  readonly headers?: Readonly<Record<string, string | RegExp>>;
};

export type Answer =
  | { readonly empty: true }
  /** A JSON-RPC error. */
  | { readonly error: number; readonly id: string | number | null; readonly data?: unknown }
  /** An Error object. */
  | { readonly code: string }
  /** A JSON-RPC result. */
  | { readonly result: unknown; readonly id: string | number; readonly without?: readonly string[] }
  /** A tool that says what went wrong in words. */
  | { readonly toolError: RegExp; readonly id: string | number }
  /** The answers of an array, in order. */
  | { readonly array: readonly Answer[] };

/** What of an answer differs from what the contract says. */
export function compare(response: RawResponse, expected: Expectation): string[] {
  const problems: string[] = [];
  if (response.status !== expected.status) problems.push(`status ${response.status}, not ${expected.status}`);
  const headers: Record<string, string | RegExp> = {
    'ratelimit-limit': /^[1-9]\d*$/,
    'ratelimit-remaining': /^\d+$/,
    'ratelimit-reset': /^\d+$/,
    'cache-control': /no-store/,
    'access-control-expose-headers': /RateLimit-Limit.*Retry-After/,
    ...('empty' in expected
      ? {}
      : { 'content-type': expected.event ? /^text\/event-stream$/ : /^application\/json/ }),
    ...expected.headers,
  };
  for (const [name, wanted] of Object.entries(headers)) {
    const value = response.headers[name];
    const fits = typeof wanted === 'string' ? value === wanted : value !== undefined && wanted.test(value);
    if (!fits) problems.push(`${name}: ${value ?? 'absent'}, not ${wanted}`);
  }
  if (response.headers['mcp-session-id'] !== undefined) problems.push('a session was opened');
  problems.push(...compareBody(expected.event ? readEvent(response.text) : response.text, expected));
  return problems;
}

/** The data of the one `message` event that the text is. */
function readEvent(text: string): string {
  return /^event: message\ndata: ([^\n]*)\n\n$/.exec(text)?.[1] ?? `no event: ${text}`;
}

function compareBody(text: string, expected: Answer): string[] {
  if ('empty' in expected) return text === '' ? [] : [`a body: ${text.slice(0, 200)}`];
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return [`no JSON: ${text.slice(0, 200)}`];
  }
  if ('array' in expected) {
    if (!Array.isArray(body) || body.length !== expected.array.length)
      return [`not ${expected.array.length} answers: ${text.slice(0, 300)}`];
    return expected.array.flatMap((each, number) => compareBody(JSON.stringify(body[number]), each));
  }
  return covers(body, subset(expected), '') ?? missing(body, expected);
}

/** The part of a body that an expectation fixes. */
function subset(expected: Exclude<Answer, { empty: true } | { array: readonly Answer[] }>): object {
  if ('code' in expected) return { code: expected.code, message: /./, data: { status: /^4\d\d$/ } };
  if ('error' in expected) {
    const error = {
      code: expected.error,
      message: /./,
      ...(expected.data === undefined ? {} : { data: expected.data }),
    };
    return { jsonrpc: '2.0', id: expected.id, error };
  }
  if ('toolError' in expected) {
    return {
      jsonrpc: '2.0',
      id: expected.id,
      result: { isError: true, content: [{ type: 'text', text: expected.toolError }] },
    };
  }
  return { jsonrpc: '2.0', id: expected.id, result: expected.result };
}

function missing(body: unknown, expected: Answer): string[] {
  if (!('without' in expected) || !expected.without) return [];
  const { result } = body as { result: object };
  return expected.without.filter((name) => name in result).map((name) => `result.${name} is there`);
}

/** The first place where a value lacks something of `wanted`; lists are compared from their beginning. */
function covers(value: unknown, wanted: unknown, path: string): string[] | undefined {
  if (wanted instanceof RegExp)
    return wanted.test(String(value)) ? undefined : [`${path}: ${value}, not ${wanted}`];
  if (typeof wanted !== 'object' || wanted === null) {
    return value === wanted
      ? undefined
      : [`${path}: ${JSON.stringify(value)}, not ${JSON.stringify(wanted)}`];
  }
  if (typeof value !== 'object' || value === null) return [`${path}: ${JSON.stringify(value)}`];
  if (Array.isArray(wanted) && wanted.length === 0 && (value as unknown[]).length > 0)
    return [`${path}: not empty`];
  for (const [key, part] of Object.entries(wanted)) {
    const problem = covers((value as Record<string, unknown>)[key], part, `${path}/${key}`);
    if (problem) return problem;
  }
  return undefined;
}
