import { createLineCounter, type TemplateContext } from '../rules/templates.ts';

/** Code, comments, links in double brackets, embeds, marked words, names of blocks: what Markdown lacks. */
const markup =
  /^([ \t]*)(`{3,}|~{3,})[\s\S]*?(?:^[ \t]*\2`*~*[ \t]*$|$(?![\s\S]))|(`+)(?!`)[\s\S]*?[^`]\3(?!`)|%%[\s\S]*?(?:%%|$(?![\s\S]))|(!?)\[\[([^[\]\n]+?)\]\]|==(?=\S)([^=\n]*\S)==|(?<=\s|^)\^[\w-]+[ \t]*$|^(>[ \t>]*)\[!([\w-]+)\]([+-]?)/gm;

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

/** Markdown of Obsidian as Markdown. Comments, which readers did not see, are removed and reported. */
export function replaceWikiMarkup(body: string, context: TemplateContext): string {
  const lineOf = createLineCounter(body);
  return body.replace(markup, (whole: string, ...groups: unknown[]) => {
    const [, fence, code, embed, link, marked, quote, box] = groups as (string | undefined)[];
    const at = groups.at(-2) as number;
    if (fence !== undefined || code !== undefined) return whole;
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

const writeTarget = (url: string): string => (/[\s()<>]/.test(url) ? `<${url}>` : url);

/** Obsidian links to a heading by its words. */
const anchorOf = (heading: string): string =>
  heading
    .replace(/^.*#/, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]+/gu, '')
    .replace(/\s/g, '-');
