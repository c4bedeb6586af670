import type { RequestHandler, Response } from 'express';
import { errorLinks, freshCache } from '../../src/core/front/headers.ts';
import { notFoundLinks } from '../../src/core/model/surfaces.ts';
import { wpErrors } from '../../src/core/wp/errors.ts';
import { parseFields } from '../../src/core/wp/fields.ts';
import { corsHeaders, rootLink, wpContentType, wpHeaders } from '../../src/core/wp/headers.ts';
import { isPhpArray, type PhpArray, type PhpValue } from '../../src/core/wp/php-query.ts';
import { toText } from '../../src/core/wp/validate-value.ts';
import type { ContentIndex } from '../release/content-index.ts';
import { AnswerCache, FinishedAnswer } from './answer-cache.ts';
import { loadCatalog } from './catalog.ts';
import { refuse, type WpOutcome } from './outcome.ts';
import { type Shape, WpRenderer } from './render.ts';
import { isWpRequest, readRequest, type WpRequest } from './request.ts';
import { WpRouter } from './router.ts';
import { ObjectStore, takeText } from './store.ts';
import { TextSearch } from './text-search.ts';

/** Bytes of answers that are kept for the next who asks. */
const keptBytes = 4_000_000;

/**
 * Answers everything below `/wp-json/`, and `/?rest_route=`, the way WordPress answers an anonymous reader.
 * Mounted behind the rooms that own parts of `/wp-json/` (contact, MCP).
 */
export function createWp(index: ContentIndex): RequestHandler {
  const { site } = index;
  const catalog = loadCatalog(index);
  const store = new ObjectStore(index);
  const content = { base: site.url, catalog, store, text: new TextSearch(index, catalog.size) };
  const router = new WpRouter(content, site);
  const renderer = new WpRenderer(site.url, store, router);
  const etag = `"${index.release.slice(0, 16)}"`;
  const links = notFoundLinks(site);
  const ways = errorLinks(links);
  const cache = new AnswerCache(keptBytes);

  const answer = (asked: WpRequest): FinishedAnswer => {
    const callback = readCallback(asked.query.get('_jsonp'));
    if (callback === 'invalid') return invalidCallback(site.url);
    const routed = asked.hasNonce
      ? { outcome: refuse(wpErrors.badNonce()), allow: null }
      : router.answer(asked);
    const outcome = withWays(routed.outcome, links);
    const headers = headersOf(outcome, site.url, routed.allow, ways);
    let body: readonly Uint8Array[] = renderer.render(outcome, readShape(asked.query));
    const envelope = asked.query.has('_envelope');
    if (envelope) body = wrap(body, statusOf(outcome), envelopeHeaders(headers, outcome));
    if (asked.query.has('_pretty')) body = [Buffer.from(JSON.stringify(JSON.parse(takeText(body)), null, 4))];
    if (callback !== null) body = [Buffer.from(`/**/${callback}(`), ...body, Buffer.from(')')];
    const type = callback === null ? wpContentType : 'application/javascript; charset=UTF-8';
    const sent = {
      ...wpHeaders,
      ...(envelope ? { Link: rootLink(site.url) } : headers),
      'Content-Type': type,
      ...(asked.sentMethod === 'GET' ? { Vary: 'Origin' } : {}),
    };
    return new FinishedAnswer(envelope ? 200 : statusOf(outcome), sent, body);
  };

  return async function answerWp(request, response, next) {
    if (!isWpRequest(request.url)) return next();
    const known = isRepeatable(request.method, request.headers) ? cache.get(request.url) : undefined;
    if (known) {
      send(response, known, { head: false, cacheable: true }, request.headers.origin, etag);
      return;
    }
    const asked = await readRequest(request);
    if (response.destroyed) return;
    const finished = answer(asked);
    const repeatable = isRepeatable(request.method, request.headers) && !asked.overridden && !asked.hasNonce;
    const cacheable = repeatable && finished.status === 200;
    if (cacheable) cache.put(request.url, finished);
    send(response, finished, { head: asked.method === 'HEAD', cacheable }, request.headers.origin, etag);
  };
}

/** Does the answer depend on the address alone? */
function isRepeatable(method: string, headers: Readonly<Record<string, unknown>>): boolean {
  return (
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers['x-wp-nonce'] === undefined &&
    headers['x-http-method-override'] === undefined
  );
}

function send(
  response: Response,
  answer: FinishedAnswer,
  { head, cacheable }: { head: boolean; cacheable: boolean },
  origin: string | undefined,
  etag: string,
): void {
  const { req: request } = response;
  const { status, headers, body, length } = answer;
  answer.hold();
  // Sent to its last byte, or broken off: either way nothing reads the body for this response any more.
  response.once('close', () => answer.letGo());
  response.statusCode = status;
  for (const name of Object.keys(headers)) response.setHeader(name, headers[name] ?? '');
  if (origin !== undefined) {
    for (const [name, value] of Object.entries(corsHeaders(origin))) response.setHeader(name, value);
    response.setHeader('Vary', 'Origin');
  }
  response.setHeader('Cache-Control', cacheable || (head && status === 200) ? freshCache : 'no-store');
  if (cacheable) response.setHeader('ETag', etag);
  if (cacheable && isNamed(request.headers['if-none-match'], etag)) {
    response.statusCode = 304;
    response.removeHeader('Content-Type');
    response.end();
    return;
  }
  if (head) {
    response.end();
    return;
  }
  response.setHeader('Content-Length', length);
  response.cork();
  for (const piece of body.slice(0, -1)) response.write(piece);
  response.end(body.at(-1));
}

/**
 * Does `If-None-Match` name the tag of the answer? Its `*` and the date of `If-Modified-Since` are not heard, as
 * WordPress hears neither; only who has the answer already is not sent it again.
 */
function isNamed(header: string | undefined, etag: string): boolean {
  return header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false;
}

function invalidCallback(base: string): FinishedAnswer {
  const message = '{"code":"rest_callback_invalid","message":"Invalid JSONP callback function."}';
  const headers = {
    Link: rootLink(base),
    'X-Robots-Tag': 'noindex',
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'application/javascript; charset=UTF-8',
  };
  return new FinishedAnswer(400, headers, [Buffer.from(message)]);
}

/** Every 404 says where to look instead, in its body and in its Link header. */
function withWays(outcome: WpOutcome, links: ReturnType<typeof notFoundLinks>): WpOutcome {
  if (outcome.kind !== 'error' || outcome.error.data.status !== 404) return outcome;
  return { kind: 'error', error: { ...outcome.error, links } };
}

function statusOf(outcome: WpOutcome): number {
  return outcome.kind === 'error' ? outcome.error.data.status : 200;
}

function headersOf(
  outcome: WpOutcome,
  base: string,
  allow: string | null,
  ways: string,
): Record<string, string> {
  const headers: Record<string, string> = {};
  if (outcome.kind === 'list') {
    headers['X-WP-Total'] = String(outcome.total);
    headers['X-WP-TotalPages'] = String(outcome.pages);
  }
  const own = outcome.kind === 'list' || outcome.kind === 'item' ? outcome.link : null;
  headers.Link = own ?? rootLink(base);
  if (statusOf(outcome) === 404) headers.Link += `, ${ways}`;
  if (allow !== null) headers.Allow = allow;
  return headers;
}

/** In an envelope the totals are numbers, and the link to the root, which belongs to the real answer, is left out. */
function envelopeHeaders(
  headers: Readonly<Record<string, string>>,
  outcome: WpOutcome,
): Record<string, unknown> {
  const { Link: link, Allow: allow } = headers;
  const own = outcome.kind === 'list' || outcome.kind === 'item' ? outcome.link : null;
  return {
    ...(outcome.kind === 'list' ? { 'X-WP-Total': outcome.total, 'X-WP-TotalPages': outcome.pages } : {}),
    ...(own === null ? {} : { Link: link }),
    ...(allow === undefined ? {} : { Allow: allow }),
  };
}

function wrap(body: readonly Uint8Array[], status: number, headers: Record<string, unknown>): Uint8Array[] {
  const shown = Object.keys(headers).length === 0 ? [] : headers;
  return [
    Buffer.from('{"body":'),
    ...body,
    Buffer.from(`,"status":${status},"headers":${JSON.stringify(shown)}}`),
  ];
}

function readCallback(value: PhpValue | undefined): string | null | 'invalid' {
  if (value === undefined || value === '' || value === '0') return null;
  return typeof value === 'string' && /^[\w.]+$/.test(value) ? value : 'invalid';
}

function readShape(query: PhpArray): Shape {
  const embed = query.get('_embed');
  return {
    fields: query.has('_fields') ? parseFields(listOf(query.get('_fields'))) : null,
    embed: embed === undefined ? null : readEmbed(embed),
  };
}

/** Nothing, `0`, `1` and `true` mean everything; otherwise relations are named. */
function readEmbed(value: PhpValue): true | readonly string[] {
  if (!isPhpArray(value) && ['', '0', '1', 'true'].includes(toText(value))) return true;
  const relations = listOf(value);
  return relations.length === 0 ? true : relations;
}

function listOf(value: PhpValue | undefined): string[] {
  if (value === undefined) return [];
  if (isPhpArray(value)) return [...value.values()].filter((item) => !isPhpArray(item)).map(toText);
  return toText(value)
    .split(/[\s,]+/)
    .filter((part) => part !== '');
}
