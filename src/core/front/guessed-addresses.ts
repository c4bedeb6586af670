/** A document by its slug, with the encoded path where it is. */
export type Slugged = readonly [slug: string, path: string];

/** Below this length a beginning is a probe (`/wp/`, `/api/`) rather than an address that was cut. */
const shortestBeginning = 5;

/** Documents by their slugs, in the order in which {@link firstSlugs} looks for them. */
export function sortBySlug(
  documents: readonly { readonly slug: string; readonly path: string }[],
): Slugged[] {
  return documents
    .map(({ slug, path }): Slugged => [slug, path])
    .sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
}

/**
 * The one document whose slug is, or begins with, the last part of a missing address, as WordPress guesses; null when
 * several match.
 * @param path decoded
 * @param slugsFrom the first two documents whose slugs do not sort before a name
 */
export function guessAddress(path: string, slugsFrom: (name: string) => readonly Slugged[]): string | null {
  const name = path.replace(/\/$/, '').replace(/^.*\//s, '');
  if (name === '') return null;
  const found = slugsFrom(name).filter(([slug]) => slug.startsWith(name));
  const exact = found.filter(([slug]) => slug === name);
  const [only, other] = exact.length > 0 || name.length < shortestBeginning ? exact : found;
  return only !== undefined && other === undefined ? only[1] : null;
}

export function firstSlugs(name: string, sorted: readonly Slugged[]): readonly Slugged[] {
  const start = sorted.findIndex(([slug]) => slug >= name);
  return start < 0 ? [] : sorted.slice(start, start + 2);
}
