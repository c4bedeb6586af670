import {
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { applyEdits, type Edit } from '../text-edits.ts';
import { alignLines } from './aligned-lines.ts';

/**
 * Changes values in a YAML text and nothing else: order, quotes, comments, lists in brackets and line endings of
 * everything that keeps its value stay as they are.
 * @param next a mapping from keys to their new values, `undefined` to remove one and absent keys as they are; or a list
 * @throws for text that is not YAML
 */
export function editYaml(text: string, next: Readonly<Record<string, unknown>> | readonly unknown[]): string {
  const document = parseDocument(text);
  if (document.errors[0]) throw document.errors[0];
  const before: unknown = document.toJS();
  const expected = isList(next) ? next : withoutUndefined({ ...(before as object), ...next });
  const edited = applyEdits(text, editsOf(new Source(text), document.contents, next));
  if (hasValue(edited, expected)) return edited;
  // Anchors, and values in several lines within brackets: comments are kept, the form of what is around them is not.
  if (isList(next)) document.contents = document.createNode(next) as never;
  else
    for (const [key, value] of Object.entries(next)) {
      if (value === undefined) document.delete(key);
      else if (!isEqual(document.get(key, true), value)) document.set(key, value);
    }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function editsOf(
  source: Source,
  root: Node | null,
  next: Readonly<Record<string, unknown>> | readonly unknown[],
) {
  if (isList(next)) {
    if (isSeq(root)) return editsOfList(source, root, next);
    return next.length === 0 ? [] : [source.append(render(next, source.newline))];
  }
  return isMap(root)
    ? editsOfMap(source, root, next)
    : [source.append(render(withoutUndefined(next), source.newline))];
}

/** The text of a YAML file, and the places of lines in it. */
class Source {
  readonly text: string;
  readonly newline: string;

  constructor(text: string) {
    this.text = text;
    this.newline = text.includes('\r\n') ? '\r\n' : '\n';
  }

  lineStart(offset: number): number {
    return this.text.lastIndexOf('\n', offset - 1) + 1;
  }

  /** After the newline of the line that `offset` is in, or of the one before where it is a line's first. */
  lineEnd(offset: number, start: number): number {
    if (offset > start && this.text[offset - 1] === '\n') return offset;
    const end = this.text.indexOf('\n', offset);
    return end === -1 ? this.text.length : end + 1;
  }

  /** Spaces before the first character of a line. */
  indent(offset: number): string {
    return ' '.repeat(offset - this.lineStart(offset));
  }

  append(lines: string): Edit {
    return this.insert(this.text.length, lines);
  }

  /** Whole lines before the line that starts at `offset`. */
  insert(offset: number, lines: string): Edit {
    const isOpen = offset > 0 && this.text[offset - 1] !== '\n';
    // The last line of front matter has no newline of its own, and gets none.
    const text = isOpen ? this.newline + lines.slice(0, -this.newline.length) : lines;
    return { start: offset, end: offset, text };
  }
}

function editsOfMap(source: Source, map: YAMLMap, next: Readonly<Record<string, unknown>>): Edit[] {
  const edits: Edit[] = [];
  const [, end] = (map.items.at(-1)?.value as Node | undefined)?.range ?? [];
  let added = '';
  for (const [key, value] of Object.entries(next)) {
    const pair = map.items.find((item) => isScalar(item.key) && item.key.value === key) as
      | Pair<Node, Node>
      | undefined;
    if (!pair) {
      if (value !== undefined && map.flow && end !== undefined)
        edits.push({ start: end, end, text: `, ${key}: ${renderFlow(value)}` });
      else if (value !== undefined)
        added += indentLines(render({ [key]: value }, source.newline), indentOf(source, map));
    } else if (value === undefined) edits.push({ ...rangeOfPair(source, pair), text: '' });
    else if (!isEqual(pair.value, value)) edits.push(...editsOfPair(source, map, pair, value));
  }
  const last = map.items.at(-1) as Pair<Node, Node> | undefined;
  if (added) edits.push(last ? source.insert(rangeOfPair(source, last).end, added) : source.append(added));
  return edits;
}

/** Of a mapping whose other keys are to go. */
function editsOfWhole(source: Source, map: YAMLMap, value: object): Edit[] {
  const removed = map.items.map((item) => [nameOf(item as Pair), undefined] as const);
  return editsOfMap(source, map, { ...Object.fromEntries(removed), ...value });
}

const nameOf = ({ key }: Pair) => String((key as { value?: unknown }).value);

function editsOfPair(source: Source, map: YAMLMap, pair: Pair<Node, Node>, value: unknown): Edit[] {
  const { value: node } = pair;
  if (isMap(node) && !node.flow && isMapping(value)) return editsOfWhole(source, node, value);
  if (isSeq(node) && isList(value) && value.length > 0) return editsOfList(source, node, value);
  const [start, end] = node?.range ?? [0, 0];
  if (isScalar(node) && !isCollection(value) && typeof value !== 'object' && end > start && !isBlock(node)) {
    return [{ start, end, text: renderScalar(value, quotesOf(node, map), map.flow === true) }];
  }
  const change = isScalar(node) && isBlock(node) ? changeOfBlock(source, node, value) : null;
  if (change) return [change];
  const whole = rangeOfPair(source, pair);
  const text = indentLines(render({ [nameOf(pair)]: value }, source.newline), indentOf(source, map));
  const isLast = source.text[whole.end - 1] !== '\n';
  return [{ ...whole, text: isLast ? text.slice(0, -source.newline.length) : text }];
}

/** The edit of a block scalar that has one line, also a folded one, such as a title after `>-`: of what changed in it. */
function changeOfBlock(source: Source, node: Scalar, next: unknown): Edit | null {
  if (typeof next !== 'string' || !/^\S.*\S$/.test(next)) return null;
  const text = textOf(source, node);
  const head = text.indexOf('\n') + 1;
  const first = head + text.slice(head).search(/\S/);
  const places: number[] = [];
  let line = '';
  for (const { 0: part, index } of text
    .slice(first)
    .trimEnd()
    .matchAll(/\r?\n +|[\s\S]/g)) {
    places.push((node.range?.[0] ?? 0) + first + index);
    line += part.length > 1 ? ' ' : part;
  }
  if (line !== node.value) return null;
  places.push((places.at(-1) ?? 0) + 1);
  let same = 0;
  while (same < Math.min(line.length, next.length) && line[same] === next[same]) same++;
  let last = 0;
  while (last < Math.min(line.length, next.length) - same && line.at(-1 - last) === next.at(-1 - last))
    last++;
  const [start = 0, end = 0] = [places[same], places[line.length - last]];
  return { start, end, text: next.slice(same, next.length - last) };
}

function editsOfList(source: Source, list: YAMLSeq, next: readonly unknown[]): Edit[] {
  const items = list.items as Node[];
  const [start, end] = list.range ?? [0, 0];
  const keyOf = (item: unknown) => JSON.stringify(plain(item));
  if (list.flow) {
    const known = new Map(items.map((item) => [keyOf(item), textOf(source, item)]));
    const shown = next.map((item) => known.get(keyOf(item)) ?? renderScalar(item, undefined, true));
    const padding = /^\[ /.test(source.text.slice(start, end)) ? ' ' : '';
    return [{ start, end, text: `[${padding}${shown.join(', ')}${padding}]` }];
  }
  const spans = items.map((item) => spanOfItem(source, item));
  const dashes = spans[0] ? (source.text.slice(spans[0].start).match(/^ */)?.[0] ?? '') : '';
  const edits: Edit[] = [];
  const gone = new Map(items.map((item, index) => [keyOf(item), spans[index]]));
  let place = spans[0]?.start ?? end;
  for (const { old, now } of alignLines(items.map(keyOf), next.map(keyOf))) {
    const item = old === null ? null : items[old];
    const span = old === null ? null : spans[old];
    if (span) place = span.end;
    if (item && span && now === null) edits.push({ ...span, text: '' });
    else if (item && isMap(item) && isMapping(next[now ?? -1]))
      edits.push(...editsOfWhole(source, item, next[now ?? -1] as object));
    else if (now !== null && !(item && isEqual(item, next[now]))) {
      const same = gone.get(keyOf(next[now]));
      const lines = same
        ? source.text.slice(same.start, same.end)
        : indentLines(render([next[now]], source.newline), dashes);
      edits.push(span ? { ...span, text: lines } : source.insert(place, lines));
    }
  }
  return edits;
}

/** The lines of an item, from its hyphen. */
function spanOfItem(source: Source, item: Node): { start: number; end: number } {
  const [first, last] = item.range ?? [0, 0];
  const start = source.lineStart(source.text.lastIndexOf('-', first));
  return { start, end: source.lineEnd(last, first) };
}

function rangeOfPair(source: Source, { key, value }: Pair<Node, Node>): { start: number; end: number } {
  const first = key.range?.[0] ?? 0;
  const last = Math.max(value?.range?.[1] ?? 0, key.range?.[1] ?? 0);
  return { start: source.lineStart(first), end: source.lineEnd(last, first) };
}

function indentOf(source: Source, map: YAMLMap): string {
  const [pair] = map.items as Pair<Node, Node>[];
  return pair?.key.range ? source.indent(pair.key.range[0]) : '';
}

function textOf({ text }: Source, node: Node): string {
  const [start, end] = node.range ?? [0, 0];
  return text.slice(start, end);
}

/**
 * How the next value of a scalar is quoted: as the last one, unless that needed its double quotes. Then the author may
 * write without, which another value shows that has them without need.
 */
function quotesOf(scalar: Scalar, map: YAMLMap): string | undefined {
  if (scalar.type !== 'QUOTE_DOUBLE' || !needsQuotes(scalar)) return scalar.type;
  const others = map.items.flatMap(({ value }) => (isScalar(value) && value !== scalar ? [value] : []));
  return others.some((other) => other.type === 'QUOTE_DOUBLE' && !needsQuotes(other))
    ? scalar.type
    : undefined;
}

const needsQuotes = ({ value }: Scalar) => /^["'|>]/.test(stringify(value, options));

const isBlock = ({ type }: { type?: string }) => type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';

/** A value as lines of YAML, each with its newline. Lists of words are in brackets, as the manual writes them. */
export function render(value: unknown, newline: string): string {
  const document = parseDocument(stringify(value, options), { keepSourceTokens: false });
  if (isMap(document.contents))
    for (const { value: list } of document.contents.items) {
      if (isSeq(list) && list.items.every((item) => isScalar(item))) list.flow = true;
    }
  return document.toString({ ...options, flowCollectionPadding: false }).replaceAll('\n', newline);
}

const options = { lineWidth: 0, doubleQuotedMinMultiLineLength: 1_000_000 } as const;

/** A value within braces; a list as the manual writes it. */
function renderFlow(value: unknown): string {
  return isList(value) ? `[${value.map(renderFlow).join(', ')}]` : renderScalar(value, undefined, true);
}

function renderScalar(value: unknown, type: string | undefined, inFlow: boolean): string {
  if (typeof value === 'object') return stringify(value, { ...options, collectionStyle: 'flow' }).trim();
  const isQuoted = type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE';
  const defaultStringType = isQuoted ? type : 'PLAIN';
  const singleQuote = type === 'QUOTE_SINGLE';
  const text = stringify(value, { ...options, defaultStringType, singleQuote }).trimEnd();
  const isPlain = !/^["'|>]/.test(text);
  if (text.includes('\n') || (inFlow && isPlain && /[,[\]{}]/.test(text))) {
    return stringify(value, { ...options, defaultStringType: 'QUOTE_DOUBLE' }).trimEnd();
  }
  return text;
}

function indentLines(lines: string, indent: string): string {
  return lines.replace(/^(?=.)/gm, indent);
}

/** The value of a node as data. */
function plain(value: unknown): unknown {
  return isNode(value) ? value.toJSON() : value;
}

export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function isEqual(before: unknown, after: unknown): boolean {
  return canonical(plain(before)) === canonical(after);
}

function hasValue(text: string, expected: unknown): boolean {
  const document = parseDocument(text);
  return (
    document.errors.length === 0 &&
    canonical(document.toJS() ?? (isList(expected) ? [] : {})) === canonical(expected)
  );
}

/** JSON with the keys of each mapping in one order. */
export function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part: unknown) =>
    isMapping(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

function withoutUndefined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
