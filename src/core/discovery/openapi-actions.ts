import { idempotencyKeyPattern } from '../contact/message.ts';
import { paths } from '../model/urls.ts';
import {
  anyOf,
  contactFailures,
  contentFailures,
  contractFailures,
  header,
  jsonResponse,
} from './openapi-responses.ts';
import { type Json, ref } from './openapi-schemas.ts';

/** The two endpoints that are programs rather than documents: MCP and contact. */
export function describeActionPaths(): Record<string, Json> {
  return {
    [paths.passages]: { get: passages },
    [paths.mcp]: { post: mcp },
    [paths.contactApi]: { get: contactContract, post: sendMessage },
  };
}

const inQuery = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

const passages: Json = {
  operationId: 'findPassages',
  summary: 'Quotations that answer a question',
  description:
    'Exact quotations from the Markdown of pages, each with its place in bytes and the digest of its page, or that the site ' +
    'has none, with the words that are nowhere and the nearest pages. Not rate limited.',
  tags: ['Content'],
  parameters: [
    inQuery('q', 'The question; 400 characters of it.', { type: 'string' }),
    inQuery('limit', 'Most passages.', { type: 'integer', minimum: 1, maximum: 5, default: 5 }),
    inQuery('language', 'Slug of the only language.', { type: 'string' }),
  ],
  responses: {
    '200': jsonResponse('Passages, best first, or none.', ref('PassageAnswer')),
    ...contentFailures,
  },
};

const rateLimit = {
  'RateLimit-Limit': header('Messages allowed in the window.', 'integer'),
  'RateLimit-Remaining': header('Messages left in it.', 'integer'),
  'RateLimit-Reset': header('Seconds until it starts over.', 'integer'),
};
/** The same answer for clients that read event streams alone. */
function withEvents(response: Json): Json {
  const content = { ...(response.content as Json), 'text/event-stream': { schema: { type: 'string' } } };
  return { ...response, content };
}

const mcp: Json = {
  operationId: 'callMcp',
  summary: 'Read-only MCP server (Streamable HTTP, stateless)',
  description:
    'One JSON-RPC 2.0 message or an array of them. An unknown tool is the error `-32602`. A client whose Accept has ' +
    '`text/event-stream` and no JSON gets the answer as one `message` event. Its tools are described at `/.well-known/mcp.json` and by ' +
    '`tools/list`; none of them writes.',
  tags: ['MCP'],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: ref('JsonRpcBody'),
        example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      },
    },
  },
  responses: {
    '200': withEvents(
      jsonResponse(
        'The answer, or the answers to a batch in an array. An error is among them for clients that speak Streamable ' +
          'HTTP with a handshake, where it is a method that failed.',
        anyOf('JsonRpcResponse', 'JsonRpcError'),
        rateLimit,
      ),
    ),
    '202': { description: 'The request held only notifications; no body.', headers: rateLimit },
    '400': jsonResponse(
      'Not a valid request: a JSON-RPC error, or an Error object with `rest_invalid_json` for what is not JSON.',
      anyOf('JsonRpcError', 'Error'),
      rateLimit,
    ),
    '404': jsonResponse('There is no such method (`-32601`).', ref('JsonRpcError'), rateLimit),
    '429': jsonResponse('The limit is exceeded (`-32000`).', ref('JsonRpcError'), {
      ...rateLimit,
      'Retry-After': header('Seconds to wait.', 'integer'),
    }),
    '4XX': jsonResponse(
      'Any other failure that is the request’s.',
      anyOf('JsonRpcError', 'Error'),
      rateLimit,
    ),
    '5XX': jsonResponse('A failure that is the server’s.', anyOf('JsonRpcError', 'Error'), rateLimit),
    default: jsonResponse('Any other failure.', anyOf('JsonRpcError', 'Error')),
  },
};

const contactContract: Json = {
  operationId: 'getContactContract',
  summary: 'Rules for a message, and a token to send one',
  description:
    'To be called before each POST: every call issues a new `submit_token`, valid once and for 15 minutes.',
  tags: ['Contact'],
  responses: {
    '200': jsonResponse('The rules and a token.', ref('ContactContract'), {
      'Cache-Control': header('`no-store`.'),
    }),
    ...contractFailures,
  },
};

const sendMessage: Json = {
  operationId: 'sendContactMessage',
  summary: 'Send the owner one message',
  description:
    'Delivers one plain-text message to the inbox of the owner. A delivered message cannot be recalled: confirm ' +
    'the wording with your user first. Fields are checked after the `Idempotency-Key`: a key of another message is 422 ' +
    '(`site_contact_idempotency_key_reuse`), and one whose attempt is still running 409, whatever the body says.',
  tags: ['Contact'],
  parameters: [
    {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Strongly advised; a UUID is best. Under one key one message is delivered once, and repeating it within ' +
        '24 hours gives the same answer.',
      schema: { type: 'string', minLength: 16, maxLength: 255, pattern: idempotencyKeyPattern.source },
      example: '7f3c5b1e-2a44-4a0c-9d56-0c8f6f0b1f7a',
    },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: ref('ContactMessage'),
        example: {
          name: 'A reader',
          email: 'reader@example.org',
          subject: 'A question about twins',
          message: 'Does the twin of a talk include its slides?',
          agent: 'example-agent/1.0',
          submit_token: 'from the GET of this URL',
        },
      },
    },
  },
  responses: {
    '200': jsonResponse(
      'The message was delivered, now or by an earlier request with the same key.',
      ref('ContactResult'),
      { 'Idempotency-Replayed': header('`true` on a replay; absent otherwise.') },
      { sent: true, message: 'Your message was sent.' },
    ),
    ...contactFailures,
  },
};
