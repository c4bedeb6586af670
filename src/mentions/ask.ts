/** Requests to sites of other people: 15 seconds and 1 MB at most. */

const timeout = 15_000;
const maxLength = 1_000_000;

export interface Reply {
  readonly status: number;
  /** After redirects. */
  readonly url: string;
  readonly headers: Headers;
  /** The beginning of a longer text. */
  readonly text: string;
}

/** @returns the reason where there is no reply */
export async function ask(url: string, options: RequestInit = {}): Promise<Reply | string> {
  try {
    const headers = { 'User-Agent': 'agentsite (webmention)', ...options.headers };
    const response = await fetch(url, { ...options, headers, signal: AbortSignal.timeout(timeout) });
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > maxLength) break;
    }
    return { status: response.status, url: response.url, headers: response.headers, text };
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    return cause instanceof Error ? cause.message : message;
  }
}

/** What became of a message to another site. `none`: the page receives no webmentions; `unreachable`: it is not there. */
export type Sent =
  | { readonly kind: 'sent' | 'none' }
  | { readonly kind: 'unreachable' | 'failed'; readonly reason: string };

/** Sends a form, or a body of another type. */
export async function post(url: string, body: URLSearchParams | string, type?: string): Promise<Sent> {
  const headers: HeadersInit = type ? { 'Content-Type': type } : {};
  const reply = await ask(url, { method: 'POST', body, headers });
  if (typeof reply === 'string') return { kind: 'failed', reason: reply };
  if (reply.status >= 200 && reply.status < 300) return { kind: 'sent' };
  return { kind: 'failed', reason: `status ${reply.status}` };
}
