import { decodeHTML } from 'entities';

/** Words of stored HTML that another list lacks, in order. Shortcodes and addresses are ignored. */
export const missingWords = (stored: string, shown: readonly string[]): string[] =>
  missingFrom(
    wordsOf(stored.replace(/\[\/?[a-z][^[\]]*\]/gi, ' ').replace(/https?:\/\/[^\s<"]+/g, ' ')),
    shown,
  );

/** Words that another list lacks, by number of occurrences. */
export function missingFrom(words: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  return words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

/** Words of HTML in lower case; a tag separates words. */
export const wordsOf = (html: string): string[] =>
  split(
    decodeHTML(
      html
        .replace(/<!--[\s\S]*?(?:-->|$)|<(script|style|noscript)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
        .replace(/<\/?[a-z][^<>]*>/gi, ' '),
    ),
  );

/** Words of Markdown, including HTML and addresses. */
export const wordsOfMarkdown = (markdown: string): string[] => split(decodeHTML(markdown));

const split = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\d)[x×](?=\d)/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !/^(?:|amp|lt|gt|quot|nbsp)$/.test(word));
