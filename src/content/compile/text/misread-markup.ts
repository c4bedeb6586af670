import { defineMdastPlugin, type MdastNode, type MdastPluginDefinition } from 'satteri';
import { rangeOf } from '../markup/markdown-edits.ts';

/** Markup of other systems that shows as it is written here; `at` is its place in the text. */
export interface SilentMarkup {
  readonly at: number;
  readonly message: string;
}

/** Each with what it contains, which is found sooner. */
const misread: readonly (readonly [part: string, pattern: RegExp])[] = [
  ['*', /[\d)]\*[^\s*]+\*\w/],
  ['__', /\w__\.\w/],
  ['--', /\S\n[ \t>]*-{2,}[ \t]*$/m],
  ['#', /^[ \t>]*#{1,6}[ \t]*$/m],
  ['](', /\]\(\s*(?:\)|<?(?:javascript:|vbscript:|https?:\/*>?\)))/i],
];
const firstRows = /(?<!\|[ \t]*\n)^[ \t>]*(\|.*)\n[ \t>]*(\|.*)/gm;

/** Could {@link misreadMarkup} find anything? */
export const mayBeMisread = (markdown: string): boolean =>
  misread.some(([part, pattern]) => markdown.includes(part) && pattern.test(markdown)) ||
  (markdown.includes('|') &&
    markdown
      .matchAll(firstRows)
      .some(([, head = '', rule = '']) => /[^|\s:-]/.test(rule) || countCells(head) !== countCells(rule)));

const countCells = (row: string): number =>
  row
    .trim()
    .replace(/\\\||\|$/g, '')
    .split('|').length;

/** Finds valid Markdown that shows something else than its author means: each with what to write. */
export function misreadMarkup(markdown: string, found: SilentMarkup[]): MdastPluginDefinition {
  const report = (at: number, written: string, message: string) =>
    void found.push({ at, message: `"${written.split('\n', 1)[0]}" ${message}` });
  const visit = (
    node: Pick<MdastNode, 'position'>,
    explain: (written: string, end: number) => string | null,
  ) => {
    const { start, end } = rangeOf(node);
    const written = markdown.slice(start, end);
    const message = explain(written, end);
    if (message) report(start, written, message);
  };
  const emphasized = (node: Pick<MdastNode, 'position'>) =>
    visit(node, (written, end) => {
      const before = markdown[rangeOf(node).start - 1] ?? '';
      const after = markdown.slice(end, end + 2);
      if (/[\d)]/.test(before) && /^[\w]/.test(after) && /^\*[\w.,]{1,8}\*$/.test(written))
        return 'is emphasis, and its * do not show; write \\* or ×.';
      if (/^__\w+__$/.test(written) && /^\.\w/.test(after))
        return `is bold, and its __ do not show; write \`${written}\`, as code.`;
      return null;
    });
  const addressed = (node: Pick<MdastNode, 'position'> & { readonly url: string }) =>
    visit(node, () => {
      if (/^(?:https?:\/*)?$/i.test(node.url.trim()))
        return 'is without an address; write one, or the words alone.';
      return /^\s*(?:javascript|vbscript):/i.test(node.url)
        ? 'is blocked by the Content-Security-Policy; write an address.'
        : null;
    });
  return defineMdastPlugin({
    name: 'misread',
    options: { position: true },
    emphasis: emphasized,
    strong: emphasized,
    link: addressed,
    image: addressed,
    heading: (node) => visit(node, explainHeading),
    paragraph: (node) => visit(node, explainRows),
  });
}

function explainHeading(written: string): string | null {
  if (/^#{1,6}[ \t]*#*$/.test(written)) return 'is a heading without words; write them, or remove it.';
  const last = written.lastIndexOf('\n');
  const [words, rule] = [written.slice(0, Math.max(0, last)), written.slice(last + 1)];
  return /^[ \t>]*-+[ \t]*$/.test(rule) &&
    (/[.!?:…。！？]["”’»)]?[ \t]*$/.test(words) || words.includes('\n'))
    ? 'is a heading, since the line below it is ---; leave a line empty between them for a rule.'
    : null;
}

/** A paragraph of rows. */
const explainRows = (written: string): string | null =>
  /^\|.*\|[ \t]*(?:\n[ \t>]*\|.*\|[ \t]*)+$/.test(written)
    ? 'is no table: its second line must have a cell | --- | for each cell of the first.'
    : null;
