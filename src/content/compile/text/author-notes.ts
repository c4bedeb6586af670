import { defineMdastPlugin, type MdastNode, markdownToHtml } from 'satteri';
import type { Site } from '../../../core/model/site.ts';
import { eachTag } from '../../../core/text/html-tags.ts';
import { explainOpenNote, noteEnds, wordPressMark } from '../../../core/text/private-notes.ts';
import type { Edit } from '../../../core/text/text-edits.ts';
import { rangeOf } from '../markup/markdown-edits.ts';

export interface WithoutNotes {
  readonly markdown: string;
  /** What was removed, in places of the author's text. */
  readonly edits: readonly Edit[];
  /** The note that has no end. */
  readonly open: { readonly at: number; readonly message: string } | null;
}

const mayHaveNotes = /%%|<!--|\{\/\*|\[\/\/\]:|\]:[ \t]*(?:#|<>)[ \t]/;

/** `[//]: # (…)` is a definition that nothing refers to; others have the label `comment`, or any other. */
const opening =
  /(?<=(?<!\\)(?:\\\\)*)(?:%%|<!--|\{\/\*)|(?<=^(?:[ \t]|>|[-*+] |\d+[.)] )*)\[(?:\/\/\]:|([^\]\n]+)\]:[ \t]*(?:#|<>)[ \t]+(?=["'(]))/gm;

/** Parsing again finds code whose signs were in a note, or that is code without the line of the note. */
const mayPair = /[`~$<>\n]/;
/** Characters of all these parses. */
const maxParsed = 10_000_000;
const tooMany = 'the text has too many private notes with code or HTML in them; keep them in another file.';

/** Removes notes wherever they are, but in code, formulas, attributes and addresses. */
export function removeNotes(markdown: string, site: Pick<Site, 'math'>): WithoutNotes {
  if (!mayHaveNotes.test(markdown)) return { markdown, edits: [], open: null };
  const edits: Edit[] = [];
  let text = markdown;
  let opaque = findOpaque(text, site);
  let removed = 0;
  let parsed = 0;
  /** Characters that were removed since `opaque` was found. */
  let shift = 0;
  for (let from = 0; ; ) {
    opening.lastIndex = from;
    const match = opening.exec(text);
    if (!match) return { markdown: text, edits, open: null };
    const at = match.index;
    const around = opaque.some(({ start, end }) => start <= at + shift && at + shift < end);
    from = at + match[0].length;
    if (around || isWritten(text, match)) continue;
    const isPercent = match[0] === '%%' && /\d/.test(text[at - 1] ?? '');
    const end = isPercent ? -1 : endOfNote(text, match, opaque, shift);
    if (end < 0) {
      const message = isPercent
        ? '"%%" begins a private note; write \\%% for the sign, or a space before a note.'
        : explainOpenNote(match[0].startsWith('[') ? '[' : match[0]);
      edits.push({ start: at + removed, end: markdown.length, text: '' });
      return { markdown: text.slice(0, at), edits, open: { at: at + removed, message } };
    }
    const edit = editOf(text, at, end);
    const note = text.slice(edit.start, edit.end);
    const inside = text.slice(at + match[0].length, end).replace(/-->$/, '');
    edits.push({ ...edit, start: edit.start + removed, end: edit.end + removed });
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
    const shorter = note.length - edit.text.length;
    removed += shorter;
    from = edit.start + edit.text.length;
    const isCode = note.endsWith('\n') && /[ \t]/.test(text[from] ?? '');
    const isParsed = isCode || mayPair.test(inside);
    if (isParsed) parsed += text.length;
    if (parsed > maxParsed) return { markdown: text, edits, open: { at: at + removed, message: tooMany } };
    shift += shorter;
    if (isParsed) [opaque, shift] = [findOpaque(text, site), 0];
  }
}

/** Is it a mark of WordPress, or a definition that the text uses? */
function isWritten(text: string, { index, 0: sign, 1: label }: RegExpExecArray): boolean {
  if (sign === '<!--') return text.slice(index).search(wordPressMark) === 0;
  if (label === undefined || /^(?:comment|_)$/i.test(label)) return false;
  return text.split(`[${label}]`).some((part, place) => place > 0 && !part.startsWith(':'));
}

/** -1 where it does not end. */
function endOfNote(
  text: string,
  { index, 0: sign }: RegExpExecArray,
  opaque: readonly Range[],
  shift: number,
): number {
  if (sign.startsWith('[')) return endOfDefinition(text, index + sign.length);
  const closing = noteEnds[sign] ?? '';
  // `<!-->` is a comment.
  let from = index + 2;
  for (;;) {
    const found = text.indexOf(closing, from);
    const fence = opaque.find(
      ({ start, end, isBlock }) =>
        isBlock && start - shift > index && start - shift <= found && found < end - shift,
    );
    if (!fence) return found < 0 ? -1 : found + closing.length;
    from = fence.end - shift;
  }
}

/** A definition is a line, or goes on to where its title ends. */
function endOfDefinition(text: string, from: number): number {
  const line = /.*/y;
  line.lastIndex = from;
  const [written = ''] = line.exec(text) ?? [];
  const [, quote] = /^[ \t]*(?:#|<>)?[ \t]*(["'(])/.exec(written) ?? [];
  const closing = quote === '(' ? ')' : quote;
  if (closing === undefined || written.trimEnd().endsWith(closing)) return from + written.trimEnd().length;
  const rest = text.slice(from).split(/\n[ \t>]*(?:\r?\n|$)/, 1)[0] ?? '';
  const end = rest.search(new RegExp(`\\${closing}[ \\t]*\\r?(?:\\n|$)`));
  return end < 0 ? -1 : from + end + 1;
}

/** A note alone on its lines is removed with them, and with emphasis that contains only it. */
function editOf(text: string, from: number, to: number): Edit {
  const lineStart = text.lastIndexOf('\n', from - 1) + 1;
  const [marks = ''] = /[*_~=]*$/.exec(text.slice(lineStart, from)) ?? [];
  const isEmphasis = marks !== '' && text.startsWith(marks, to);
  const start = isEmphasis ? from - marks.length : from;
  const end = isEmphasis ? to + marks.length : to;
  const before = text.slice(lineStart, start);
  const lineEnd = /^[ \t]*(?:#*[ \t]*)?(?:\r?\n|$)/.exec(text.slice(end))?.[0];
  if (lineEnd !== undefined && /^[ \t>]*$/.test(before) && text.startsWith('<!--', start))
    return { start, end, text: '<!---->' };
  if (lineEnd !== undefined && /^[ \t>]*(?:#{1,6}[ \t]+)?$/.test(before))
    return { start: lineStart, end: end + lineEnd.length, text: '' };
  const spaces = /[ \t]*$/.exec(before)?.[0].length ?? 0;
  if (lineEnd !== undefined || endsPhrase.test(text.slice(end)))
    return { start: start - spaces, end, text: '' };
  const next = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
  return { start, end: before === '' || spaces > 0 ? end + next : end, text: '' };
}

/** No space belongs before it. */
const endsPhrase = /^[*_~=`]*(?:[.,;:!?)\]}、。，．；：！？）」』】]|$)|^[*_~=`]+\s/;

/** A part of a text in which signs are what they are. */
export interface Range {
  readonly start: number;
  readonly end: number;
  readonly isBlock?: boolean;
}

const literalElements = /^(?:code|kbd|pre|samp|script|style|textarea|xmp)$/;

/** Code, formulas, addresses, and the tags of HTML. */
export function findOpaque(markdown: string, { math }: Pick<Site, 'math'>): Range[] {
  const ranges: Range[] = [];
  const closes = new Map<string, number>();
  /** The next end tag of an element; tags are in the order of the text, and many may have the same one, or none. */
  const closeOf = (name: string, at: number): number => {
    const known = closes.get(name);
    if (known !== undefined && (known < 0 || known >= at)) return known;
    const found = markdown.indexOf(`</${name}`, at);
    closes.set(name, found);
    return found;
  };
  const hide = (node: Pick<MdastNode, 'position'>) => void ranges.push(rangeOf(node));
  const hideFrom = (start: number, node: Pick<MdastNode, 'position'>) =>
    void ranges.push({ start, end: rangeOf(node).end });
  const reader = defineMdastPlugin({
    name: 'opaque',
    options: { position: true },
    code: (node) => void ranges.push({ ...rangeOf(node), isBlock: true }),
    inlineCode: hide,
    math: hide,
    inlineMath: hide,
    definition: (node) => hideFrom(markdown.indexOf(']:', rangeOf(node).start), node),
    link(node) {
      const { start } = rangeOf(node);
      const words = node.children.at(-1);
      hideFrom(words && markdown[start] === '[' ? rangeOf(words).end : start, node);
    },
    image: (node) => hideFrom(markdown.lastIndexOf('](', rangeOf(node).end), node),
    html(node) {
      const { start } = rangeOf(node);
      eachTag(node.value, (tag) => {
        if (tag.kind !== 'open' && tag.kind !== 'close') return;
        const at = start + tag.start;
        const content = tag.kind === 'open' && literalElements.test(tag.name);
        const close = content ? closeOf(tag.name, at) : -1;
        ranges.push({ start: at, end: close < 0 ? start + tag.end : close });
      });
    },
  });
  const features = { gfm: true, frontmatter: false, math: math === 'dollars' };
  markdownToHtml(markdown, { mdastPlugins: [reader], features });
  return ranges;
}
