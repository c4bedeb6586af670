import { decodeHTML } from 'entities';

/**
 * Do two renderings say the same? Compared are the words: markup, typographic quotes and dashes, emoji for
 * smilies, the spelling of WordPress's own name and escaped shortcodes are its rendering, not the text.
 */
export function sameWords(expected: unknown, actual: unknown): boolean {
  return typeof expected === 'string' && typeof actual === 'string' && words(expected) === words(actual);
}

const tag =
  /<\/?(?:a|abbr|article|aside|b|blockquote|br|code|div|em|figcaption|figure|h[1-6]|hr|i|iframe|img|li|ol|p|pre|s|section|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^>]*)?\/?>/gi;

function words(html: string): string {
  return decodeHTML(html.replace(/<!--[\s\S]*?-->/g, ' ').replace(tag, ' '))
    .replace(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033]/g, '"')
    .replace(/[\u2013\u2014]|-{2,3}/g, '-')
    .replace(/\u2026|\.{3}/g, '…')
    .replace(/(\d)\u00d7(\d)/g, '$1x$2')
    .replaceAll('🙂', ':)')
    .replaceAll('😉', ';-)')
    .replaceAll('Wordpress', 'WordPress')
    .replace(/\[(\[[^\]]*\])\]/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Are the expected words in the actual text, in their order, with others between them? */
export function leavesOutWords(expected: unknown, actual: unknown): boolean {
  if (typeof expected !== 'string' || typeof actual !== 'string') return false;
  const wanted = words(expected).split(' ');
  let next = 0;
  for (const word of words(actual).split(' ')) if (word === wanted[next]) next += 1;
  return next === wanted.length;
}
