import type { Blockquote, Paragraph, Text } from 'mdast';
import type { Catalog } from '../../../core/languages/catalog.ts';

/** Kinds of callout. The syntax is GitHub's: `> [!NOTE]`. */
export type CalloutKind = keyof Catalog['callouts'];

export interface Callout {
  readonly kind: CalloutKind;
  readonly paragraph: Readonly<Paragraph>;
  /** The text node that starts with the marker, and the rest of it. */
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
    paragraph,
    marker: first,
    rest: first.value.slice(match[0].length),
  };
}
