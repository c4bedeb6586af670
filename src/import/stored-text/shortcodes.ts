/**
 * Shortcodes: `[gallery ids="1,2"]`, `[caption width="300"]…[/caption]`. The text of a shortcode ends at the next
 * end tag of its name; equal names do not nest, as in WordPress.
 */
export interface Shortcode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** What stands between the tags; null for a tag without an end. */
  readonly content: string | null;
  /** As it was written, tags included. */
  readonly written: string;
}

/** Shortcodes of WordPress itself. */
export const coreShortcodes = [
  'caption',
  'wp_caption',
  'gallery',
  'audio',
  'video',
  'playlist',
  'embed',
] as const;

/** Of the hosted service and its plugin, with an address in the place of attributes: `[youtube https://…]`. */
export const playerShortcodes = ['youtube', 'vimeo'] as const;

const attribute =
  /([\w-]+)\s*=\s*"([^"]*)"|([\w-]+)\s*=\s*'([^']*)'|([\w-]+)\s*=\s*([^\s'"\]]+)|"([^"]*)"|'([^']*)'|(\S+)/g;

/**
 * Replaces the shortcodes of some names in a text. `[[name]]` is an escaped one: text with single brackets.
 */
export function replaceShortcodes(
  text: string,
  names: readonly string[],
  render: (shortcode: Shortcode) => string,
): string {
  if (!text.includes('[')) return text;
  return text.replace(
    pattern(names),
    (written, before: string, name: string, rest: string, content: string | undefined, after: string) => {
      if (before === '[' && after === ']') return written.slice(1, -1);
      const closed = rest.trimEnd().endsWith('/');
      const attributes = readAttributes(closed ? rest.trimEnd().slice(0, -1) : rest);
      return (
        before +
        render({
          name,
          attributes,
          content: content ?? null,
          written: written.slice(before.length, written.length - after.length),
        }) +
        after
      );
    },
  );
}

const patterns = new Map<string, RegExp>();

function pattern(names: readonly string[]): RegExp {
  const key = names.join('|');
  const known =
    patterns.get(key) ??
    new RegExp(`(\\[?)\\[(${key})(?![\\w-])([^\\]]*)\\](?:([\\s\\S]*?)\\[/\\2\\])?(\\]?)`, 'g');
  patterns.set(key, known);
  return known;
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

/** What looks like a shortcode of a plugin: with attributes, an address, an end tag, or a name of several words. */
const pluginTag =
  /(?<!\[)\[([a-z][\w-]*)((?:\s+[\w-]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s\]]+)|[\s=]+https?:\/\/[^\s\]]+|\s+[\w-]+)*)\s*\/?\]/gi;
/** Texts in several languages as qTranslate keeps them, and formulas of the hosted service. */
const otherMarks = /\[:[a-z]{2}\]|<!--:[a-z]{2}-->|\$latex\s[^$]+\$/g;

/** Names of plugins' shortcodes in a text, each with the first place where it is written. */
export function findPluginShortcodes(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [mark] of text.matchAll(otherMarks)) found.set(mark, mark);
  if (!text.includes('[')) return found;
  for (const { 0: written, 1: name = '', 2: attributes = '' } of text.matchAll(pluginTag)) {
    if (found.has(name) || coreShortcodes.some((core) => core === name)) continue;
    if (/=|:\/\//.test(attributes) || /[_-]/.test(name) || text.includes(`[/${name}]`))
      found.set(name, written);
  }
  return found;
}
