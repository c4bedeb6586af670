/**
 * The form of a page that a client gets, by its Accept header (RFC 9110, section 12.5.1). The nginx maps have the same
 * rules.
 *
 * Weights decide first. On a tie a range with the type's name beats a wildcard, then the first one wins; a wildcard alone
 * means HTML, as does a header that accepts neither. Malformed elements (a broken weight, an unclosed string) are
 * ignored; of several elements with one range the first well-formed one counts. White space is spaces and tabs.
 */

export type PageForm = 'html' | 'markdown';
export type ErrorForm = PageForm | 'json';

interface Range {
  readonly type: string;
  readonly weight: number;
  readonly position: number;
}

/** How much a header wants a type: its weight, whether it was named outright, and where. */
interface Wish {
  readonly weight: number;
  /** 2 named, 1 `text/*`, 0 a full wildcard or not mentioned. */
  readonly specificity: number;
  readonly position: number;
}

const mediaRange = /^([!#$%&'*+.^_`|~0-9a-z-]+)\/([!#$%&'*+.^_`|~0-9a-z-]+)$/;
const weightSyntax = /^(?:0?(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Splits at a separator outside of quoted strings. A last part whose quoted string has no end is left out. */
function splitUnquoted(text: string, separator: string): string[] {
  const parts: string[] = [];
  let quoted = false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (quoted && character === '\\') at++;
    else if (character === '"') quoted = !quoted;
    else if (!quoted && character === separator) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return quoted ? parts : [...parts, text.slice(start)];
}

function trimSpace(text: string): string {
  return text.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '');
}

function parseAccept(header: string): Range[] {
  return splitUnquoted(header.toLowerCase(), ',').flatMap((element, position): Range[] => {
    const [type = '', ...parameters] = splitUnquoted(element, ';').map(trimSpace);
    if (!mediaRange.test(type)) return [];
    const written = parameters
      .map((parameter) => /^q[ \t]*=[ \t]*(.*)$/.exec(parameter)?.[1])
      .find((value) => value !== undefined);
    if (written === undefined) return [{ type, weight: 1, position }];
    if (written === '' || written === '.' || !weightSyntax.test(written)) return [];
    return [{ type, weight: Number(written), position }];
  });
}

function wishFor(type: string, ranges: readonly Range[]): Wish {
  const family = `${type.slice(0, type.indexOf('/'))}/*`;
  for (const [pattern, specificity] of [
    [type, 2],
    [family, 1],
    ['*/*', 0],
  ] as const) {
    const found = ranges.find((range) => range.type === pattern);
    if (found) return { weight: found.weight, specificity, position: found.position };
  }
  return { weight: 0, specificity: 0, position: Number.POSITIVE_INFINITY };
}

function isStronger(a: Wish, b: Wish): boolean {
  if (a.weight !== b.weight) return a.weight > b.weight;
  if (a.weight === 0) return false;
  if (a.specificity !== b.specificity) return a.specificity > b.specificity;
  return a.specificity === 2 && a.position < b.position;
}

/** The form in which to send a page that exists in HTML and in Markdown. */
export function negotiatePage(accept: string | undefined): PageForm {
  return accept === undefined ? 'html' : pageFormOf(parseAccept(accept));
}

function pageFormOf(ranges: readonly Range[]): PageForm {
  return isStronger(wishFor('text/markdown', ranges), wishFor('text/html', ranges)) ? 'markdown' : 'html';
}

/** {@link negotiatePage} and its helpers as standalone JavaScript for the edge of hosts. */
export function printPageNegotiation(): string {
  const constants = { mediaRange, weightSyntax };
  const functions = [splitUnquoted, trimSpace, parseAccept, wishFor, isStronger, pageFormOf, negotiatePage];
  return [
    ...Object.entries(constants).map(([name, value]) => `const ${name} = ${value};`),
    ...functions.map((code) => code.toString()),
  ].join('\n\n');
}

/** The form in which to say that a page is missing: JSON only where it is asked for by name. */
export function negotiateError(accept: string | undefined): ErrorForm {
  if (accept === undefined) return 'html';
  return errorFormOf(parseAccept(accept));
}

function errorFormOf(ranges: readonly Range[]): ErrorForm {
  const page = pageFormOf(ranges);
  const pageWish = wishFor(page === 'markdown' ? 'text/markdown' : 'text/html', ranges);
  const named = ['application/json', 'application/problem+json']
    .map((type) => wishFor(type, ranges))
    .some((wish) => wish.specificity === 2 && isStronger(wish, pageWish));
  return named ? 'json' : page;
}

/** The form of any other error: HTML only where it is asked for by name. */
export function negotiateRefusal(accept: string | undefined): ErrorForm {
  const ranges = parseAccept(accept ?? '');
  const form = accept === undefined ? 'html' : errorFormOf(ranges);
  if (form !== 'html') return form;
  const { weight, specificity } = wishFor('text/html', ranges);
  return specificity === 2 && weight > 0 ? 'html' : 'json';
}
