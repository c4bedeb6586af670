import type { RequestHandler, Response } from 'express';
import { errorLinks, freshCache } from '../../src/core/headers.ts';
import { isPhpArray, type PhpArray, type PhpValue } from '../../src/core/php-query.ts';
import { notFoundLinks } from '../../src/core/surfaces.ts';
import { wpErrors } from '../../src/core/wp-errors.ts';
import { parseFields } from '../../src/core/wp-fields.ts';
import { corsHeaders, rootLink, wpContentType, wpHeaders } from '../../src/core/wp-headers.ts';
import { toText } from '../../src/core/wp-schema.ts';
import type { ContentIndex } from '../content-index.ts';
import { loadCatalog } from './catalog.ts';
import { refuse, type WpOutcome } from './outcome.ts';
import { type Shape, WpRenderer } from './render.ts';
import { isWpRequest, readRequest, type WpRequest } from './request.ts';
import { WpRouter } from './router.ts';
import { joinText, ObjectStore } from './store.ts';
import { TextSearch } from './text-search.ts';

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

  return async function answerWp(request, response, next) {
    if (!isWpRequest(request.url)) return next();
    const asked = await readRequest(request);
    if (response.destroyed) return;
    const callback = readCallback(asked.query.get('_jsonp'));
    if (callback === 'invalid') {
      response.status(400).set({
        Link: rootLink(site.url),
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex',
        'X-Content-Type-Options': 'nosniff',
      });
      response.setHeader('Content-Type', 'application/javascript; charset=UTF-8');
      response.end('{"code":"rest_callback_invalid","message":"Invalid JSONP callback function."}');
      return;
    }
    const { outcome, allow } = asked.hasNonce
      ? { outcome: refuse(wpErrors.badNonce()), allow: null }
      : router.answer(asked);
    const answer = withWays(outcome, links);
    const headers = headersOf(answer, site.url, allow, errorLinks(links));
    const body = renderer.render(answer, readShape(asked.query));
    const envelope = asked.query.has('_envelope');
    send(response, asked, {
      status: envelope ? 200 : statusOf(answer),
      headers: envelope ? { Link: rootLink(site.url) } : headers,
      body: envelope ? wrap(body, statusOf(answer), envelopeHeaders(headers, answer)) : body,
      callback,
      etag,
    });
  };
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

interface Sendable {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: readonly Uint8Array[];
  readonly callback: string | null;
  readonly etag: string;
}

function send(
  response: Response,
  asked: WpRequest,
  { status, headers, body, callback, etag }: Sendable,
): void {
  const isGet = asked.method === 'GET';
  response.status(status).set(wpHeaders).set(headers);
  // Express would write the charset in small letters.
  response.setHeader(
    'Content-Type',
    callback === null ? wpContentType : 'application/javascript; charset=UTF-8',
  );
  if (asked.origin !== null) response.set(corsHeaders(asked.origin));
  if (response.req.method === 'GET' || asked.origin !== null) response.vary('Origin');
  const cacheable = status === 200 && isGet && !asked.overridden && asked.body === null;
  response.set('Cache-Control', cacheable || asked.method === 'HEAD' ? freshCache : 'no-store');
  if (cacheable) response.set('ETag', etag);
  if (cacheable && response.req.fresh) {
    response.status(304).removeHeader('Content-Type');
    response.end();
    return;
  }
  if (asked.method === 'HEAD') {
    response.end();
    return;
  }
  const bytes = Buffer.concat(finish(body, callback, asked.query));
  response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}

/** `_pretty` indents, `_jsonp` wraps the JSON in a call. */
function finish(
  body: readonly Uint8Array[],
  callback: string | null,
  query: PhpArray,
): readonly Uint8Array[] {
  let pieces = body;
  if (query.has('_pretty')) pieces = [Buffer.from(JSON.stringify(JSON.parse(joinText(body)), null, 4))];
  return callback === null ? pieces : [Buffer.from(`/**/${callback}(`), ...pieces, Buffer.from(')')];
}

function readCallback(value: PhpValue | undefined): string | null | 'invalid' {
  if (value === undefined || value === '') return null;
  return typeof value === 'string' && /^[\w.]+$/.test(value) ? value : 'invalid';
}

function readShape(query: PhpArray): Shape {
  const embed = query.get('_embed');
  return {
    fields: query.has('_fields') ? parseFields(listOf(query.get('_fields'))) : null,
    embed: embed === undefined ? null : readEmbed(embed),
  };
}

/** Nothing, `1` and `true` mean everything; otherwise relations are named. */
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
