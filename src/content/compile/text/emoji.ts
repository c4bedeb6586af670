import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** `:tada:`, `:+1:`; neither `10:30:15` nor `a:b:c`. */
export const emojiName = /(?<![\w/\\]):([a-z][\w+-]*|[+-]1):(?!\w)/g;

/** The emoji of a name; null where GitHub has none. Loads the table with the first name. */
export function emojiNamed(name: string): string | null {
  const { nameToEmoji } = require('gemoji') as typeof import('gemoji');
  return Object.hasOwn(nameToEmoji, name) ? (nameToEmoji[name] ?? null) : null;
}
