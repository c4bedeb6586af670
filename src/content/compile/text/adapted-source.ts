import type { Site } from '../../../core/model/site.ts';
import { applyEdits, type Edit } from '../../../core/text/text-edits.ts';
import { containerNames } from '../markup/blocks.ts';
import { findOpaque, removeNotes } from './author-notes.ts';
import { emojiName, emojiNamed } from './emoji.ts';

/** A text without notes of its author, in which what other systems spell otherwise is spelled as here. */
export interface AdaptedSource {
  readonly markdown: string;
  readonly problems: readonly { readonly at: number; readonly message: string }[];
  /** Place in the author's text of a place in this one. */
  readonly original: (at: number) => number;
}

export function adaptSource(written: string, site: Site): AdaptedSource {
  const { markdown, edits, open } = removeNotes(written, site);
  const rewritten = respell(markdown, site);
  return {
    markdown: rewritten.length > 0 ? applyEdits(markdown, rewritten) : markdown,
    problems: open ? [open] : [],
    original: (at) => placeBefore(edits, placeBefore(rewritten, at)),
  };
}

/** Place before edits, in their order, of a place after them. */
function placeBefore(edits: readonly Edit[], at: number): number {
  let shift = 0;
  for (const { start, end, text } of edits) {
    if (at < start + shift) break;
    if (at < start + shift + text.length) return Math.min(end, at - shift);
    shift += text.length - (end - start);
  }
  return at - shift;
}

/** `:::note Title`, `::: note Title` and `:::note{.wide} Title`, as Docusaurus, GitLab and VitePress have it. */
const container =
  /^((?:[ \t]|>|[-*+][ \t]|\d+[.)][ \t])*)(:{3,})[ \t]*([a-z]+)(?![\w-])[ \t]*(\S.*?)?[ \t]*$/gim;

function respell(markdown: string, site: Site): Edit[] {
  const edits: Edit[] = [];
  if (markdown.includes(':::')) {
    for (const match of markdown.matchAll(container)) {
      const [line, margin = '', colons = '', name = '', rest = ''] = match;
      const known = name.toLowerCase();
      if (!containerNames.has(known)) continue;
      const text = `${colons}${known}${labelOf(rest)}`;
      const start = match.index + margin.length;
      const end = match.index + line.length;
      if (text !== markdown.slice(start, end)) edits.push({ start, end, text });
    }
  }
  for (const { index, 0: sign, 1: name = '' } of site.emoji ? markdown.matchAll(emojiName) : []) {
    const emoji = emojiNamed(name);
    if (emoji !== null) edits.push({ start: index, end: index + sign.length, text: emoji });
  }
  if (edits.length === 0) return edits;
  const opaque = findOpaque(markdown, site);
  return edits
    .filter(({ start }) => !opaque.some((range) => range.start <= start && start < range.end))
    .sort((a, b) => a.start - b.start);
}

/** What is behind the name of a container, as its label and attributes: `[Title]{.wide}`. */
function labelOf(rest: string): string {
  const label = rest.startsWith('[') ? rest.slice(0, endOfBracket(rest)) : '';
  const [, before = '', words = '', behind = ''] =
    /^(\{[^{}]*\})?\s*(.*?)\s*(\{[^{}]*\})?$/.exec(rest.slice(label.length)) ?? [];
  const attributes = (before + behind).replaceAll('}{', ' ');
  if (words === '') return label + attributes;
  const title = label === '' ? words : `${label.slice(1, -1)} ${words}`;
  return `[${endOfBracket(`[${title}]`) === title.length + 2 ? title : escapeBrackets(title)}]${attributes}`;
}

/** The parser ends a label at the bracket that closes it, also in code and behind a backslash. */
function endOfBracket(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '[') depth++;
    else if (text[at] === ']' && --depth === 0) return at + 1;
  }
  return 0;
}

const escapeBrackets = (title: string) =>
  title.replace(/\\?([[\]])/g, (_, bracket: string) => (bracket === '[' ? '&#91;' : '&#93;'));
