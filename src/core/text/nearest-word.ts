import leven from 'leven';

const longestWord = 100;

/** The one of `known` that a misspelt `word` most likely stands for; `null` when none is near enough. */
export function nearestWord(word: string, known: Iterable<string>): string | null {
  if (word.length > longestWord) return null;
  let best: string | null = null;
  // File extensions don't count, and at most half of a short word may differ.
  const length = word.replace(/\.\w+$/, '').length;
  let bestDistance = Math.min(Math.max(2, Math.floor(word.length / 3)), Math.floor(length / 2)) + 1;
  for (const candidate of known) {
    const distance = leven(word.toLowerCase(), candidate.toLowerCase(), { maxDistance: bestDistance });
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best ?? longerName(word, known);
}

/** `; did you mean "title"?`, or nothing if no known word is near enough. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const near = nearestWord(word, known);
  return near === null ? '' : `; did you mean "${near}"?`;
}

/** `SiteFooter` for `Footer`: the shortest name that ends with the word, or else begins with it. */
function longerName(word: string, known: Iterable<string>): string | null {
  const part = word.toLowerCase();
  if (part.length < 4) return null;
  const names = [...known].toSorted((a, b) => a.length - b.length);
  const find = (has: 'endsWith' | 'startsWith') => names.find((name) => name.toLowerCase()[has](part));
  return find('endsWith') ?? find('startsWith') ?? null;
}
