import type { Blockquote, Paragraph, PhrasingContent } from 'mdast';
import type { Catalog } from '../../../core/languages/catalog.ts';

/** Kinds of callout. The syntax is that of GitHub and Obsidian: `> [!NOTE]`, `> [!faq]- Title`. */
export type CalloutKind = keyof Catalog['callouts'];

export interface Callout {
  readonly kind: CalloutKind;
  /** `-` is folded at first, `+` can be. */
  readonly fold: string;
  /** Null for the word of the site's language. */
  readonly title: readonly PhrasingContent[] | null;
  readonly paragraph: Readonly<Paragraph>;
  /** The first paragraph without marker and title. */
  readonly rest: readonly PhrasingContent[];
}

/** Other names are those of other systems. */
export const calloutKinds: Readonly<Record<string, CalloutKind>> = {
  note: 'note',
  info: 'note',
  tip: 'tip',
  important: 'important',
  warning: 'warning',
  caution: 'caution',
  danger: 'caution',
};

/** Types that only quotations have: their own name is their title, as in Obsidian. */
const looks: Readonly<Record<string, CalloutKind>> = {
  ...{ hint: 'tip', success: 'tip', check: 'tip', done: 'tip', attention: 'warning' },
  ...{ failure: 'caution', fail: 'caution', missing: 'caution', error: 'caution', bug: 'caution' },
};

const marker = /^\[!([\p{L}][\p{L}\p{N} _-]*)(?:\|[^\]\n]*)?\]([-+]?)[ \t]*(?![([])/u;

/** Is this quotation a callout? Null when it is an ordinary one. */
export function readCallout(node: Readonly<Blockquote>): Callout | null {
  const paragraph = node.children[0];
  if (paragraph?.type !== 'paragraph') return null;
  const [first, ...others] = paragraph.children;
  if (first?.type !== 'text') return null;
  const match = marker.exec(first.value);
  if (!match) return null;
  const [written, type = '', fold = ''] = match;
  const start = { type: 'text', value: first.value.slice(written.length) } as const;
  const { line, rest } = splitLine([start, ...others]);
  const name = type.toLowerCase();
  const kind = calloutKinds[name];
  const own = [{ type: 'text', value: type.charAt(0).toUpperCase() + type.slice(1) } as const];
  const title = line.length > 0 ? line : kind ? null : own;
  return { kind: kind ?? looks[name] ?? 'note', fold, title, paragraph, rest };
}

/** The first line of a paragraph, and what follows. */
function splitLine(nodes: readonly PhrasingContent[]): Record<'line' | 'rest', PhrasingContent[]> {
  const place = nodes.findIndex(
    (node) => node.type === 'break' || (node.type === 'text' && node.value.includes('\n')),
  );
  const end = nodes[place];
  const isFull = (node: PhrasingContent) => node.type !== 'text' || node.value !== '';
  if (!end) return { line: nodes.filter(isFull), rest: [] };
  const value = end.type === 'text' ? end.value : '\n';
  const at = value.indexOf('\n');
  const textOf = (text: string) => ({ type: 'text', value: text }) as const;
  return {
    line: [...nodes.slice(0, place), textOf(value.slice(0, at).trimEnd())].filter(isFull),
    rest: [textOf(value.slice(at + 1)), ...nodes.slice(place + 1)].filter(isFull),
  };
}
