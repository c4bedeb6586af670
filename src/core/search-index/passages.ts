/** A range of characters of a text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A part of a twin that can be quoted: a paragraph, an item of a list, a row of a table or the lines of a code block. */
export interface Block extends Range {
  readonly kind: 'text' | 'row' | 'code';
  /** The header of the table that a row is in. */
  readonly header?: Range;
  /** Place in `headings` of the one above it; -1 before the first. */
  readonly heading: number;
}

export interface Outline {
  readonly blocks: readonly Block[];
  /** As they are written, without `#`. The title is none of them. */
  readonly headings: readonly { readonly text: string; readonly above: number; readonly depth: number }[];
}

const fence = /^[\s>]*(`{3,}|~{3,})/;
const marks = /^(?:\s*>)*\s*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ x]\]\s+)?|\[\^[^\]]+\]:\s*)?/i;
const startsBlock = /^(?:\s*>)*\s*(?:(?:[-*+]|\d{1,9}[.)])\s|\[\^[^\]]+\]:)/;
const delimiterRow = /^[\s>|]*:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/;
const nothingToQuote = /^(?:\s*>)*\s*(?!\s)(?:\[![A-Z]+\].*|[-*_=:\s|]*|\[[^\]^]+\]:\s.*|:::.*|<!--.*-->)$/i;
/** An item that is only a link to another page says nothing. */
const onlyLink = /^!?\[[^\]]*\]\([^)]*\)(?:\s*\([^)]*\))?$/;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** A longer text is not divided into sentences. */
const maxText = 20_000;

/** Divides the Markdown of a twin into what can be quoted. Works line by line, in time that grows with its length. */
export function outlineOf(markdown: string): Outline {
  const blocks: Block[] = [];
  const headings: { text: string; above: number; depth: number }[] = [];
  /** The last heading of each depth. */
  const last = [-1, -1, -1, -1, -1, -1, -1];
  let text = null as Range | null;
  let code: { mark: string; start: number } | null = null;
  let header: Range | null = null;

  function add(block: Omit<Block, 'heading'>): void {
    if (markdown.slice(block.start, block.end).trim() !== '')
      blocks.push({ ...block, heading: headings.length - 1 });
  }
  function endText(): void {
    if (text && !onlyLink.test(markdown.slice(text.start, text.end))) add({ kind: 'text', ...text });
    text = null;
  }

  const front = /^---\n[\s\S]*?\n---\n/.exec(markdown)?.[0].length ?? 0;
  for (let at = front, next = front; at < markdown.length; at = next) {
    const newline = markdown.indexOf('\n', at);
    next = newline < 0 ? markdown.length : newline + 1;
    const line = markdown.slice(at, newline < 0 ? next : newline);
    const mark = fence.exec(line)?.[1];
    if (code) {
      const isEnd = mark?.startsWith(code.mark) && line.trim().replace(/[\s>]/g, '') === mark;
      if (!isEnd && next < markdown.length) continue;
      add({ kind: 'code', start: code.start, end: isEnd ? at : next });
      code = null;
      continue;
    }
    const heading = /^ {0,3}(#{1,6})\s(.*)$/.exec(line);
    const isTable = line.includes('|') && (header !== null || delimiterRow.test(lineAt(markdown, next)));
    if (!isTable) header = null;
    if (mark || heading || isTable || startsBlock.test(line) || nothingToQuote.test(line)) endText();
    if (mark) code = { mark, start: next };
    else if (heading) {
      const depth = heading[1]?.length ?? 1;
      const above = Math.max(...last.slice(0, depth));
      if (depth > 1) last[depth] = headings.push({ text: wordsOf(heading[2] ?? ''), above, depth }) - 1;
    } else if (isTable) {
      const parts = delimiterRow.test(line) ? [] : partOf(line, at, /^(?:\s*>)*\s*/);
      for (const part of header ? parts : []) add({ kind: 'row', ...part, ...(header ? { header } : {}) });
      header ??= parts[0] ?? null;
    } else if (!nothingToQuote.test(line)) {
      const [part] = partOf(line, at, text ? /^(?:\s*>)*\s*/ : marks);
      if (part) text = { start: text?.start ?? part.start, end: part.end };
    }
  }
  endText();
  return { blocks, headings };
}

/** A heading may end with `#`, too. */
const wordsOf = (heading: string): string =>
  heading
    .trim()
    .replace(/(?<=\s|^)#+$/, '')
    .trimEnd();

const lineAt = (text: string, at: number) =>
  text.slice(at, (text.indexOf('\n', at) + 1 || text.length + 1) - 1);

/** A line without its marks and white space; nothing for an empty one. */
function partOf(line: string, at: number, without: RegExp): Range[] {
  const start = at + (without.exec(line)?.[0].length ?? 0);
  const end = at + line.trimEnd().length;
  return start < end ? [{ start, end }] : [];
}

/** The sentences of a text and the lines of code; a row is one part. Each is an exact range of the twin. */
export function partsOf(markdown: string, { kind, start, end }: Block): readonly Range[] {
  if (kind === 'row') return [{ start, end }];
  if (kind === 'text') return sentencesOf(markdown, { start, end });
  const lines = [...markdown.slice(start, end).matchAll(/[^\n]+/g)];
  return lines.flatMap((line) => partOf(line[0], start + line.index, /^(?:\s*>)*\s*/));
}

function sentencesOf(markdown: string, { start, end }: Range): Range[] {
  if (end - start > maxText) return [];
  // A line end would end a sentence; the marks of a quotation are at the beginnings of its lines.
  const text = markdown.slice(start, end).replace(/\n(?:[ \t]*>)*/g, (between) => ' '.repeat(between.length));
  const found: Range[] = [];
  let from = 0;
  for (const { segment, index } of sentences.segment(text)) {
    const to = index + segment.length;
    const sentence = text.slice(from, to);
    if (isOpen(sentence) && to < text.length) continue;
    const [range] = partOf(sentence, start + from, /^\s*/);
    if (range) found.push(range);
    from = to;
  }
  return found;
}

/** Does a link, code or an emphasis go on behind the end? */
function isOpen(text: string): boolean {
  const count = (sign: string) => text.split(sign).length - 1;
  return count('`') % 2 === 1 || count('[') > count(']') || count('](') > count(')') || count('**') % 2 === 1;
}
