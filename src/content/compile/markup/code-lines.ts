import { eachTag } from '../../../core/text/html-tags.ts';

/** How a line of a code block stands out. */
export type LineMark = 'mark' | 'ins' | 'del';

/** By the number of the line, from 1. */
export type LineMarks = ReadonlyMap<number, LineMark>;

/** Reads the line numbers behind a fence: `{2,4-5}` marks lines, `ins={7}` and `del={6}` show a change; Hugo has `hl_lines=["2-3"]`. */
export function readLineMarks(meta: string): LineMarks {
  const marks = new Map<number, LineMark>();
  const unquoted = meta.replace(
    /hl_lines=\[([^\]]*)\]/g,
    (_, lines: string) => `{${lines.replace(/["']/g, '')}}`,
  );
  for (const [, name, ranges = ''] of unquoted
    .replace(/"[^"]*"/g, '')
    .matchAll(/(ins=|del=)?\{([\d\s,-]+)\}/g)) {
    const mark = name === 'ins=' ? 'ins' : name === 'del=' ? 'del' : 'mark';
    for (const [, from = '', to = from] of ranges.matchAll(/(\d+)(?:\s*-\s*(\d+))?/g)) {
      const last = Math.min(Number(to), Number(from) + 9999);
      for (let line = Number(from); line <= last; line++) marks.set(line, mark);
    }
  }
  return marks;
}

export function joinLineMarks(marks: LineMarks): string[] {
  const lines = Map.groupBy(marks.keys(), (line) => marks.get(line) ?? 'mark');
  return [...lines].map(([mark, all]) => `${mark === 'mark' ? '' : `${mark}=`}{${all.join(',')}}`);
}

const changes: Readonly<Record<string, LineMark>> = { '++': 'ins', '--': 'del' };
const comment =
  /[ \t]*(?:\/\/|\{?\/\*|<!--|#|--|;|%|")[ \t]*(?:\[!code[ \t]+([^\]:]+)(?::(\d+))?[^\]]*\]|highlight-(next-line|line|start|end))[ \t]*(?:\*\/\}?|-->)?[ \t]*$/;

/** Removes the comments that mark lines: `// [!code ++]` of VitePress, `# highlight-next-line` of Docusaurus. */
export function takeLineComments(code: string): { code: string; marks: LineMarks } {
  const marks = new Map<number, LineMark>();
  if (!/\[!code|highlight-/.test(code)) return { code, marks };
  const lines: string[] = [];
  let isMarked = false;
  for (const line of code.split('\n')) {
    const [found, sign = '', count = 1, place] = comment.exec(line) ?? [];
    const text = found === undefined ? line : line.slice(0, -found.length);
    const isAlone = found !== undefined && text.trim() === '';
    if (!isAlone) lines.push(text);
    if (place === 'start' || place === 'end') isMarked = place === 'start';
    else if (found !== undefined) {
      const first = lines.length + Number(isAlone);
      for (let at = first; at < first + Math.min(Number(count), 9999); at++)
        marks.set(at, changes[sign.trim()] ?? 'mark');
    } else if (isMarked) marks.set(lines.length, 'mark');
  }
  return { code: lines.join('\n'), marks };
}

/**
 * Wraps each line of highlighted code in an element of its own: `<mark class="line">`, `<ins …>`, `<del …>`, and
 * `<span …>` for the others. Spans of the highlighter that run over a line's end are closed and opened again.
 * @param html escaped text with no elements but `span`
 */
export function wrapLines(html: string, marks: LineMarks): string {
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
