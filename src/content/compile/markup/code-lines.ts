import { eachTag } from '../../../core/text/html-tags.ts';

/** How a line of a code block stands out. */
export type LineMark = 'mark' | 'ins' | 'del';

/**
 * Reads the line numbers behind a fence: `{2,4-5}` marks lines, `ins={7}` and `del={6}` show a change.
 * @returns marks by line number, from 1; empty when the fence names none.
 */
export function readLineMarks(meta: string): Map<number, LineMark> {
  const marks = new Map<number, LineMark>();
  const unquoted = meta.replace(/"[^"]*"/g, '');
  for (const [, name, ranges = ''] of unquoted.matchAll(/(ins=|del=)?\{([\d\s,-]+)\}/g)) {
    const mark = name === 'ins=' ? 'ins' : name === 'del=' ? 'del' : 'mark';
    for (const [, from = '', to = from] of ranges.matchAll(/(\d+)(?:\s*-\s*(\d+))?/g)) {
      const last = Math.min(Number(to), Number(from) + 9999);
      for (let line = Number(from); line <= last; line++) marks.set(line, mark);
    }
  }
  return marks;
}

/**
 * Wraps each line of highlighted code in an element of its own: `<mark class="line">`, `<ins …>`, `<del …>`, and
 * `<span …>` for the others. Spans of the highlighter that run over a line's end are closed and opened again.
 * @param html escaped text with no elements but `span`
 */
export function wrapLines(html: string, marks: ReadonlyMap<number, LineMark>): string {
  const open: string[] = [];
  return html
    .split('\n')
    .map((line, index) => {
      const before = open.join('');
      eachTag(line, ({ kind, start, end }) => {
        if (kind === 'close') open.pop();
        else open.push(line.slice(start, end));
      });
      const name = marks.get(index + 1) ?? 'span';
      return `<${name} class="line">${before}${line}${'</span>'.repeat(open.length)}\n</${name}>`;
    })
    .join('');
}
