import type { Blockquote, Paragraph, Text } from 'mdast';

/** Kinds of callout, with the words that readers see. The syntax is GitHub's: `> [!NOTE]`. */
export const calloutTitles = {
  note: 'Note',
  tip: 'Tip',
  important: 'Important',
  warning: 'Warning',
  caution: 'Caution',
} as const;

export type CalloutKind = keyof typeof calloutTitles;

export interface Callout {
  readonly kind: CalloutKind;
  readonly title: string;
  readonly paragraph: Readonly<Paragraph>;
  /** The text node that starts with the marker, and what stands behind the marker in it. */
  readonly marker: Readonly<Text>;
  readonly rest: string;
}

const marker = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)/i;

/** Is this quotation a callout? Null when it is an ordinary one. */
export function readCallout(node: Readonly<Blockquote>): Callout | null {
  const paragraph = node.children[0];
  if (paragraph?.type !== 'paragraph') return null;
  const first = paragraph.children[0];
  if (first?.type !== 'text') return null;
  const match = marker.exec(first.value);
  if (!match?.[1]) return null;
  const kind = match[1].toLowerCase() as CalloutKind;
  return {
    kind,
    title: calloutTitles[kind],
    paragraph,
    marker: first,
    rest: first.value.slice(match[0].length),
  };
}
