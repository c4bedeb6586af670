import { setImmediate as nextTurn } from 'node:timers/promises';
import { ProtocolErrorCode, validateHostHeader } from '@modelcontextprotocol/server';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { type ErrorObject, errorObject } from '../../src/core/model/errors.ts';
import { paths } from '../../src/core/model/urls.ts';
import { callerNamer } from '../http/client-address.ts';
import { type JsonReading, readJson } from '../http/read-body.ts';
import { sendError } from '../http/send-error.ts';
import type { Engine } from './engine.ts';
import { parseMessages } from './exact-ids.ts';
import type { Budget, Limiter } from './limit.ts';
import { type Answer, answerElement, answerMessage, readId, refuse } from './message.ts';
import { costOfBody, maxElements } from './message-cost.ts';
import type { StandardHeaders } from './standard-headers.ts';
import { eventStream, rateLimited, speaksStreamableHttp, statusOf } from './status.ts';

const allowedMethods = 'POST, OPTIONS';

/**
 * Headers of every answer. The protocol requires servers to validate Origin, and here all are valid: the content is
 * public, there are no cookies or credentials, and the check of Host prevents DNS rebinding.
 */
const commonHeaders = {
  'Cache-Control': 'no-store',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After',
};

/** Any header, since there are no credentials; `*` leaves out Authorization, and older browsers know names alone. */
const preflightHeaders = {
  'Access-Control-Allow-Methods': allowedMethods,
  'Access-Control-Allow-Headers':
    '*, Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID',
  'Access-Control-Max-Age': '86400',
};

export interface EndpointParts {
  readonly engine: Engine;
  readonly limiter: Limiter;
  /** Host names of this server, without ports; requests for others are refused (DNS rebinding). */
  readonly hostnames: readonly string[];
  /** Whether requests come over a unix socket, from the proxy that may open it. */
  readonly behindSocket: boolean;
  /** Where it is; default: the path of the site's server. */
  readonly path?: string;
  /** How a body is read; default: up to 256 KB. */
  readonly read?: (request: Request) => Promise<JsonReading>;
  /** Called with what each request says, before it is answered. */
  readonly onMessage?: (message: unknown) => void;
}

/**
 * `POST /wp-json/agentsite/v1/mcp`: HTTP around an engine of JSON-RPC messages. Stateless: no session, no stream that
 * stays open. Answers are JSON, or one `message` event for a client whose Accept has event streams and no JSON.
 *
 * | request | answer |
 * | --- | --- |
 * | a message | 200, or the status of its JSON-RPC error (see `status.ts`); 202 without a body for a notification |
 * | an array | 200 with the answers of those elements that have one; 202 when none has |
 * | JSON of another type | 400, -32700 |
 * | no JSON | 400, `rest_invalid_json` as Error object |
 * | over the budget | 429, -32000, Retry-After |
 * | another method | 405, Allow |
 */
export function createEndpoint(parts: EndpointParts): RequestHandler {
  const { engine, limiter, hostnames, behindSocket } = parts;
  const callerOf = callerNamer(behindSocket);
  let lastTurn = Promise.resolve();
  /** Answers one message per turn of the event loop, so that no turn is long. */
  const takeTurn = (): Promise<void> => {
    lastTurn = lastTurn.then(() => nextTurn());
    return lastTurn;
  };

  async function answer(request: Request, response: Response): Promise<void> {
    response.set(commonHeaders);
    // `example.org.` is the same host.
    const host = request.headers.host?.replace(/\.(?=$|:\d*$)/, '');
    if (!validateHostHeader(host, [...hostnames]).ok) {
      await sendFree(
        errorObject(403, 'rest_forbidden', 'This server does not answer for the host of the request.'),
      );
      return;
    }
    if (request.method === 'OPTIONS') {
      setBudget(response, await limiter.peek(callerOf(request)));
      const isPreflight = request.get('Access-Control-Request-Method') !== undefined;
      response.set({ Allow: allowedMethods, ...(isPreflight ? preflightHeaders : {}) });
      response.status(204).end();
      return;
    }
    if (request.method !== 'POST') {
      response.set('Allow', allowedMethods);
      await sendFree(
        errorObject(405, 'rest_method_not_allowed', 'This endpoint speaks MCP and takes only POST.'),
      );
      return;
    }
    await answerPost(request, response);

    /** Sends a refusal that costs nothing, with the budget. */
    async function sendFree(error: ErrorObject): Promise<void> {
      setBudget(response, await limiter.peek(callerOf(request)));
      sendError(request, response, error);
    }
  }

  async function answerPost(request: Request, response: Response): Promise<void> {
    const body = await (parts.read?.(request) ?? readJson(request, response, undefined, parseMessages));
    const budget = await limiter.consume(callerOf(request), body.ok ? costOfBody(body.value) : 1);
    setBudget(response, budget);
    if (budget.exceeded) {
      const id = body.ok ? readId(body.value) : null;
      const data = { retry_after: Math.max(1, budget.resetSeconds) };
      sendAnswer(
        request,
        response,
        refuse(id, rateLimited, `Rate limit exceeded. Retry after ${data.retry_after} seconds.`, data),
      );
      return;
    }
    if (!body.ok) return sendError(request, response, body.error);
    parts.onMessage?.(body.value);
    if (Array.isArray(body.value)) return answerArray(body.value, request, response);
    if (typeof body.value !== 'object' || body.value === null) {
      const reason = 'A JSON-RPC message is an object, or an array of objects.';
      return sendAnswer(request, response, refuse(null, ProtocolErrorCode.ParseError, reason));
    }
    await takeTurn();
    const answered = await answerMessage(engine, body.value, headersOf(request));
    if (answered) sendAnswer(request, response, answered);
    else response.status(202).end();
  }

  async function answerArray(elements: unknown[], request: Request, response: Response): Promise<void> {
    const headers = headersOf(request);
    const refusal = refuseArray(elements, headers);
    if (refusal)
      return sendAnswer(request, response, refuse(null, ProtocolErrorCode.InvalidRequest, refusal));
    const replies: Buffer[] = [];
    for (const element of elements) {
      if (response.destroyed) return;
      await takeTurn();
      const reply = await answerElement(engine, element, headers);
      // Serialized in its own turn, and never joined: all replies together can be several megabytes.
      if (reply !== undefined) {
        replies.push(Buffer.from(`${replies.length === 0 ? '[' : ','}${JSON.stringify(reply)}`));
      }
    }
    if (replies.length === 0) response.status(202).end();
    else sendArray(request, response, replies);
  }

  const router = Router({ caseSensitive: true, strict: true });
  router.all(parts.path ?? paths.mcp, (request: Request, response: Response, next: NextFunction) => {
    answer(request, response).catch(next);
  });
  return router;
}

/** Why an array is refused as a whole, as a sentence. */
function refuseArray(elements: unknown[], headers: StandardHeaders): string | undefined {
  if (elements.length === 0) return 'The array is empty.';
  if (elements.length > maxElements) return `An array may have up to ${maxElements} messages.`;
  if (headers.protocolVersion !== undefined && headers.protocolVersion.trim() >= '2026') {
    return 'From 2026-07-28 on, a message stands by itself, not in an array.';
  }
  return undefined;
}

function headersOf(request: Request): StandardHeaders {
  return {
    protocolVersion: request.get('mcp-protocol-version'),
    method: request.get('mcp-method'),
    name: request.get('mcp-name'),
  };
}

function setBudget(response: Response, budget: Budget): void {
  response.set({
    'RateLimit-Limit': String(budget.limit),
    'RateLimit-Remaining': String(budget.remaining),
    'RateLimit-Reset': String(budget.resetSeconds),
  });
}

/** Sends a JSON-RPC answer. Errors of ours go to the application's error handler, like every 5xx. */
function sendAnswer(request: Request, response: Response, answer: Answer): void {
  const status = statusOf(answer, speaksStreamableHttp(request.accepts()));
  if (status === 500) throw new Error('The MCP engine failed to answer.', { cause: answer.reply });
  const wait = 'error' in answer.reply ? retryAfterOf(answer.reply.error.data) : null;
  if (status === 429 && wait !== null) response.set('Retry-After', wait);
  // Node writes a string together with the headers, bytes after them.
  const text = frame(request, JSON.stringify(answer.reply));
  const length = String(Buffer.byteLength(text));
  response.status(status).set('Content-Length', length).setHeader('Content-Type', formOf(request)).end(text);
}

/** The `retry_after` of an error, in seconds. */
function retryAfterOf(data: unknown): string | null {
  return typeof data === 'object' && data !== null && 'retry_after' in data ? String(data.retry_after) : null;
}

function formOf(request: Request): string {
  return request.accepts('application/json') || !request.accepts(eventStream)
    ? 'application/json'
    : eventStream;
}

/** JSON in the form that the client reads. */
function frame(request: Request, json: string): string {
  return formOf(request) === eventStream ? `event: message\ndata: ${json}\n\n` : json;
}

/** `replies`: each with the bracket or the comma before it. */
function sendArray(request: Request, response: Response, replies: readonly Buffer[]): void {
  // The first reply has the bracket.
  const [start = '', end = ''] = frame(request, '[]').split('[');
  const length = replies.reduce((sum, { byteLength }) => sum + byteLength, start.length + end.length);
  response.setHeader('Content-Type', formOf(request));
  response.status(200).set('Content-Length', String(length));
  if (start !== '') response.write(start);
  for (const reply of replies) response.write(reply);
  response.end(end);
}
