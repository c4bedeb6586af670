/** One piece of a pattern: literal text, or a named part. */
export type PatternPiece = string | PatternPart;

export interface PatternPart {
  readonly name: string;
  /** `segment`: one or more characters other than a slash. `number`: one or more digits. `rest`: anything, also nothing. */
  readonly matches: 'segment' | 'number' | 'rest';
}

/** Max length of a path that is compared, in UTF-16 code units: the limit of a line of `_redirects` on Cloudflare. */
export const maxPathLength = 1000;
/** Max parts in one pattern: the limit of what an import can take from a regular expression. */
export const maxParts = 9;

const partSyntax = /(\{\w+(?::number|\*)?\})/;

/** `/archives/{id:number}/` gives `/archives/` and the part `id`: a final slash is optional, so the part is without it. */
export function parsePattern(from: string): PatternPiece[] {
  return from
    .replace(/\/$/, '')
    .split(partSyntax)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const [, name, form] = /^\{(\w+)(:number|\*)?\}$/.exec(piece) ?? [];
      if (name === undefined) return piece;
      return { name, matches: form === '*' ? 'rest' : form === ':number' ? 'number' : 'segment' };
    });
}

/**
 * Matches a decoded path, with or without a final slash; null without a match. Parts are greedy from left to right, as in
 * a regular expression; time is linear in path length × pieces.
 */
export function matchPattern(
  pieces: readonly PatternPiece[],
  path: string,
): Readonly<Record<string, string>> | null {
  if (path.length > maxPathLength || !hasLiterals(pieces, path)) return null;
  // fits[n][at]: do the pieces from number n on match the path from `at` on?
  const fits: Uint8Array[] = [new Uint8Array(path.length + 2)];
  fits[0]?.set([1], path.length);
  if (path.endsWith('/')) fits[0]?.set([1], path.length - 1);
  for (const piece of pieces.toReversed()) fits.unshift(fitPiece(piece, path, fits[0] ?? new Uint8Array()));
  if (!fits[0]?.[0]) return null;
  const values: Record<string, string> = {};
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const end = typeof piece === 'string' ? at + piece.length : endOfPart(piece, path, at, fits[index + 1]);
    if (typeof piece !== 'string') values[piece.name] = path.slice(at, end);
    at = end;
  }
  return values;
}

/** Does a path have all literal pieces, in their order? Few paths do that don't match. */
function hasLiterals(pieces: readonly PatternPiece[], path: string): boolean {
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    if (typeof piece !== 'string') continue;
    const found = index === 0 && !path.startsWith(piece) ? -1 : path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

function fitPiece(piece: PatternPiece, path: string, next: Uint8Array): Uint8Array {
  const fits = new Uint8Array(path.length + 2);
  for (let at = path.length; at >= 0; at--) {
    if (typeof piece === 'string') fits[at] = next[at + piece.length] && path.startsWith(piece, at) ? 1 : 0;
    else if (piece.matches === 'rest') fits[at] = next[at] || fits[at + 1] ? 1 : 0;
    else fits[at] = allows(piece, path[at]) && (next[at + 1] || fits[at + 1]) ? 1 : 0;
  }
  return fits;
}

function endOfPart(
  part: PatternPart,
  path: string,
  start: number,
  next: Uint8Array = new Uint8Array(),
): number {
  let end = start;
  for (let at = start; at <= path.length; at++) {
    if (next[at] && (at > start || part.matches === 'rest')) end = at;
    if (!allows(part, path[at])) break;
  }
  return end;
}

function allows({ matches }: PatternPart, character: string | undefined): boolean {
  if (character === undefined) return false;
  if (matches === 'number') return character >= '0' && character <= '9';
  return matches === 'rest' || character !== '/';
}

const sources = { segment: '[^/]+', number: '[0-9]+', rest: '.*' };

/** A regular expression without costly backtracking: exact where slashes divide the parts, else of start and end only. */
export function linearRegExpOf(pieces: readonly PatternPiece[]): string {
  const source = (piece: PatternPiece | undefined) =>
    typeof piece === 'string' ? piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : '';
  const isDivided = pieces.every((piece, index) => {
    if (typeof piece === 'string') return true;
    const later = pieces.slice(index + 1);
    const following = later.findIndex((other) => typeof other !== 'string');
    if (following < 0) return true;
    return (
      piece.matches !== 'rest' &&
      later.slice(0, following).some((text) => typeof text === 'string' && text.includes('/'))
    );
  });
  const whole = pieces.map((piece) => (typeof piece === 'string' ? source(piece) : sources[piece.matches]));
  return isDivided ? `^${whole.join('')}/?$` : `^${source(pieces[0])}.*${source(pieces.at(-1))}/?$`;
}
