import type { Image as ImageNode, ImageReference, Text } from 'mdast';
import { defineMdastPlugin, type MdastNode, type MdastVisitorContext, markdownToMdast } from 'satteri';
import { escapeHtml } from '../../../core/text/plain-text.ts';
import { applyEdits, type Edit } from '../../../core/text/text-edits.ts';
import { type Abbreviations, findingsOf } from '../text/text-findings.ts';
import { rangeOf } from './markdown-edits.ts';

/** Raised and lowered signs: as characters where there are such, in Markdown that has no other way to write them. */
const plain = '0123456789+-−=()';
const raised = new Map([...plain].map((sign, index) => [sign, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾'][index] ?? sign]));
const lowered = new Map([...plain].map((sign, index) => [sign, [...'₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎'][index] ?? sign]));

/** `-6` as `⁻⁶` or `₋₆`; null where a sign has no such form. */
export function shiftSigns(text: string, isRaised: boolean): string | null {
  const signs = [...text].map((sign) => (isRaised ? raised : lowered).get(sign));
  return signs.includes(undefined) ? null : signs.join('');
}

type Shifted = Extract<MdastNode, { type: 'superscript' | 'subscript' }>;

/** `x^2^` and `H~2~O`, in the twin. */
export function visitShifted(node: Readonly<Shifted>, context: MdastVisitorContext): void {
  const mark = node.type === 'superscript' ? '^' : '~';
  const text = context.textContent(node);
  const shifted = shiftSigns(text, mark === '^') ?? (mark === '^' ? null : `_${text}`);
  if (shifted !== null) findingsOf(context).edits.push({ ...rangeOf(node), text: shifted });
}

interface Size {
  readonly width?: number;
  readonly height?: number;
}

const attributesAt = /\{(?:\s*(?:\.[a-z][\w-]*|#[a-z][\w-]*|(?:width|height)="?\d+"?(?:px)?))+\s*\}/iy;
const aligned: ReadonlySet<string> = new Set(['left', 'right', 'center', 'wide', 'full']);

/** Length of the attributes at a place of a text; 0 where there are none. */
export function measureAttributes(source: string, at: number): number {
  if (source[at] !== '{') return 0;
  attributesAt.lastIndex = at;
  return attributesAt.exec(source)?.[0].length ?? 0;
}

/** The attributes behind an image, `{width=300 .right}`, which are removed, from the twin as well; null without any. */
export function takeAttributes(
  node: Readonly<ImageNode | ImageReference>,
  context: MdastVisitorContext,
  size: Size,
): Record<string, string | number> | null {
  const found = findingsOf(context);
  const at = rangeOf(node).end;
  const length = measureAttributes(found.input.markdown, at);
  if (length === 0) return null;
  const next = context.parent(node).children[(context.indexOf(node) ?? 0) + 1];
  if (next?.type !== 'text') return null;
  const rest = next.value.replace(/^\{[^}]*\}/, '');
  if (rest === '') context.removeNode(next);
  else context.setProperty(next, 'value', rest);
  found.edits.push({ start: at, end: at + length, text: '' });
  return readAttributes(found.input.markdown.slice(at + 1, at + length - 1), size);
}

/** The places have the classes of WordPress: `alignright`. */
function readAttributes(written: string, size: Size): Record<string, string | number> {
  const classes = [...written.matchAll(/\.([\w-]+)/g)].map(([, name = '']) =>
    aligned.has(name) ? `align${name}` : name,
  );
  const number = (name: string) => Number(new RegExp(`${name}="?(\\d+)`).exec(written)?.[1] ?? 0);
  const id = /#([\w-]+)/.exec(written)?.[1];
  const ratio = (size.width ?? 0) / (size.height || 1);
  const width = Math.round(number('width') || number('height') * ratio);
  const height = Math.round(number('height') || (ratio && number('width') / ratio));
  return {
    ...(width > 0 ? { width } : {}),
    ...(height > 0 ? { height } : {}),
    ...(id ? { id } : {}),
    ...(classes.length > 0 ? { className: classes.join(' ') } : {}),
  };
}

const definitions = /^\*\[([^\]\n]+)\]:[ \t]*(.+)$/gm;

/** Null for a text that defines none. */
export function readAbbreviations(markdown: string): Abbreviations | null {
  if (!markdown.includes('*[') || !/^\*\[[^\]\n]+\]:/m.test(markdown)) return null;
  const titles = new Map<string, string>();
  const lines: Edit[] = [];
  for (const { type, position } of (markdownToMdast(markdown) as { children: MdastNode[] }).children) {
    const { start, end } = rangeOf({ position });
    const source = markdown.slice(start, end);
    // Lines of code, for example, are no definitions.
    if (type !== 'paragraph' || !source.startsWith('*[')) continue;
    for (const match of source.matchAll(definitions)) {
      const [line, name = '', title = ''] = match;
      titles.set(name, title.trim());
      lines.push({ start: start + match.index, end: start + match.index + line.length, text: '' });
    }
  }
  if (titles.size === 0) return null;
  const blanks = lines.map((line) => ({ ...line, text: ' '.repeat(line.end - line.start) }));
  return { titles, lines, markdown: applyEdits(markdown, blanks) };
}

/** Marks the words that are defined; the twin says once what they stand for. */
export const abbreviations = defineMdastPlugin({
  name: 'agentsite-abbreviations',
  options: { position: true },

  text(node: Readonly<Text>, context) {
    const found = findingsOf(context);
    const titles = found.abbreviations?.titles ?? new Map();
    const names = [...titles.keys()].map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    const parts = node.value.split(
      new RegExp(`(?<![\\p{L}\\p{N}])(${names.join('|')})(?![\\p{L}\\p{N}])`, 'u'),
    );
    if (parts.length === 1) return;
    const nodes = parts.map((part, index) => {
      if (index % 2 === 0) return { type: 'text', value: part } as const;
      const title = titles.get(part) ?? '';
      const at = found.input.markdown.indexOf(part, node.position?.start.offset ?? 0);
      if (!found.explained.has(part) && at >= 0)
        found.edits.push({ start: at + part.length, end: at + part.length, text: ` (${title})` });
      found.explained.add(part);
      const html = `<abbr title="${escapeHtml(title)}">${escapeHtml(part)}</abbr>`;
      return { type: 'html', value: html } as const;
    });
    context.replaceNode(node, nodes);
  },
});
