/** Words that an adult reads silently in a minute, as studies of prose on screens find (about 238, rounded down). */
const wordsPerMinute = 230;

/** Whole minutes that a text takes to read, at least 1; 0 for a text without words, such as a locked one. */
export function readingMinutes(wordCount: number): number {
  return wordCount === 0 ? 0 : Math.max(1, Math.round(wordCount / wordsPerMinute));
}

/** Is the time worth showing? Few readers care whether a short document takes one minute or two. */
export function isLongRead(minutes: number): boolean {
  return minutes >= 3;
}
