import { fenced, quoted } from '../rules/templates.ts';

/** Block tags of Octopress, the Jekyll of 2011 to 2016, and of Hexo, which took them over. */
export const octopressBlocks = ['codeblock', 'code', 'blockquote', 'quote', 'pullquote', 'note'] as const;

/** @param rest what the tag says behind its name @returns its content as Markdown */
export function sayBlock(name: string, rest: string, content: string): string {
  if (name === 'pullquote') return content.replace(/\{"|"\}/g, '');
  if (name === 'codeblock' || name === 'code') return fenced(/\blang:(\S+)/.exec(rest)?.[1] ?? '', content);
  const lines = content.trim().split('\n');
  // A box of Hexo's themes: its first word is a style.
  const source = name === 'note' ? rest.trim().replace(/^\S+\s*/, '') : rest.trim();
  const named = source === '' ? [] : ['', `— ${source.replace(/\s(https?:\/\/\S+)/, ' <$1>')}`];
  return [...lines, ...named].map((line) => `> ${line}`.trimEnd()).join('\n');
}

/** `{% img left /mast.png 200 100 'The mast' 'of oak' %}`: class names, address, size, title, alternative text. */
export function sayImage(rest: string): string | null {
  const [, src, after = ''] =
    /^(?:[^\s/"']+\s+)*?((?:https?:\/|\.{0,2})\/\S+|\S+\.\w{3,4})(?=\s|$)([\s\S]*)$/.exec(rest.trim()) ?? [];
  if (src === undefined) return null;
  const [title = '', alt = ''] = [...after.matchAll(/"([^"]*)"|'([^']*)'/g)].map(
    ([, double, single]) => double ?? single ?? '',
  );
  const named = title === '' || alt === '' ? '' : ` title="${quoted(title)}"`;
  return named === ''
    ? `![${(alt || title).replace(/[[\]]/g, '\\$&')}](<${src}>)`
    : `<img src="${quoted(src)}" alt="${quoted(alt)}"${named}>`;
}
