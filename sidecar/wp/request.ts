import type { Request, Response } from 'express';
import type { ErrorObject } from '../../src/core/model/errors.ts';
import { isPhpArray, type PhpArray, parsePhpQuery, toPhpValue } from '../../src/core/wp/php-query.ts';
import { readBody } from '../http/read-body.ts';

/** A request to the REST interface, before routing. */
export interface WpRequest {
  /** After `_method` and X-HTTP-Method-Override; HEAD stays HEAD. */
  readonly method: string;
  /** As it was sent. */
  readonly sentMethod: string;
  readonly overridden: boolean;
  /** Path below `/wp-json`, without a slash at the end; `/` for the root. Null when it cannot be a route. */
  readonly route: string | null;
  readonly query: PhpArray;
  /** Parameters of the body, JSON with every method, a form only where something is written; null without one. */
  readonly body: PhpArray | null;
  /** True when the body says it is JSON and is not. */
  readonly brokenBody: boolean;
  /** A nonce that was sent; the site gives none out, so every nonce is wrong. */
  readonly hasNonce: boolean;
}

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

const prefix = /^(?:\/index\.php)?\/wp-json(?=\/|$)/;

/** Is this a request to the interface: below `/wp-json`, or anywhere with `?rest_route=`? */
export function isWpRequest(url: string): boolean {
  const { path, query } = splitUrl(url);
  return prefix.test(path) || ((path === '/' || path === '/index.php') && /(?:^|&)rest_route=/.test(query));
}

export type WpReading =
  | { readonly ok: true; readonly request: WpRequest }
  | { readonly ok: false; readonly error: ErrorObject };

/** Reads what a request asks; an error where its body is too large or has a content coding. */
export async function readRequest(message: Request, response: Response): Promise<WpReading> {
  const { path, query: text } = splitUrl(message.url);
  const query = parsePhpQuery(text);
  const { headers } = message;
  const body = await readBody(message, response);
  if (!body.ok && body.error.data.status !== 400) return body;
  const { json, form, broken } = parseBody(body.ok ? body.text : null, headers['content-type'] ?? '');
  const sent = message.method ?? 'GET';
  const override = query.get('_method') ?? headers['x-http-method-override'];
  const method = typeof override === 'string' ? override.toUpperCase() : sent;
  const route = query.get('rest_route');
  const request: WpRequest = {
    method,
    sentMethod: sent,
    overridden: method !== sent,
    route: typeof route === 'string' ? cleanRoute(route) : routeOfPath(path),
    query,
    body: json ?? (writes.has(method) ? form : null),
    brokenBody: broken,
    hasNonce: query.has('_wpnonce') || form?.has('_wpnonce') === true || headers['x-wp-nonce'] !== undefined,
  };
  return { ok: true, request };
}

function splitUrl(url: string): { path: string; query: string } {
  const end = url.indexOf('#');
  const target = end < 0 ? url : url.slice(0, end);
  const mark = target.indexOf('?');
  return mark < 0
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** An encoded slash is not a slash, and what cannot be decoded is not a route. */
function routeOfPath(path: string): string | null {
  if (/%2f/i.test(path)) return null;
  try {
    return cleanRoute(decodeURIComponent(path.replace(prefix, '')));
  } catch {
    return null;
  }
}

function cleanRoute(route: string): string {
  let end = route.length;
  while (end > 0 && route[end - 1] === '/') end -= 1;
  const clean = route.slice(0, end);
  return clean.startsWith('/') ? clean : `/${clean}`;
}

interface ParsedBody {
  readonly json: PhpArray | null;
  readonly form: PhpArray | null;
  readonly broken: boolean;
}

/** @param content null where the bytes are not UTF-8 */
function parseBody(content: string | null, type: string): ParsedBody {
  if (content === '') return { json: null, form: null, broken: false };
  if (/^\s*application\/(?:[\w!#$&.+^-]+\+)?json(?:\s|;|$)/i.test(type)) {
    try {
      const value = toPhpValue(JSON.parse(content ?? ''));
      return { json: isPhpArray(value) ? value : null, form: null, broken: false };
    } catch {
      return { json: null, form: null, broken: true };
    }
  }
  const isForm = /^\s*application\/x-www-form-urlencoded(?:\s|;|$)/i.test(type);
  return { json: null, form: isForm && content !== null ? parsePhpQuery(content) : null, broken: false };
}
