/**
 * How much of a page's text its Markdown lacks. Blocks are compared word by word, so that marks, links and the
 * order of parts do not count. A list may shorten what the page says of another page, down to a "…".
 * @param blocks of the page, one paragraph, heading or cell each
 * @returns the share of words that are in blocks which are missing for the greater part, and how some of them begin
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
    if (words.filter((word) => /\P{N}/u.test(word)).length < shortest) continue;
    all += words.length;
    if (words.filter((word) => !kept.has(word)).length * 3 < words.length) continue;
    const said = words.join(' ');
    if (cuts.some((cut) => said.includes(cut))) continue;
    lost += words.length;
    if (examples.length < 2) examples.push(block.slice(0, 60).toWellFormed());
  }
  return { share: all < enough ? 0 : lost / all, examples };
}

/** Blocks of fewer words, numbers aside, are labels: dates (`2026年1月20日`), "Read more", "Field work, 4 minutes". */
const shortest = 6;

/** A page of fewer words says nothing about the way in which twins are made. */
const enough = 20;

/** Letters by which a sentence is known too: some languages have few, long words. */
const longEnough = 30;

/** The last words before each "…", as far as there are enough of them to know a sentence by. */
function findCuts(markdown: string): string[] {
  return [...markdown.matchAll(/([^\n]{1,100})(?:…|\.\.\.)/g)]
    .slice(0, 100)
    .map(([, before = '']) => wordsOf(before).slice(-shortest))
    .flatMap((words) =>
      words
        .map((_, from) => words.slice(from))
        .filter((last) => last.length === shortest || last.join(' ').length >= longEnough),
    )
    .map((words) => words.join(' '));
}

/** Words; the name of a host such as `www.example.org` is one. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('\u00ad', '');
  if (!host.test(plain)) return splitWords(plain);
  return plain.split(host).flatMap((part, at) => (at % 2 === 1 ? part : splitWords(part)));
}

/** Bounded as the names of DNS are, so that an endless word takes no endless time. */
const host = /((?:[\p{L}\p{N}-]{1,63}\.){2,9}\p{L}{2,63})/u;

function splitWords(text: string): string[] {
  if (!unspaced.test(text)) return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}

/** Scripts that put no spaces between words. */
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });
