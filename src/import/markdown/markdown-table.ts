import type { Element, ElementContent } from 'hast';
import { isPhrasing } from './phrasing.ts';

/**
 * A table of GitHub's Markdown: one head row, cells of one line, all rows equally long.
 * @returns null for a table that Markdown cannot say: spans, captions, a foot, lists in cells
 */
export function writeTable(
  table: Element,
  writeCell: (nodes: readonly ElementContent[]) => string,
): string | null {
  const parts = table.children.filter((child): child is Element => child.type === 'element');
  if (parts.some(({ tagName }) => tagName === 'caption' || tagName === 'tfoot')) return null;
  const head = parts.filter(({ tagName }) => tagName === 'thead').flatMap(rowsOf);
  const body = parts.filter(({ tagName }) => tagName === 'tbody').flatMap(rowsOf);
  const [first, ...others] = head.length > 0 ? head : body.slice(0, 1);
  const rows = head.length > 0 ? body : body.slice(1);
  if (!first || others.length > 0 || !cellsOf(first).every(({ tagName }) => tagName === 'th')) return null;
  const width = cellsOf(first).length;
  const regular = [first, ...rows].every(
    (row) => cellsOf(row).length === width && cellsOf(row).every(isSimple),
  );
  if (!regular || rows.some((row) => cellsOf(row).some(({ tagName }) => tagName === 'th'))) return null;
  const line = (row: Element) =>
    `| ${cellsOf(row)
      .map((cell) => writeCell(cell.children))
      .join(' | ')} |`;
  const rule = `| ${cellsOf(first)
    .map((cell) => alignments[String(cell.properties.align)] ?? '---')
    .join(' | ')} |`;
  return [line(first), rule, ...rows.map(line)].join('\n');
}

const alignments: Readonly<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' };

const elementsOf = (node: Element, pattern: RegExp): Element[] =>
  node.children.filter((child): child is Element => child.type === 'element' && pattern.test(child.tagName));
const rowsOf = (part: Element): Element[] => elementsOf(part, /^tr$/);
const cellsOf = (row: Element): Element[] => elementsOf(row, /^t[dh]$/);

function isSimple({ properties, children }: Element): boolean {
  const spans = [properties.colSpan, properties.rowSpan].some(
    (span) => span !== undefined && Number(span) !== 1,
  );
  return !spans && children.every(isPhrasing);
}
