import leven from 'leven';

/** Nobody misspells a longer word, and the comparison costs its length. */
const longestWord = 100;

/** The one of `known` that a misspelt `word` most likely stands for; `null` when none is near enough. */
export function nearestWord(word: string, known: Iterable<string>): string | null {
  if (word.length > longestWord) return null;
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of known) {
    const distance = leven(word.toLowerCase(), candidate.toLowerCase(), { maxDistance: bestDistance });
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}
