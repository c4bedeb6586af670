import { Agent, request as httpRequest } from 'node:http';
import { Chance, makeShot, type Shot } from './fuzz-shots.ts';

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

/** How long an answer may take before it counts as hanging. */
const patienceMs = 60_000;

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
    return 'no budget reported';
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
