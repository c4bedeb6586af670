import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** One HTTP exchange as it goes over the wire: nothing is added that a case did not ask for. */
export interface RawRequest {
  readonly method?: string;
  /** Appended to the address of the endpoint: `/` or `?x=1`. */
  readonly suffix?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string or bytes are sent as they are, anything else as JSON; absent sends no body. */
  readonly body?: unknown;
}

export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends one request. @throws when no answer comes within a minute. */
export function exchange(
  url: string,
  { method = 'POST', suffix = '', headers = {}, body }: RawRequest,
): Promise<RawResponse> {
  const bytes = body === undefined ? undefined : toBytes(body);
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = send(url + suffix, {
      method,
      headers: { ...headers, ...(bytes ? { 'Content-Length': String(bytes.length) } : {}) },
      signal: AbortSignal.timeout(60_000),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        const text = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(flat), text });
      });
    });
    request.end(bytes);
  });
}

/**
 * An exchange that waits out a spent budget, as a client should: on 429 it sleeps for Retry-After (a minute at
 * most) and sends the request once more.
 */
export async function patientExchange(url: string, request: RawRequest): Promise<RawResponse> {
  const first = await exchange(url, request);
  if (first.status !== 429) return first;
  const seconds = Math.min(60, Number(first.headers['retry-after'] ?? 1));
  await new Promise((wake) => setTimeout(wake, seconds * 1000 + 200));
  return exchange(url, request);
}

function toBytes(body: unknown): Buffer {
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
}
