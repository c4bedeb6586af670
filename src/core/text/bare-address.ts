import { attachedSigns } from './scripts.ts';

const run = `[${attachedSigns}]`;
/** Particles and the like, which follow an address but begin no name of a page. */
const particles =
  'を|的|(?:は|が|に|で|と|の|も|へ|や|から|まで|より|です|では|には|とは|でも|という|について)(?!\\p{Script=Hiragana})|' +
  '(?:은|는|이|가|을|를|에|의|로|으로|와|과|도|만|에서|에는|에서는|부터|까지|라고|입니다)(?!\\p{Script=Hangul})';
const letter = `(?:(?=[\\p{L}\\p{M}\\p{N}])${run}|・)`;
/** A name of such letters: of a host, or of a part of a path, a query or a fragment that begins with them. */
const name = `(?!${particles})(?=[\\p{L}\\p{N}])${run}(?:${letter}|[\\w%-])*`;
const host = `(?:[^\\s/?#<>\u0080-\u{10ffff}]|(?!${run})[\\p{L}\\p{M}\\p{N}]|(?<=://|\\.)${name}(?=[.:/]))+`;
const rest = `(?:[!-;=?-~]|(?!${run})[\\p{L}\\p{M}\\p{N}]|(?<=[/=#?&+_-]|_\\()${name})*`;
/** What follows the first slash of a host is a name only where a space or more of the address is behind it. */
const root = `/(?:${name}(?=\\s|$|[/?#."')\\]]))?`;
const address = new RegExp(
  `^(?:(?:https?|ftp)://|www\\.)${host}(?:${root}(?:(?<!/)|(?!${run}))${rest}|(?=[?#])${rest}|/)?`,
  'iu',
);

export const addressStart = /(?:https?|ftp):\/\/|www\./gi;

/**
 * End of the bare address at `start`: before letters and punctuation of scripts without spaces, closing quotation marks,
 * dashes and ellipses. `start` without an address.
 */
export function endOfAddress(text: string, start: number): number {
  // "(" belongs to what is behind the address.
  return start + (address.exec(text.slice(start))?.[0].replace(/[([{]+$/, '').length ?? 0);
}
