import { ClosingTags } from '../model/closing-tags.ts';

/** `[gallery ids="1,2"]`, `[caption]…[/caption]`; ends at the next end tag of its name, as in WordPress. */
export interface Shortcode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Content between the tags; null without an end tag. */
  readonly content: string | null;
  readonly written: string;
}

export const coreShortcodes = [
  'caption',
  'wp_caption',
  'gallery',
  'audio',
  'video',
  'playlist',
  'embed',
] as const;

/** Of WordPress.com and Jetpack, with an address instead of attributes: `[youtube https://…]`. */
export const playerShortcodes = ['youtube', 'vimeo'] as const;

const attribute =
  /([\w-]+)\s*=\s*"([^"]*)"|([\w-]+)\s*=\s*'([^']*)'|([\w-]+)\s*=\s*([^\s'"\]]+)|"([^"]*)"|'([^']*)'|(\S+)/g;

/** Replaces shortcodes by name. `[[name]]` is escaped: `[name]`. */
export function replaceShortcodes(
  text: string,
  names: readonly string[],
  render: (shortcode: Shortcode) => string,
): string {
  const { opening, closing } = patternsOf(names);
  const closings = new ClosingTags(text, closing);
  const parts: string[] = [];
  let done = 0;
  for (const { 0: written, 1: before = '', 2: name = '', index } of text.matchAll(opening)) {
    if (index < done) continue;
    const bracket = text.indexOf(']', index + written.length);
    if (bracket < 0) break;
    const end = closings.after(name, bracket + 1);
    const from = index + before.length;
    const to = end?.end ?? bracket + 1;
    parts.push(text.slice(done, index));
    done = to;
    if (before !== '' && text[to] === ']') {
      parts.push(text.slice(from, to));
      done = to + 1;
      continue;
    }
    const rest = text.slice(index + written.length, bracket);
    const closed = rest.trimEnd().endsWith('/');
    parts.push(
      before,
      render({
        name,
        attributes: readAttributes(closed ? rest.trimEnd().slice(0, -1) : rest),
        content: end ? text.slice(bracket + 1, end.at) : null,
        written: text.slice(from, to),
      }),
    );
  }
  return parts.join('') + text.slice(done);
}

function patternsOf(names: readonly string[]): { opening: RegExp; closing: RegExp } {
  const either = names.join('|');
  return {
    opening: new RegExp(`(\\[?)\\[(${either})(?![\\w-])`, 'g'),
    closing: new RegExp(`\\[/(${either})\\]`, 'g'),
  };
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  let position = 0;
  for (const found of text.replace(/[\u00a0\u200b]/g, ' ').matchAll(attribute)) {
    const [, a, av, b, bv, c, cv, d, e, f] = found;
    const name = a ?? b ?? c;
    if (name === undefined) attributes[String(position++)] = d ?? e ?? f ?? '';
    else attributes[name.toLowerCase()] = av ?? bv ?? cv ?? '';
  }
  return attributes;
}

/** Looks like a plugin's shortcode: with attributes, an address, an end tag, or a name of several words. */
const pluginTag =
  /(?<!\[)\[([a-z][\w-]*)((?:=\s*https?:\/\/[^\s\][]+)?(?:\s+(?:https?:\/\/[^\s\][]+|[\w-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s\]["']+))?))*)\s*\/?\]/gi;
/** Several languages in one string, as qTranslate stores them, and formulas of WordPress.com. */
const otherMarks = /\[:[a-z]{2}\]|<!--:[a-z]{2}-->|\$latex\s[^$]+\$/g;

/** Words that editors put in brackets. */
const editorial = new Set(
  'sic edit edited update updated note notes laughs laughter applause redacted deleted removed link links image images photo video emphasis citation translation spoiler todo tbd'.split(
    ' ',
  ),
);

/** Names of plugins' shortcodes, with their first occurrence. @param oneWord also without attributes */
export function findPluginShortcodes(text: string, oneWord = true): Map<string, string> {
  const found = new Map<string, string>();
  for (const [mark] of text.matchAll(otherMarks)) found.set(mark, mark);
  const closed = new Set([...text.matchAll(/\[\/([\w-]+)\]/g)].map(([, name]) => name));
  for (const { 0: written, 1: name = '', 2: attributes = '' } of text.matchAll(pluginTag)) {
    if (found.has(name) || coreShortcodes.some((core) => core === name)) continue;
    const isWord = oneWord && attributes === '' && /^[a-z]{3,}$/.test(name) && !editorial.has(name);
    if (isWord || /=|:\/\//.test(attributes) || /[_-]/.test(name) || closed.has(name))
      found.set(name, written);
  }
  return found;
}
