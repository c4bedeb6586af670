import { createLineCounter, type TemplateContext } from '../rules/templates.ts';
import { drawing } from './obsidian.ts';

/** Code, comments, links in double brackets, embeds, marked words, names of blocks: what Markdown lacks. */
const markup =
  /^([ \t]*)(`{3,}|~{3,})[\s\S]*?(?:^[ \t]*\2`*~*[ \t]*$|$(?![\s\S]))|(`+)(?!`)[\s\S]*?[^`]\3(?!`)|%%[\s\S]*?(?:%%|$(?![\s\S]))|(!?)\[\[([^[\]\n]+?)\]\]|==(?=\S)([^=\n]*\S)==|(?<=\s|^)\^[\w-]+[ \t]*$|(?<=\s|^)#([\p{L}\p{N}_/-]*\p{L}[\p{L}\p{N}_/-]*)|^(>[ \t>]*)\[!([\w-]+)\]([+-]?)/gmu;

/** Kinds of boxes that the new site knows; Obsidian has more names for them. */
const boxes: Readonly<Record<string, string>> = {
  ...{
    abstract: 'note',
    summary: 'note',
    tldr: 'note',
    info: 'note',
    todo: 'note',
    example: 'note',
    quote: 'note',
  },
  ...{
    cite: 'note',
    success: 'tip',
    check: 'tip',
    done: 'tip',
    hint: 'tip',
    question: 'important',
    help: 'important',
  },
  ...{ faq: 'important', attention: 'warning', failure: 'caution', fail: 'caution', missing: 'caution' },
  ...{ danger: 'caution', error: 'caution', bug: 'caution' },
};
const image = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i;

/** Code that plugins run: readers saw its result. */
const programs =
  /^[ \t]*(?:`{3,}|~{3,})[ \t]*(?:dataview(?:js)?|tasks|query|base|chart|tracker|button|meta-bind)\b[^\n]*/i;

/** Does it have `$…$` or `$$…$$`, except in code? */
export const hasFormulas = (body: string): boolean =>
  /\$\$[^$]+\$\$|(?<![\\$\w])\$(?![\s$])[^$\n]*(?<![\s\\$])\$(?![\d$])/.test(
    body.replace(markup, (whole, _, fence, code) => ((fence ?? code) === undefined ? whole : '')),
  );

/** Markdown of Obsidian as Markdown. Comments, which readers did not see, are removed and reported. */
export function replaceWikiMarkup(body: string, context: TemplateContext): string {
  const lineOf = createLineCounter(body);
  return body.replace(markup, (whole: string, ...groups: unknown[]) => {
    const [, fence, code, embed, link, marked, tag, quote, box] = groups as (string | undefined)[];
    const at = groups.at(-2) as number;
    const program = fence === undefined ? undefined : programs.exec(whole)?.[0];
    if (program !== undefined)
      context.lose(
        program,
        lineOf(at),
        'A plugin showed a result there. It is code now: write what it showed.',
      );
    if (tag !== undefined) context.tag(tag);
    if ((fence ?? code ?? tag) !== undefined) return whole;
    if (whole.startsWith('%%')) {
      context.lose(whole, lineOf(at), 'A comment, which readers did not see. It is left out.');
      return whole.replace(/[^\n]+/g, '');
    }
    if (marked !== undefined) return `<mark>${marked}</mark>`;
    if (box !== undefined) return `${quote}[!${(boxes[box.toLowerCase()] ?? box).toUpperCase()}]`;
    if (link === undefined) return '';
    const said = sayLink(link, embed === '!', context);
    if (said.lost !== null) context.lose(whole, lineOf(at), said.lost);
    return said.text;
  });
}

/** `Note`, `Note#Heading`, `Note#^block`, `image.png|300`, each with words behind `|`. */
function sayLink(
  written: string,
  isEmbed: boolean,
  { addressOf }: TemplateContext,
): { text: string; lost: string | null } {
  const [target = '', ...more] = written.replaceAll('\\|', '|').split('|');
  const [, name = '', place = ''] = /^([^#]*)(?:#(.*))?$/s.exec(target.trim()) ?? [];
  const last = more.at(-1)?.trim() ?? '';
  const label = isEmbed && /^\d+(?:x\d+)?$/.test(last) ? '' : last;
  const words = (label || name || place).replace(/[[\]]/g, '\\$&');
  const anchor = place === '' || place.startsWith('^') ? '' : `#${anchorOf(place)}`;
  if (drawing.test(name) || drawing.test(`${name}.md`)) return sayDrawing(name, label, addressOf);
  const address = name === '' ? '' : addressOf(name);
  if (isEmbed && image.test(name)) {
    return address === null
      ? { text: label, lost: 'There is no file of this name. Its words are kept.' }
      : { text: `![${label.replace(/[[\]]/g, '\\$&')}](${writeTarget(address)})`, lost: null };
  }
  if (address === null)
    return { text: words, lost: 'There is no public note of this name. Its words are kept.' };
  const link = `[${words}](${writeTarget(address + anchor)})`;
  return { text: link, lost: isEmbed ? 'The note was shown there. A link to it is there now.' : null };
}

/** The image that its program saved next to a drawing; else its name. */
function sayDrawing(name: string, label: string, addressOf: TemplateContext['addressOf']) {
  const stem = name.replace(/\.md$/i, '');
  const found = [stem, stem.replace(drawing, '')]
    .flatMap((start) => [`${start}.svg`, `${start}.png`, `${start}.light.svg`])
    .map(addressOf)
    .find((address) => address !== null);
  const words = label || stem.replace(drawing, '');
  return found === undefined
    ? { text: words, lost: 'It is a drawing or a board. Export it as an image next to it, and import again.' }
    : { text: `![${words}](${writeTarget(found)})`, lost: null };
}

const writeTarget = (url: string): string => (/[\s()<>]/.test(url) ? `<${url}>` : url);

/** Obsidian links to a heading by its words. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/^.*#/, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]+/gu, '')
    .replace(/\s/g, '-');
