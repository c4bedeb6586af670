import { ClosingTags } from '../../model/closing-tags.ts';
import {
  asComment,
  createLineCounter,
  fenced,
  replaceTags,
  type TemplateContext,
} from '../rules/templates.ts';
import { sayHexoTag } from './hexo-tags.ts';
import { octopressBlocks, sayBlock, sayImage } from './octopress.ts';

/** `{% name … %}` or `{{ … }}`, up to the next of them; what it captures starts with `%` or `{`. */
const tag = /\{(%(?:(?!\{[%{]|%\})[\s\S])*%|\{(?:(?!\{[%{]|\}\})[\s\S])*\})\}/g;
const kramdownComment = /\{::comment\b[^{}\n]*\}(?:(?!\{:[:/])[\s\S])*\{:\/(?:comment)?\}/g;
const nomarkdown = /\{::nomarkdown\b[^{}\n]*\}((?:(?!\{:[:/])[\s\S])*)\{:\/(?:nomarkdown)?\}/g;
const attributes = /^[ \t]*\{:[^{}\n]*\}[ \t]*$|(?<=\S)\{:[^{}\n]*\}/gm;

/** Content of a tag without its brackets and whitespace control. */
const saidBy = (inside: string): string => inside.slice(1, -1).replace(/^-|-$/g, '').trim();

/** Evaluates the Liquid that needs no template engine: code, addresses and comments. The rest becomes HTML comments. */
export function replaceLiquid(body: string, context: TemplateContext): string {
  const literal: string[] = [];
  // A placeholder keeps the line breaks, so that line numbers stay right.
  const keep = (text: string): string =>
    `\ue000${literal.push(text) - 1}\ue000${text.replace(/[^\n]+/g, '')}`;
  const whole = replaceBlocks(body, keep)
    .replace(kramdownComment, (note) => note.replace(/[^\n]+/g, ''))
    .replace(nomarkdown, '$1');
  const lineOf = createLineCounter(whole);
  const marked = whole.replace(attributes, (written, at: number) => {
    const fix = /^\s*\{:toc\b/i.test(written)
      ? 'A list of the headings: write it, or remove the line above.'
      : 'Attributes were for the old theme.';
    context.lose(written.trim(), lineOf(at), fix);
    return '';
  });
  const lineAt = createLineCounter(marked);
  return replaceTags(marked, tag, ({ written, inside, at }) => {
    const said = inside.startsWith('%') ? sayTag(saidBy(inside), context) : say(saidBy(inside), context);
    if (said !== null) return said;
    context.lose(written, lineAt(at));
    return isInTag(marked, at) ? '' : asComment(written);
  }).replace(/\ue000(\d+)\ue000(\n*)/g, (_, index: string, lines: string) => {
    const text = literal[Number(index)] ?? '';
    return text + lines.slice(text.split('\n').length - 1);
  });
}

/** Longer tags are not scanned. */
const maxTag = 500;

/** Is a position between the brackets of an HTML tag, where a comment would be text? */
function isInTag(text: string, at: number): boolean {
  const open = Math.max(0, at - maxTag) + text.slice(Math.max(0, at - maxTag), at).lastIndexOf('<');
  return (
    open >= 0 &&
    at - open < maxTag &&
    /^<[a-z]/i.test(text.slice(open, open + 2)) &&
    !/>/.test(text.slice(open, at).replace(/\{[%{][\s\S]*?[%}]\}/g, ''))
  );
}

/** Sets code and `raw` content apart, and removes comments. */
function replaceBlocks(body: string, keep: (text: string) => string): string {
  const closings = new ClosingTags(
    body,
    /\{%-?\s*end(raw|comment|highlight|codeblock|code|blockquote|quote|pullquote|note)\s*-?%\}/g,
  );
  return replaceTags(body, tag, ({ written, inside, at, end }) => {
    const [, name = '', rest = ''] =
      /^(raw|comment|highlight|codeblock|code|blockquote|quote|pullquote|note)\b\s*([\s\S]*)$/.exec(
        saidBy(inside),
      ) ?? [];
    const language = /^\S*/.exec(rest)?.[0] ?? '';
    const close = inside.startsWith('%') && name !== '' ? closings.after(name, end) : undefined;
    if (!close) return written;
    const text = body.slice(end, close.at);
    if (name === 'comment') return { text: body.slice(at, close.end).replace(/[^\n]+/g, ''), end: close.end };
    if (octopressBlocks.some((block) => block === name)) {
      const said = sayBlock(name, rest, text);
      return { text: /^code/.test(name) ? keep(said) : said, end: close.end };
    }
    return { text: keep(name === 'raw' ? text : fenced(language, text)), end: close.end };
  });
}

function sayTag(said: string, context: TemplateContext): string | null {
  const [, name, rest = ''] = /^(\w+)([\s\S]*)$/.exec(said) ?? [];
  if (name === 'img') return sayImage(rest);
  const hexo = sayHexoTag(name ?? '', rest.trim(), context);
  if (hexo !== null) return hexo;
  return name === 'post_url' || name === 'link' ? context.addressOf(rest.trim()) : null;
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
