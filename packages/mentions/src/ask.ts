import { type Reply as AnyReply, request } from 'agentsite/http';

/** Requests to sites of other people: 15 seconds and 1 MB at most. */
const bounds = { milliseconds: 15_000, bytes: 1_000_000 };

export interface Reply extends Pick<AnyReply, 'status' | 'url' | 'headers' | 'isCut'> {
  /** The beginning of a longer text. */
  readonly text: string;
}

export interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Is the URL one of the owner's settings or arguments? Then it may name a private host. */
  readonly isOwners?: boolean;
  /** Of bytes, where an answer may be longer. */
  readonly maxLength?: number;
}

/** @returns the reason where there is no reply */
export async function ask(url: string, question: Question = {}): Promise<Reply | string> {
  const { method = 'GET', headers = {}, body, isOwners = false, maxLength = bounds.bytes } = question;
  const named = isOwners ? new URL(url).hostname : null;
  const sent = {
    url,
    method,
    headers: {
      Accept: '*/*',
      'Accept-Encoding': 'gzip, br',
      'User-Agent': 'agentsite (webmention)',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  };
  const reply = await request(sent, { ...bounds, bytes: maxLength }, named);
  return typeof reply === 'string' ? reply : { ...reply, text: new TextDecoder().decode(reply.body) };
}

/** What became of a message to another site. `none`: the page receives no webmentions; `unreachable`: it is not there. */
export type Sent =
  | { readonly kind: 'sent' | 'none' }
  | { readonly kind: 'unreachable' | 'failed'; readonly reason: string };

/** Sends a form, or a body of another type. */
export async function post(
  url: string,
  body: URLSearchParams | string,
  { isOwners = false, type }: { isOwners?: boolean; type?: string } = {},
): Promise<Sent> {
  const form = 'application/x-www-form-urlencoded;charset=UTF-8';
  const headers = { 'Content-Type': type ?? form };
  const reply = await ask(url, { method: 'POST', body: String(body), headers, isOwners });
  if (typeof reply === 'string') return { kind: 'failed', reason: reply };
  if (reply.status >= 200 && reply.status < 300) return { kind: 'sent' };
  return { kind: 'failed', reason: `status ${reply.status}` };
}
