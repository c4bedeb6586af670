import type { Text } from 'mdast';
import { defineMdastPlugin } from 'satteri';
import { memoize } from '../../../core/model/memoize.ts';
import type { Site } from '../../../core/model/site.ts';

/** Languages that don't set quotation marks as English does, and their outer and inner marks, opening and closing. */
const marks: readonly (readonly [languages: string, string, string, string, string])[] = [
  ['ar ca el es eu fa gl hy it pt-pt', '«', '»', '“', '”'],
  ['bg cs de et is ka lt mk sk sl sq', '„', '“', '‚', '‘'],
  ['bs hr sr', '„', '”', '‘', '’'],
  ['da', '»', '«', '›', '‹'],
  ['de-ch de-li fr-ch it-ch', '«', '»', '‹', '›'],
  ['fi sv', '”', '”', '’', '’'],
  ['fr', '«\u202F', '\u202F»', '“', '”'],
  ['hu', '„', '”', '»', '«'],
  ['ja zh-hant zh-hk zh-tw', '「', '」', '『', '』'],
  ['nb nn no', '«', '»', '‘', '’'],
  ['pl ro', '„', '”', '«', '»'],
  ['be kk ru uk', '«', '»', '„', '“'],
];

/** A quotation within a quotation. An apostrophe is the sign that closes one in English, and is left alone. */
const inner = /‘((?:[^‘’]|’(?=\p{L}))*)’/gu;

/** Sets quotation marks as the language of the site does; null for a language that sets them as English. */
export const quotesOf = memoize(({ language }: Site) => {
  const tag = language.toLowerCase();
  const setOf = (name = '') => marks.find(([languages]) => languages.split(' ').includes(name));
  const set = setOf(tag) ?? setOf(tag.split('-')[0]);
  if (!set) return null;
  const [, open, close, innerOpen, innerClose] = set;
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
