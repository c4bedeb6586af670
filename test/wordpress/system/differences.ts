import type { Corpus, Exchange } from './corpus.ts';

/** One place where an answer is not what WordPress answered. */
export interface Difference {
  /** `status`, `header link`, or a path into the body: `body[3].title.rendered`. */
  readonly where: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The headers that are compared, present or absent. */
const comparedHeaders = [
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'allow',
  'cache-control',
  'content-type',
  'etag',
  'expires',
  'link',
  'vary',
  'x-content-type-options',
  'x-robots-tag',
  'x-wp-total',
  'x-wp-totalpages',
];

/** Everything in which an answer differs from the recorded one. Order among equal sort keys is not compared. */
export function findDifferences(exchange: Exchange, answer: Answer, corpus: Corpus): Difference[] {
  const differences: Difference[] = [];
  if (exchange.status !== answer.status) {
    differences.push({ where: 'status', expected: exchange.status, actual: answer.status });
  }
  for (const name of comparedHeaders) {
    const expected = exchange.headers[name];
    const actual = answer.headers[name];
    if (expected !== actual) differences.push({ where: `header ${name}`, expected, actual });
  }
  const expected = exchange.body_text === undefined ? (exchange.body ?? null) : parseCall(exchange.body_text);
  const actual = parseCall(answer.text);
  compare('body', expected, settleTies(exchange, expected, actual, corpus), differences);
  return differences;
}

/** Contents of a text: JSON, JSON in a call (`_jsonp`) as a pair of name and value, other text, or nothing. */
function parseCall(text: string): unknown {
  if (text === '') return null;
  const call = /^\/\*\*\/([\w.]+)\((.*)\)$/s.exec(text);
  try {
    const value = JSON.parse(call?.[2] ?? text) as unknown;
    return call ? { call: call[1], value } : value;
  } catch {
    return text;
  }
}

const anyText = '{text}';

/** Compares JSON, the order of members included. PHP's empty array stands for an empty object too. */
function compare(where: string, expected: unknown, actual: unknown, differences: Difference[]): void {
  if (expected === actual || (isEmpty(expected) && isEmpty(actual))) return;
  // The recording has no prose in it: each says what a parameter is for in words of its own.
  if (expected === anyText && typeof actual === 'string' && actual !== '') return;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length) {
      differences.push({ where: `${where}.length`, expected: ids(expected), actual: ids(actual) });
      // What both describe is compared all the same; rows of a list and plain values would only be shifted.
      if (isObjectList(expected) || !expected.every(isObject)) return;
    }
    const shared = Math.min(expected.length, actual.length);
    for (const [index, item] of expected.slice(0, shared).entries()) {
      compare(`${where}[${index}]`, item, actual[index], differences);
    }
    return;
  }
  if (isObject(expected) && isObject(actual)) {
    const wanted = Object.keys(expected);
    const found = Object.keys(actual);
    for (const key of wanted) {
      if (Object.hasOwn(actual, key)) compare(`${where}.${key}`, expected[key], actual[key], differences);
      else differences.push({ where: `${where}.${key}`, expected: expected[key], actual: undefined });
    }
    for (const key of found) {
      if (!Object.hasOwn(expected, key)) {
        differences.push({ where: `${where}.${key}`, expected: undefined, actual: actual[key] });
      }
    }
    const shared = (keys: readonly string[], other: object) =>
      keys.filter((key) => Object.hasOwn(other, key)).join();
    if (shared(wanted, actual) !== shared(found, expected)) {
      differences.push({ where: `${where} (order of members)`, expected: wanted, actual: found });
    }
    return;
  }
  differences.push({ where, expected, actual });
}

/**
 * Puts the objects of a list in the recorded order where the two differ only among equal sort keys; WordPress
 * leaves that order to its database. Objects that a page's end cuts off from others with the same key may be
 * any of them.
 */
function settleTies(exchange: Exchange, expected: unknown, actual: unknown, corpus: Corpus): unknown {
  if (!isObjectList(expected) || !isObjectList(actual) || expected.length !== actual.length) return actual;
  const keyOf = sortKey(exchange, corpus);
  if (!keyOf) return actual;
  const keys = expected.map(keyOf);
  if (keys.some((key, index) => key === undefined || key !== keyOf(actual[index] as Listed))) return actual;
  const settled: unknown[] = [];
  for (let start = 0; start < keys.length; ) {
    let end = start;
    while (end < keys.length && keys[end] === keys[start]) end += 1;
    const rest = actual.slice(start, end);
    const cut = start === 0 || end === keys.length;
    for (const wanted of expected.slice(start, end)) {
      const at = rest.findIndex((object) => object.id === wanted.id);
      if (at >= 0) settled.push(...rest.splice(at, 1));
      else if (cut && rest.length > 0 && isPart(exchange)) settled.push(wanted);
      else return actual;
    }
    start = end;
  }
  return settled;
}

interface Listed {
  readonly id: number | string;
}

/** Does the answer hold one page of several? */
function isPart(exchange: Exchange): boolean {
  return Number(exchange.headers['x-wp-totalpages'] ?? 1) > 1;
}

function sortKey(exchange: Exchange, corpus: Corpus): ((object: Listed) => unknown) | null {
  const [path = '', query] = exchange.request.path.split('?');
  const orderBy = new URLSearchParams(query).get('orderby');
  const documents = new Map([...corpus.posts, ...corpus.pages].map((document) => [document.id, document]));
  if (/\/(?:categories|tags)\/?$/.test(path)) return termKey(orderBy, corpus);
  if (/\/users\/?$/.test(path)) {
    if (orderBy !== 'url') return null;
    const urls = new Map(corpus.users.map(({ id, url }) => [id, url]));
    return ({ id }) => urls.get(Number(id));
  }
  const fields = {
    author: 'author',
    modified: 'modified',
    parent: 'parent',
    menu_order: 'menu_order',
  } as const;
  const field = fields[orderBy as keyof typeof fields];
  return ({ id }) => {
    const document = documents.get(Number(id));
    if (!document) return undefined;
    if (field) return document[field];
    return orderBy === 'title' ? document.title.toLowerCase() : document.date;
  };
}

/** No term is in a group, so that all are equal by it. */
function termKey(orderBy: string | null, corpus: Corpus): ((object: Listed) => unknown) | null {
  if (orderBy === 'term_group') return () => 0;
  const terms = new Map([...corpus.categories, ...corpus.tags].map((term) => [term.id, term.description]));
  if (orderBy === 'description') return ({ id }) => terms.get(Number(id))?.toLowerCase();
  if (orderBy !== 'count') return null;
  const counts = countPosts(corpus);
  return ({ id }) => counts.get(Number(id)) ?? 0;
}

function countPosts(corpus: Corpus): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const post of corpus.posts) {
    if (post.status !== 'publish') continue;
    for (const id of [...post.categories, ...post.tags]) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isObjectList(value: unknown): value is (Listed & Record<string, unknown>)[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isObject(item) && 'id' in item);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** What distinguishes the items of a list: their ids, or they themselves. */
function ids(list: readonly unknown[]): readonly unknown[] {
  return list.map((item) => (isObject(item) && 'id' in item ? item.id : item));
}
