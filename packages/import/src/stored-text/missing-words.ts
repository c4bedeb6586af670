import { decodeHTML } from 'entities';
import { decodePercent } from '../model/names.ts';
import { pageOf } from './embeds.ts';

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
export const wordsOfMarkdown = (markdown: string): string[] => [
  ...split(decodeHTML(markdown)),
  // Escaped and in code, readers see an entity as it is written.
  ...split([...markdown.matchAll(/[\p{L}\p{N}]{0,64}&#?\w{1,32};[\p{L}\p{N}]*/gu)].join(' ')),
];

const split = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=\d)[x×](?=\d)/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => !/^(?:|amp|lt|gt|quot|nbsp)$/.test(word));

const written = /\s(?:href|src|poster|data-[\w-]*)=(?:"([^"<>]*)"|'([^'<>]*)')|url\(["']?([^"'()<>]+)/gi;
const file =
  /\.(?:png|jpe?g|gif|webp|avif|svg|mp3|m4a|ogg|wav|flac|mp4|webm|mov|pdf|docx?|xlsx?|pptx?|zip|epub)$/i;

/** Addresses of files (by name) and other sites that other content lacks. @param isOwn those change */
export function missingAddresses(stored: string, shown: string, isOwn: (url: string) => boolean): string[] {
  const text = plain(shown);
  const found = new Set<string>();
  for (const [, double, single, style] of stored.matchAll(written)) {
    const url = decodeHTML(double ?? single ?? style ?? '').trim();
    const path = url.replace(/[?#].*$/, '');
    const name = file.test(path) ? plain(path.slice(path.lastIndexOf('/') + 1)) : null;
    const sought =
      name ?? (/^https?:\/\/\w/.test(url) && !isOwn(url) && pageOf(url) === null ? plain(path) : null);
    if (sought !== null && !text.includes(sought)) found.add(url);
  }
  return [...found];
}

/** Without protocol, escapes, image sizes and trailing slashes. */
const plain = (text: string): string =>
  decodeHTML(text)
    .replace(/(?:%[\da-f]{2})+/gi, decodePercent)
    .normalize('NFC')
    .toLowerCase()
    .replace(/https?:\/\/(?:www\.)?|\\/g, '')
    .replace(/(?:-\d{1,5}x\d{1,5}|-scaled|-e\d{10,14}){1,3}(?=\.\w)/g, '')
    .replace(/\/{1,3}(?=$|[\s)>"\]])/g, '');
