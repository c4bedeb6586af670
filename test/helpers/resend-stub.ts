import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

/** How the stub treats one request to send. */
export type ResendMood =
  | 'accept'
  /** 422: refused for good, nothing sent. */
  | 'refuse'
  /** 429 with Retry-After, nothing sent. */
  | 'limit'
  /** 500, nothing sent. */
  | 'break'
  /** Sent, then 500. */
  | 'break-after'
  /** Sent, then the connection is cut. */
  | 'reset-after'
  /** The connection is cut, nothing sent. */
  | 'reset'
  /** No answer at all, nothing sent. */
  | 'hang'
  /** Sent, no answer. */
  | 'hang-after'
  /** 200 without an id, nothing sent. */
  | 'no-id'
  /** 409: the same key is being worked on. */
  | 'concurrent'
  /** 502 with a page instead of JSON. */
  | 'page';

export interface SentMail {
  readonly key: string;
  readonly at: number;
  readonly body: Record<string, unknown>;
}

/**
 * Resend's send endpoint on loopback: an Idempotency-Key that was accepted is answered again without sending, the
 * same key with another body is 409, as its documentation says.
 */
export class ResendStub {
  /** What went out, once for each mail that a real inbox would hold. */
  readonly sent: SentMail[] = [];
  /** Every request, in order. */
  readonly requests: { key: string; body: Record<string, unknown>; authorization: string }[] = [];
  /** Chooses the mood of the next request. */
  mood: () => ResendMood = () => 'accept';
  readonly #accepted = new Map<string, { id: string; body: string }>();
  readonly #open = new Set<ServerResponse>();
  readonly #server = createServer(async (request, response) => {
    this.#open.add(response);
    response.once('close', () => this.#open.delete(response));
    request.on('error', () => {});
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const key = String(request.headers['idempotency-key'] ?? '');
    const body = JSON.parse(text);
    this.requests.push({ key, body, authorization: String(request.headers.authorization) });
    this.#answer(key, text, body, response);
  });
  url = '';

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  #answer(key: string, text: string, body: Record<string, unknown>, response: ServerResponse): unknown {
    const known = this.#accepted.get(key);
    if (known && known.body !== text) {
      return fail(response, 409, 'invalid_idempotent_request');
    }
    const chosen = this.mood();
    // What was accepted is answered from memory: it is not judged again.
    const mood = known && (chosen === 'refuse' || chosen === 'break') ? 'accept' : chosen;
    switch (mood) {
      case 'refuse':
        return fail(response, 422, 'validation_error');
      case 'limit':
        response.setHeader('Retry-After', '7');
        return fail(response, 429, 'rate_limit_exceeded');
      case 'break':
        return fail(response, 500, 'internal_server_error');
      case 'reset':
        return response.destroy();
      case 'hang':
        return null;
      case 'no-id':
        return succeed(response, {});
      case 'concurrent':
        return fail(response, 409, 'concurrent_idempotent_requests');
      case 'page':
        return response.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>Bad gateway</h1>');
      default: {
        const id = known?.id ?? this.#send(key, text, body);
        if (mood === 'break-after') return fail(response, 500, 'internal_server_error');
        if (mood === 'hang-after') return null;
        return mood === 'reset-after' ? response.destroy() : succeed(response, { id });
      }
    }
  }

  #send(key: string, text: string, body: Record<string, unknown>): string {
    const id = `mail-${this.sent.length}`;
    this.#accepted.set(key, { id, body: text });
    this.sent.push({ key, at: Date.now(), body });
    return id;
  }
}

function succeed(response: ServerResponse, body: object): unknown {
  return response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

function fail(response: ServerResponse, statusCode: number, name: string): unknown {
  const body = JSON.stringify({ statusCode, name, message: `The stub says ${name}` });
  return response.writeHead(statusCode, { 'Content-Type': 'application/json' }).end(body);
}
