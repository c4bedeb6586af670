import { eachTag, readAttributes } from '../text/html-tags.ts';
import { applyEdits, type Edit } from '../text/text-edits.ts';

/** Attributes that name the id of an element. */
const namesIds: ReadonlySet<string> = new Set(['aria-describedby', 'aria-labelledby', 'headers', 'for']);

/** A body among others on one page: without IDs, with links to the page that has them, and with headings one level down. */
export function toListedHtml(html: string, path: string): string {
  const edits: Edit[] = [];
  eachTag(html, (tag) => {
    const level = /^h([2-5])$/.exec(tag.name)?.[1];
    if (level) {
      const at = html.toLowerCase().indexOf(`h${level}`, tag.start);
      edits.push({ start: at + 1, end: at + 2, text: String(Number(level) + 1) });
    }
    if (tag.kind !== 'open') return;
    for (const { name, value, at, start, end } of readAttributes(html, tag)) {
      const isQuoted = /["']/.test(html[start - 1] ?? '');
      if (name === 'id' || namesIds.has(name))
        edits.push({ start: at, end: isQuoted ? end + 1 : end, text: '' });
      else if (name === 'href' && value.startsWith('#')) edits.push({ start, end: start, text: path });
    }
  });
  return applyEdits(html, edits);
}
