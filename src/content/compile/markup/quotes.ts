import type { Text } from 'mdast';
import { defineMdastPlugin } from 'satteri';
import { memoize } from '../../../core/model/memoize.ts';
import type { Site } from '../../../core/model/site.ts';

/** Outer and inner quotation marks of languages that don't set them as English does, opening and closing. */
const marks: Readonly<Record<string, readonly [string, string, string, string]>> = {
  ar: ['«', '»', '“', '”'],
  bg: ['„', '“', '‚', '‘'],
  cs: ['„', '“', '‚', '‘'],
  da: ['»', '«', '›', '‹'],
  de: ['„', '“', '‚', '‘'],
  'de-ch': ['«', '»', '‹', '›'],
  el: ['«', '»', '“', '”'],
  es: ['«', '»', '“', '”'],
  fi: ['”', '”', '’', '’'],
  fr: ['«\u00A0', '\u00A0»', '“', '”'],
  hu: ['„', '”', '»', '«'],
  it: ['«', '»', '“', '”'],
  ja: ['「', '」', '『', '』'],
  nb: ['«', '»', '‘', '’'],
  pl: ['„', '”', '«', '»'],
  'pt-pt': ['«', '»', '“', '”'],
  ro: ['„', '”', '«', '»'],
  ru: ['«', '»', '„', '“'],
  sv: ['”', '”', '’', '’'],
  uk: ['«', '»', '„', '“'],
};

/** A quotation within a quotation. An apostrophe is the sign that closes one in English, and is left alone. */
const inner = /‘((?:[^‘’]|’(?=\p{L}))*)’/gu;

/** Sets quotation marks as the language of the site does; null for a language that sets them as English. */
export const quotesOf = memoize(({ language }: Site) => {
  const tag = language.toLowerCase();
  const set = marks[tag] ?? marks[tag.split('-')[0] ?? tag];
  if (!set) return null;
  const [open, close, innerOpen, innerClose] = set;
  return defineMdastPlugin({
    name: 'agentsite-quotes',
    text(node: Readonly<Text>, context) {
      if (!/[“”‘]/.test(node.value)) return;
      const value = node.value
        .replace(/[“”]/g, (sign) => (sign === '“' ? open : close))
        .replace(inner, `${innerOpen}$1${innerClose}`);
      context.setProperty(node, 'value', value);
    },
  });
});
