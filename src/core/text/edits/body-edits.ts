import { alignLines } from './aligned-lines.ts';

/**
 * The body after an edit, with every line that the author did not change spelled as before. The rich text editor
 * writes emphasis, tables, nested lists and escapes in its own way.
 * @param before with any line endings
 * @param after trimmed, with newlines alone
 */
export function keepBody(before: string, after: string): string {
  const newline = before.includes('\r\n') ? '\r\n' : '\n';
  const [start = '', end = ''] = [/^\s*/.exec(before)?.[0], /\s*$/.exec(before)?.[0]];
  const text = before.trim().replaceAll('\r\n', '\n');
  if (text === after.trim()) return before;
  if (text === '') return `${start || newline}${after.trim().replaceAll('\n', newline)}${end || newline}`;
  const [old, now] = [readLines(before.trim()), readLines(after.trim())];
  const aligned = alignLines(
    old.map(({ key }) => key),
    now.map(({ key }) => key),
  );
  const same = aligned.flatMap(({ old: from, now: to }) => {
    const [one, other] = [old[from ?? -1], now[to ?? -1]];
    return one && other && one.key === other.key ? [[one, other] as const] : [];
  });
  const isByHand = isFromSource(same);
  const spell = (one: Line, other: Line) => (isHandSpelt(other) ? { ...one, text: other.text } : one);
  const spelled = new Map(isByHand ? [] : same.map(([one, other]) => [other, spell(one, other)]));
  const lines = now.map((line, index) => {
    const added = line.blanks.replaceAll('\n', newline);
    const { text: own, blanks, ending } = spelled.get(line) ?? { ...line, ending: newline, blanks: added };
    if (index === now.length - 1) return own;
    // Blank lines follow the author where there were none, or are none any more; in lists and around code the form adds
    // its own.
    const next = now[index + 1];
    const isOfForm = line.isCode || next?.isCode || (/^\s/.test(line.text) && isItem.test(next?.text ?? ''));
    const isSame = (blanks === '') === (line.blanks === '') || (isOfForm && !isByHand);
    return own + (ending || newline) + (isSame ? blanks : added);
  });
  return start + lines.join('') + end;
}

/** A line, and the blank lines after it. */
interface Line {
  readonly text: string;
  /** The line's own newline; empty for the last line. */
  readonly ending: string;
  readonly blanks: string;
  /** The same for every way to write the line. */
  readonly key: string;
  readonly isCode: boolean;
}

function readLines(body: string): Line[] {
  const lines: Line[] = [];
  let fence = '';
  let margin = 0;
  let indents: number[] = [];
  for (const [, text = '', ending = '', blanks = ''] of body.matchAll(
    /([^\n]*?)(\r?\n|$)((?:[ \t]*\r?\n)*)/g,
  )) {
    if (text === '' && blanks === '') continue;
    const mark = /^\s*(`{3,}|~{3,})/.exec(text)?.[1] ?? '';
    const indent = /^ */.exec(text)?.[0].length ?? 0;
    const isCode = fence !== '' || mark !== '';
    if (fence === '' && mark !== '') [fence, margin] = [mark, indent];
    else if (mark.startsWith(fence) && text.trim() === mark) fence = '';
    if (isCode) {
      // In lists, code is indented as far as its fence; the form writes it without.
      lines.push({ text, ending, blanks, isCode, key: `\0${text.slice(Math.min(indent, margin))}` });
      continue;
    }
    indents = [...indents.filter((outer) => outer < indent), ...(isItem.test(text) ? [indent] : [])];
    const depth = isItem.test(text) ? indents.length : indents.filter((outer) => outer < indent).length;
    lines.push({ text, ending, blanks, isCode, key: `${depth} ${keyOf(text)}` });
  }
  return lines;
}

const isItem = /^\s*(?:[-*+]|\d+[.)])(?:\s|$)/;

/** A line without what has several spellings. */
function keyOf(text: string): string {
  const line = text.trim();
  if (/^([-*_])(?:\s*\1){2,}$/.test(line)) return '---';
  if (/^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?$/.test(line) && line.includes('|')) {
    return line
      .replace(/[\s:]/g, '')
      .replace(/-+/g, '-')
      .replace(/^\||\|$/g, '');
  }
  return line
    .replace(/^[*+-](?=\s|$)/, '-')
    .replace(/^\d+[.)](?=\s|$)/, '1.')
    .replace(/\\(?=[\p{P}\p{S}]|$)/gu, '')
    .replaceAll('_', '*')
    .replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? entity)
    .replace(/<(https?:[^\s>]+)>/g, '$1')
    .replace(/^\||\|$/g, '')
    .replace(/\s*\|\s*/g, '|')
    .replace(/\s+/g, ' ')
    .trim();
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&nbsp;': ' ',
};

/** Is the line written as the rich text editor never writes it: emphasis by asterisks, or an aligned column? */
function isHandSpelt({ text, isCode }: Line): boolean {
  if (isCode) return false;
  return /(?<![*\w\\])\*(?![\s*])[^*`]+(?<![\s\\])\*(?![*\w])/.test(text) || /^\|.*(?::-|-:).*\|$/.test(text);
}

/** Did the author edit the source? Then lines that the rich text editor would have rewritten are as they were. */
function isFromSource(same: readonly (readonly [before: Line, after: Line])[]): boolean {
  const handSpelt = same.filter(([before]) => isHandSpelt(before));
  const untouched = handSpelt.filter(([before, after]) => before.text === after.text).length;
  return untouched > 0 && untouched >= handSpelt.length / 2;
}
