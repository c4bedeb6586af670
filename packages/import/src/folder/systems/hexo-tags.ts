import type { TemplateContext } from '../rules/templates.ts';

/** Words of a tag; those in quotation marks are one. */
const wordsOf = (rest: string): string[] =>
  [...rest.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );

const escaped = (words: string): string => words.replace(/[[\]]/g, '\\$&');

/** Tags of Hexo in a line, as Markdown; null for others. */
export function sayHexoTag(name: string, rest: string, { addressOf }: TemplateContext): string | null {
  const [first = '', ...more] = wordsOf(rest);
  if (name === 'asset_path') return first;
  if (name === 'asset_img') {
    const words = wordsOf(rest);
    const file = words.find((word) => /\.\w{2,5}$/.test(word)) ?? first;
    const alt = words.filter((word) => word !== file && !/^\d+$/.test(word)).at(-1) ?? '';
    return `![${escaped(alt)}](<${addressOf(file) ?? file}>)`;
  }
  if (name === 'asset_link') return `[${escaped(more.join(' ') || first)}](<${addressOf(first) ?? first}>)`;
  if (name === 'post_path') return addressOf(first);
  if (name === 'post_link') {
    const address = addressOf(first);
    const words = more.filter((word) => word !== 'false' && word !== 'true').join(' ');
    return address === null ? null : `[${escaped(words || first)}](<${address}>)`;
  }
  if (name === 'link' && more.some((word) => /^https?:/.test(word)))
    return `[${escaped(first)}](<${more.find((word) => /^https?:/.test(word))}>)`;
  if (name === 'youtube' && /^[\w-]+$/.test(first))
    return `\n\n<https://www.youtube.com/watch?v=${first}>\n\n`;
  if (name === 'vimeo' && /^\d+$/.test(first)) return `\n\n<https://vimeo.com/${first}>\n\n`;
  return null;
}
