import { preloadedContexts } from '@fedify/fedify';

/** JSON of strangers, reduced to what this site understands. */
export type ForeignObject = Readonly<Record<string, unknown>>;

const maxDepth = 12;
const maxValues = 2_000;

/** The only meaning that names have: contexts of strangers are neither loaded nor believed. */
const ownContext = [
  'https://www.w3.org/ns/activitystreams',
  'https://w3id.org/security/v1',
  {
    toot: 'http://joinmastodon.org/ns#',
    sensitive: 'as:sensitive',
    Hashtag: 'as:Hashtag',
    movedTo: { '@id': 'as:movedTo', '@type': '@id' },
    alsoKnownAs: { '@id': 'as:alsoKnownAs', '@type': '@id' },
    QuoteRequest: 'https://w3id.org/fep/044f#QuoteRequest',
  },
];

/**
 * The object with its names as {@link ownContext} has them. Contexts, keywords of JSON-LD and names that are addresses
 * are left out, so that no value means one thing here and another there.
 * @returns null for what is no object, or is too deep or too large to be one of Activity Streams
 */
export function tame(value: unknown): ForeignObject | null {
  let values = 0;
  const copy = (one: unknown, depth: number): unknown => {
    if (++values > maxValues || depth > maxDepth) throw new RangeError('The object is too large.');
    if (Array.isArray(one)) return one.map((item) => copy(item, depth + 1));
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(
      Object.entries(one)
        .filter(([name]) => !/^@|:|^__proto__$/.test(name))
        .map(([name, item]) => [name, copy(item, depth + 1)]),
    );
  };
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  try {
    return { ...(copy(value, 0) as ForeignObject), '@context': ownContext };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The loader of contexts: those that Fedify has, and no others. */
export async function loadContext(url: string) {
  if (!Object.hasOwn(preloadedContexts, url)) throw new Error(`The context ${url} is not loaded.`);
  return { contextUrl: null, documentUrl: url, document: preloadedContexts[url] };
}

/** The address that a property has or names: `"https://…"`, `{ "id": "https://…" }`, or the first of a list. */
export function idOf(value: unknown): string | null {
  if (Array.isArray(value)) return idOf(value[0]);
  const id = typeof value === 'object' && value !== null ? (value as ForeignObject).id : value;
  return typeof id === 'string' && /^https?:$/.test(URL.parse(id)?.protocol ?? '') ? id : null;
}

/** The object that a property has, if it isn't only named. */
export function objectOf(value: unknown): ForeignObject | null {
  const one = Array.isArray(value) ? value[0] : value;
  return typeof one === 'object' && one !== null ? (one as ForeignObject) : null;
}

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
