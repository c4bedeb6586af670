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

/** Sends a form. @returns null where it was accepted, else the reason */
export async function post(
  url: string,
  body: URLSearchParams | string,
  type?: string,
): Promise<string | null> {
  const reply = await ask(url, {
    method: 'POST',
    body,
    ...(type ? { headers: { 'Content-Type': type } } : {}),
  });
  if (typeof reply === 'string') return reply;
  return reply.status >= 200 && reply.status < 300 ? null : `status ${reply.status}`;
}
