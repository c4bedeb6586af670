import { asComment, fenced, lineAt, type TemplateContext } from './templates.ts';

const tag = /\{%-?\s*(\w+)\s*([\s\S]*?)\s*-?%\}/g;
const output = /\{\{-?\s*([\s\S]*?)\s*-?\}\}/g;
const attributes = /^[ \t]*\{:[^}\n]*\}[ \t]*$|(?<=\S)\{:[^}\n]*\}/gm;

/** Liquid, as Jekyll and Eleventy run it over texts: code, addresses and comments are done, the rest stays as a comment. */
export function replaceLiquid(body: string, context: TemplateContext): string {
  const literal: string[] = [];
  // A placeholder has as many lines as what it stands for, so that places stay what they are.
  const keep = (text: string): string =>
    `\ue000${literal.push(text) - 1}\ue000${text.replace(/[^\n]+/g, '')}`;
  return body
    .replace(/\{%-?\s*raw\s*-?%\}([\s\S]*?)\{%-?\s*endraw\s*-?%\}/g, (_, text: string) => keep(text))
    .replace(/\{%-?\s*comment\s*-?%\}[\s\S]*?\{%-?\s*endcomment\s*-?%\}/g, (whole) =>
      whole.replace(/[^\n]+/g, ''),
    )
    .replace(
      /\{%-?\s*highlight\s+(\S+)[^%]*%\}([\s\S]*?)\{%-?\s*endhighlight\s*-?%\}/g,
      (_, language: string, code: string) => keep(fenced(language, code)),
    )
    .replace(attributes, (whole, at: number, all: string) => {
      if (!/^\s*\{:toc\}/i.test(whole))
        context.lose(whole.trim(), lineAt(all, at), 'Attributes are for the look of the old theme.');
      return '';
    })
    .replace(tag, (whole, name: string, rest: string, at: number, all: string) => {
      const address = name === 'post_url' || name === 'link' ? context.addressOf(rest) : null;
      if (address !== null) return address;
      context.lose(whole, lineAt(all, at));
      return asComment(whole);
    })
    .replace(output, (whole, expression: string, at: number, all: string) => {
      const said = say(expression, context);
      if (said !== null) return said;
      context.lose(whole, lineAt(all, at));
      return asComment(whole);
    })
    .replace(/\ue000(\d+)\ue000(\n*)/g, (_, index: string, lines: string) => {
      const text = literal[Number(index)] ?? '';
      return text + lines.slice(text.split('\n').length - 1);
    });
}

function say(expression: string, { home, title }: TemplateContext): string | null {
  const [value = '', ...filters] = expression.split('|').map((part) => part.trim());
  const text = /^["'](.*)["']$/.exec(value)?.[1];
  const isAddress =
    filters.length > 0 &&
    filters.every((filter) =>
      /^(?:relative_url|absolute_url|url|prepend:\s*site\.(?:baseurl|url))$/.test(filter),
    );
  if (text !== undefined && isAddress) return text.startsWith('/') ? text : `/${text}`;
  if (filters.length > 0) return null;
  if (text !== undefined) return text;
  if (value === 'site.baseurl') return '';
  if (value === 'site.url') return home;
  return value === 'page.title' || value === 'title' ? title : null;
}
