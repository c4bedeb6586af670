import { type Mask, standIns } from './masked-signs.ts';

/** Elements whose content is typed by users or shown by programs. */
const literal = /(<(code|kbd|pre|samp|tt|var)\b[^>]*>)([\s\S]*?)<\/\2>/gi;
const sign = /["']|-(?=-)|(?<=-)-|\.(?=\.)|(?<=\.)\./g;
/** `--help`: no dash is behind a space and directly before a letter. */
const option = /(?<=^|[\s([{/|=,]|(?:^|[\s(])["'“‘«„])--(?=\p{L})/gmu;
/** Where letters are left out at the start of a word, and on both sides of the "and" in "rock 'n' roll". */
const elision =
  /(?<![\p{L}\p{N}])'(?=(?:tis|twas|twere|twill|twould|em|til|cause|bout|cuz|\d\ds?)(?![\p{L}\p{N}'])|n'?\s+\p{L})|(?<=\p{L}\s+'n)'(?=\s+\p{L})/giu;
const dutch = /(?<![\p{L}\p{N}])'(?=[kmnrst](?![\p{L}\p{N}']))/giu;
const mayBeStraight = /\d["']|--\p{L}|(?<![\p{L}\p{N}])'[\p{L}\d]|<(?:code|kbd|pre|samp|tt|var)\b/iu;

/** Signs that smart punctuation would set wrong. @param language tag of the text's language */
export function findStraightSigns(markdown: string, language: string): Mask[] {
  if (!mayBeStraight.test(markdown)) return [];
  const found = new Map<number, Mask>();
  const keep = (at: number, show = markdown[at] ?? '') => found.set(at, { at, as: standIns.letter, show });
  for (const { index } of markdown.matchAll(option)) {
    keep(index);
    keep(index + 1);
  }
  for (const pattern of /^(?:nl|af)\b/i.test(language) ? [elision, dutch] : [elision])
    for (const { index } of markdown.matchAll(pattern)) keep(index, '’');
  let from = 0;
  for (const block of markdown.split(/(\n[\s>]*\n)/)) {
    for (const at of findMeasures(block, (place) => found.has(from + place))) keep(from + at);
    from += block.length;
  }
  for (const { 1: start = '', 3: content = '', index } of markdown.matchAll(literal))
    for (const { index: at } of content.matchAll(sign)) keep(index + start.length + at);
  return [...found.values()];
}

/** `6'2"` and `12" wide` are measures, `"the class of 2007"` is a quotation. */
function findMeasures(block: string, isKnown: (at: number) => boolean): number[] {
  if (!/\d["']/.test(block)) return [];
  return ['"', "'"].flatMap((quote) => {
    const places = [...block.matchAll(new RegExp(quote, 'g'))].filter(({ index }) => !isKnown(index));
    const kinds = places.map(({ index }) =>
      readQuote(block[index - 1] ?? ' ', block.slice(index + 1), quote),
    );
    let open = 0;
    return places.flatMap(({ index }, place) => {
      const kind = kinds[place];
      const isClosedLater = ['end', 'closing'].includes(kinds[place + 1] ?? '');
      if (kind === 'measure' || (kind === 'end' && (open === 0 || isClosedLater))) return [index];
      if (kind === 'opening') open += 1;
      else if (kind !== 'apostrophe') open = Math.max(open - 1, 0);
      return [];
    });
  });
}

/** `end`: closes a quotation, if one is open, and is a measure otherwise. */
function readQuote(before: string, after: string, quote: string) {
  if (!/[\p{L}\p{N}\p{Pe}.,;:!?…%*_`]/u.test(before)) return /^(?:\s|$)/.test(after) ? 'closing' : 'opening';
  const isInWord = /^[\p{L}\p{N}]/u.test(after);
  if (!/\d/.test(before)) return isInWord ? 'apostrophe' : 'closing';
  if (/^(?:\d|[x×]\s*\d)/.test(after) || (isInWord && quote === '"')) return 'measure';
  return isInWord ? 'apostrophe' : 'end';
}
