/**
 * How much of a page's text its Markdown lacks. Blocks are compared word by word, so that marks, links and the
 * order of parts do not count. A list may shorten what the page says of another page, down to a "…".
 * @param blocks of the page, one paragraph, heading or cell each
 * @returns the share of words that stand in blocks which are missing for the greater part, and how some of them begin
 */
export function findLostWords(
  blocks: readonly string[],
  markdown: string,
): { readonly share: number; readonly examples: readonly string[] } {
  const kept = new Set(wordsOf(markdown));
  const cuts = findCuts(markdown);
  let all = 0;
  let lost = 0;
  const examples: string[] = [];
  for (const block of blocks) {
    const words = wordsOf(block);
    if (words.length < shortest) continue;
    all += words.length;
    if (words.filter((word) => !kept.has(word)).length * 3 < words.length) continue;
    const said = words.join(' ');
    if (cuts.some((cut) => said.includes(cut))) continue;
    lost += words.length;
    if (examples.length < 2) examples.push(block.slice(0, 60).toWellFormed());
  }
  return { share: all < enough ? 0 : lost / all, examples };
}

/** Blocks of fewer words are labels: dates, "Read more", "Field work, 4 minutes". */
const shortest = 6;

/** A page of fewer words says nothing about the way in which twins are made. */
const enough = 20;

/** The last words before each "…", as far as there are enough of them to know a sentence by. */
function findCuts(markdown: string): string[] {
  return [...markdown.matchAll(/([^\n]{1,100})(?:…|\.\.\.)/g)]
    .slice(0, 100)
    .map(([, before = '']) => wordsOf(before).slice(-shortest))
    .filter((words) => words.length === shortest)
    .map((words) => words.join(' '));
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
