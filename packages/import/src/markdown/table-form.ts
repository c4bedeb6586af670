import type { Element } from 'hast';
import { isElement, isPhrasing } from './phrasing.ts';

/** Can GitHub's Markdown express a table: one head row, cells of one line, rows of one length, no spans, caption or foot? */
export function hasMarkdownForm(table: Element): boolean {
  const parts = table.children.filter(isElement);
  const rowsOf = (name: string) =>
    parts.filter(({ tagName }) => tagName === name).flatMap((part) => part.children.filter(isElement));
  const [head, ...rows] = [...rowsOf('thead'), ...rowsOf('tbody')].map((row) =>
    row.children.filter(isElement),
  );
  return (
    head !== undefined &&
    rowsOf('thead').length <= 1 &&
    parts.every(({ tagName }) => tagName !== 'caption' && tagName !== 'tfoot') &&
    head.every(({ tagName }) => tagName === 'th') &&
    rows.every((cells) => cells.length === head.length && cells.every(({ tagName }) => tagName === 'td')) &&
    [head, ...rows].flat().every(isSimple)
  );
}

const isSimple = ({ properties: { colSpan = 1, rowSpan = 1 }, children }: Element): boolean =>
  Number(colSpan) === 1 && Number(rowSpan) === 1 && children.every(isPhrasing);
