import type { Corpus, CorpusDocument, Exchange } from './corpus.ts';

/** What divergences ask about a recorded exchange. */

/** Is this the path of a wp/v2 route, given as a pattern: `(?:posts|pages)/\d+`? */
export function isRoute({ request }: Exchange, route: string): boolean {
  return new RegExp(`^/wp-json/wp/v2/${route}/?(?:\\?|$)`, 'i').test(request.path);
}

/** The index of all routes, or that of wp/v2. */
export function isIndex({ request }: Exchange): boolean {
  return /^\/wp-json(?:\/|\/wp\/v2\/?)?(?:\?|$)/.test(request.path);
}

export function queryOf({ request }: Exchange): URLSearchParams {
  return new URL(request.path, 'http://corpus.invalid').searchParams;
}

/** The document of the corpus that a path names: `/wp-json/wp/v2/posts/12`, and what is below it. */
export function namedDocument(exchange: Exchange, corpus: Corpus): CorpusDocument | null {
  const id = /^\/wp-json\/wp\/v2\/(?:posts|pages)\/(\d+)(?:\/|\?|$)/i.exec(exchange.request.path)?.[1];
  return id === undefined ? null : findDocument(corpus, Number(id));
}

export function findDocument(corpus: Corpus, id: number): CorpusDocument | null {
  return [...corpus.posts, ...corpus.pages].find((document) => document.id === id) ?? null;
}

/** Where a difference lies once `_envelope` and `_jsonp` are undone: `body.body.code` is `body.code` then. */
export function unwrap(where: string, exchange: Exchange): string {
  const query = queryOf(exchange);
  const inner = query.get('_jsonp') ? where.replace(/^body\.value\b/, 'body') : where;
  if (!query.has('_envelope')) return inner;
  if (inner === 'body.status') return 'status';
  const header = /^body\.headers\.(.+)$/.exec(inner);
  if (header) return `header ${header[1]?.toLowerCase()}`;
  return inner.replace(/^body\.body\b/, 'body');
}

/** The recorded object at a path into the body: that of `body[3].excerpt.rendered` two members up is `body[3]`. */
export function recordedAt(exchange: Exchange, where: string): Readonly<Record<string, unknown>> {
  let value: unknown = { body: exchange.body };
  for (const [, name, index] of where.matchAll(/(?:^|\.)([\w:-]+)|\[(\d+)\]/g)) {
    value = (value as Record<string, unknown> | undefined)?.[name ?? index ?? ''];
  }
  return (value ?? {}) as Record<string, unknown>;
}
