/**
 * Characters that show nothing and can hide words from readers, or show other ones than programs read: tag characters
 * (except those of flags), direction overrides, zero-width signs, control characters. Joiners stay where Persian,
 * Hindi and emoji need them: between Latin letters they only break words.
 */
const invisible =
  /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}|[\u{E0000}-\u{E007F}]|[\u202A-\u202E\u2066-\u2069\u200B\u2060-\u2064\u180E\uFEFF]|(?<=[\p{Script=Latin}\p{N}])[\u200C\u200D]+(?=[\p{Script=Latin}\p{N}])/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
const controls = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F]/g;

const isFlag = (found: string): boolean => found.startsWith('\u{1F3F4}');

/** What strangers wrote, without invisible characters and lone surrogates, and with one kind of line end. */
export function withoutInvisible(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(controls, '')
    .replace(invisible, (found) => (isFlag(found) ? found : ''));
}

/** The same as one line, such as a name. */
export const visibleLine = (text: string): string => withoutInvisible(text).replace(/\s+/g, ' ').trim();

/** The first invisible character of a document as `U+202E`, and where it is; null where there is none. */
export function findInvisible(text: string): { readonly at: number; readonly name: string } | null {
  const found = text.matchAll(invisible).find(([sign]) => !isFlag(sign));
  if (!found) return null;
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return { at: found.index, name: `U+${code}` };
}
