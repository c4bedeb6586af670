import { errorLinks } from '../../src/core/front/headers.ts';
import { notFoundLinks } from '../../src/core/model/surfaces.ts';
import { apiBase, paths } from '../../src/core/model/urls.ts';
import { wpErrors } from '../../src/core/wp/errors.ts';
import { parseFields } from '../../src/core/wp/fields.ts';
import { rootLink, wpContentType, wpHeaders } from '../../src/core/wp/headers.ts';
import { toText } from '../../src/core/wp/parameters/validate-value.ts';
import { isPhpArray, type PhpArray, type PhpValue } from '../../src/core/wp/php-query.ts';
import type { ContentIndex } from '../release/content-index.ts';
import { openTextSearch } from './collections/text-search.ts';
import { loadContentTables } from './content-tables.ts';
import { refuse, type WpOutcome } from './outcome.ts';
import { splitList } from './parameters.ts';
import { type AnswerChoice, createWpRenderer } from './render.ts';
import { joinBytes, type WpReply } from './reply.ts';
import type { WpRequest } from './request.ts';
import { createWpRouter } from './router.ts';
import { decodeBytes, openObjectStore } from './store.ts';

/** Answers `/wp-json/` as WordPress answers an anonymous reader; on the query thread, since a search takes a while. */
export function createWpAnswers(index: ContentIndex) {
  const { site } = index;
  const tables = loadContentTables(index);
  const store = openObjectStore(index);
  const text = openTextSearch(index, tables.size);
  const content = { site, base: apiBase(site), tables, store, text };
  const router = createWpRouter(content);
  const renderer = createWpRenderer(apiBase(site), store, router);
  const own = notFoundLinks(site);
  const ways = errorLinks(own);
  // Those of the Link header, which begins as every one of WordPress's.
  const links = [{ href: apiBase(site) + paths.wpRoot, rel: 'https://api.w.org/' }, ...own];

  return { answer, warmUp: text.warmUp };

  function answer(asked: WpRequest): WpReply {
    const callback = readCallback(asked.query.get('_jsonp'));
    if (callback === 'invalid') return invalidCallback(apiBase(site));
    const routed = asked.hasNonce
      ? { outcome: refuse(wpErrors.badNonce()), allow: null }
      : router.answer(asked);
    const outcome = withWays(routed.outcome, links);
    const headers = headersOf(outcome, apiBase(site), routed.allow, ways);
    let body: readonly Uint8Array[] = renderer.render(outcome, readChoice(asked.query));
    const envelope = asked.query.has('_envelope');
    if (envelope) body = wrap(body, statusOf(outcome), envelopeHeaders(headers, outcome));
    if (asked.query.has('_pretty'))
      body = [Buffer.from(JSON.stringify(JSON.parse(decodeBytes(body)), null, 4))];
    if (callback !== null) body = [Buffer.from(`/**/${callback}(`), ...body, Buffer.from(')')];
    const type = callback === null ? wpContentType : 'application/javascript; charset=UTF-8';
    const sent = {
      ...wpHeaders,
      ...(envelope ? { Link: rootLink(apiBase(site)) } : headers),
      'Content-Type': type,
      ...(asked.sentMethod === 'GET' ? { Vary: 'Origin' } : {}),
    };
    return { status: envelope ? 200 : statusOf(outcome), headers: sent, body: joinBytes(body) };
  }
}

function invalidCallback(base: string): WpReply {
  const message = '{"code":"rest_callback_invalid","message":"Invalid JSONP callback function."}';
  const headers = {
    Link: rootLink(base),
    'X-Robots-Tag': 'noindex',
    'X-Content-Type-Options': 'nosniff',
    'Content-Type': 'application/javascript; charset=UTF-8',
  };
  return { status: 400, headers, body: joinBytes([Buffer.from(message)]) };
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

function readChoice(query: PhpArray): AnswerChoice {
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
  return splitList(toText(value));
}
