import { defineMdastPlugin, type Features, type MdastContent, markdownToHtml } from 'satteri';
import { addressStart, endOfAddress } from '../../../core/text/bare-address.ts';
import { attachedSigns, mayBeAttached } from '../../../core/text/scripts.ts';
import { applyEdits } from '../../../core/text/text-edits.ts';
import { rangeOf } from './markdown-edits.ts';

/** A character that the parser sees as another one, and the HTML shows as a third. */
export interface Mask {
  readonly at: number;
  readonly as: StandIn;
  readonly show: string;
}

/** To the parser, a letter that ends a bare address, a punctuation mark and a space. No text has them. */
export const standIns = { letter: '\u0001', mark: '\u2e0e', space: '\u1680' } as const;
type StandIn = (typeof standIns)[keyof typeof standIns];
const anyStandIn = new RegExp(`[${Object.values(standIns).join('')}]`, 'g');

export interface MaskedText {
  /** As long as the text. */
  readonly markdown: string;
  /** Puts the characters back; it runs before all that reads words. */
  readonly plugin: ReturnType<typeof createPlugin>;
}

/** An address that goes on beyond ASCII, or begins behind what is. */
const attachedAddress = /(?:\/\/|www\.)[!-;=?-~]*[^\0-\x7f]|[^\0-\x7f]www\./i;
const beyondAscii = /[^\0-\x7f]/;
/** Code, as far as a pattern can find it; what is not closed may be none. */
const code =
  /^[ \t>]*(?:(?:[-+*]|\d+[.)])[ \t]+)*(`{3,}(?!.*`)|~{3,}).*\n[\s\S]*?^[ \t>]*\1[`~]*[ \t]*$|`[^`\n]+`/gm;

/**
 * Makes Satteri, which has no options for it, read a text as its languages are written: `**「重要」**です` is emphasis,
 * bare addresses end before `。`. Only words are masked, which a first pass finds. Null for a text that needs no mask.
 * @param find further masks, anywhere in the text
 */
export function maskSigns(
  markdown: string,
  features: Features,
  find: (text: string) => readonly Mask[],
): MaskedText | null {
  const findAll = (text: string) => [...find(text), ...(mayBeAttached.test(text) ? findEmphasis(text) : [])];
  const hasAddress = (text: string) => beyondAscii.test(text) && attachedAddress.test(text);
  const found = findAll(markdown);
  if (found.length === 0 && !hasAddress(markdown)) return null;
  const rest = markdown.replace(code, '``');
  if (rest !== markdown && !hasAddress(rest) && findAll(rest).length === 0) return null;
  if (markdown.search(anyStandIn) >= 0) return null;
  const first = readWords(markdown, features);
  const ends = findEnds(markdown, first.addresses);
  // What is behind an address may be anything.
  const words = ends.length === 0 ? first : readWords(mask(markdown, ends), features);
  for (const { start, end } of words.addresses) words.are.fill(0, start, end);
  // Where GFM does not see that an address ends.
  for (const { at } of ends)
    if (words.addresses.some(({ start, end }) => start < at && at < end)) words.are[at] = 1;
  const masks = new Map([...found, ...ends].map((each) => [each.at, each]));
  const inOrder = [...masks.values()]
    .filter(({ at }) => words.are[at] === 1 && !isEscaped(markdown, at))
    .sort((left, right) => left.at - right.at);
  return inOrder.length === 0 ? null : { markdown: mask(markdown, inOrder), plugin: createPlugin(inOrder) };
}

function mask(markdown: string, inOrder: readonly Mask[]): string {
  return applyEdits(
    markdown,
    inOrder.map(({ at, as }) => ({ start: at, end: at + 1, text: as })),
  );
}

function createPlugin(masks: readonly Mask[]) {
  let next = 0;
  const restore = (text: string, { start }: ReturnType<typeof rangeOf>) => {
    if ((masks[next - 1]?.at ?? -1) >= start) next = 0;
    while ((masks[next]?.at ?? start) < start) next++;
    return text.replace(anyStandIn, () => masks[next++]?.show ?? '');
  };
  return defineMdastPlugin({
    name: 'agentsite-masked-signs',
    options: { position: true },
    text(node, context) {
      if (node.value.search(anyStandIn) >= 0)
        context.setProperty(node, 'value', restore(node.value, rangeOf(node)));
    },
    image(node, context) {
      if (node.alt && node.alt.search(anyStandIn) >= 0)
        context.setProperty(node, 'alt', restore(node.alt, rangeOf(node)));
    },
    /** Behind punctuation, what begins with `www.` goes on up to a space of ASCII. */
    link(node, context) {
      if (node.url.search(anyStandIn) < 0) return;
      const text = restore(context.textContent(node), rangeOf(node));
      const nodes: object[] = [];
      let from = 0;
      for (const { 0: scheme, index } of text.matchAll(addressStart)) {
        if (index < from) continue;
        const shown = text.slice(index, endOfAddress(text, index)).replace(/[?!.,:*_~'"]+$/, '');
        const url = /^www/i.test(scheme) ? `http://${shown}` : shown;
        nodes.push(textNode(text.slice(from, index)), { ...node, url, children: [textNode(shown)] });
        from = index + shown.length;
      }
      context.replaceNode(node, [...nodes, textNode(text.slice(from))] as MdastContent[]);
    },
  });
}

const textNode = (value: string) => ({ type: 'text', value });

/** Finds where words are, and the bare addresses among them. */
function readWords(markdown: string, features: Features) {
  const are = new Uint8Array(markdown.length);
  const addresses: ReturnType<typeof rangeOf>[] = [];
  const shifted = (node: Parameters<typeof rangeOf>[0]) => {
    const { start, end } = rangeOf(node);
    are[start] = are[end - 1] = 1;
  };
  const reader = defineMdastPlugin({
    name: 'agentsite-words',
    options: { position: true },
    text(node) {
      const { start, end } = rangeOf(node);
      are.fill(1, start, end);
    },
    image(node) {
      const { start } = rangeOf(node);
      are.fill(1, start, Math.max(start, markdown.indexOf('](', start)));
    },
    delete: shifted,
    superscript: shifted,
    subscript: shifted,
    link(node) {
      if (markdown[rangeOf(node).start] !== '[') addresses.push(rangeOf(node));
    },
  });
  markdownToHtml(markdown, { mdastPlugins: [reader], features });
  return { are, addresses };
}

/** GFM wants a space before this one. */
const behindSign = new RegExp(`[${attachedSigns}](?=www\\.)`, 'gu');

/** Finds the ends of addresses in what GFM takes for them. */
function findEnds(markdown: string, addresses: ReturnType<typeof readWords>['addresses']): Mask[] {
  const ends: Mask[] = [];
  const add = (at: number, as: StandIn) => {
    for (let each = at; each < at + String.fromCodePoint(markdown.codePointAt(at) ?? 0).length; each++)
      ends.push({ at: each, as, show: markdown[each] ?? '' });
  };
  for (const { index } of markdown.matchAll(behindSign)) add(index, standIns.space);
  for (const { start, end: limit } of addresses)
    for (const { index } of markdown.slice(start, limit).matchAll(addressStart)) {
      const end = endOfAddress(markdown, start + index);
      const isRun = /[*_~]/.test(markdown[end - 1] ?? '');
      if (markdown[start] !== '<' && end < limit) add(end, isRun ? standIns.space : standIns.letter);
    }
  return ends;
}

function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}

/** Runs of `*` or `~~` next to scripts without spaces open and close in both directions, as in markdown-cjk-friendly. */
function findEmphasis(markdown: string): Mask[] {
  const found: Mask[] = [];
  const before = { block: 0, runs: new Map<string, number>() };
  for (const { 0: run, index } of markdown.matchAll(/\*+|~{2,}/g)) {
    if (markdown.slice(before.block, index).includes('\n\n')) before.runs.clear();
    before.block = index;
    const earlier = before.runs.get(run) ?? 0;
    before.runs.set(run, earlier + 1);
    const end = index + run.length;
    const left = /.$/su.exec(markdown.slice(Math.max(index - 2, 0), index))?.[0] ?? ' ';
    const right = /^./su.exec(markdown.slice(end, end + 2))?.[0] ?? ' ';
    const isMark = punctuation.test(left);
    if (isMark === punctuation.test(right) || /\s/.test(left + right)) continue;
    const [mark, letter] = isMark ? [left, right] : [right, left];
    const as = attached.test(mark) ? standIns.letter : standIns.mark;
    if (as === standIns.mark && !attached.test(letter)) continue;
    const sign = as === standIns.letter ? mark : letter;
    const at = sign === left ? index - left.length : end;
    const isBetween = /[*~]/.test(markdown[sign === left ? at - 1 : at + sign.length] ?? '');
    // What stands for a sign does so for the runs on both sides: it has to be worth it.
    if (isBetween && isMark !== (earlier % 2 === 1)) continue;
    for (let each = at; each < at + sign.length; each++)
      found.push({ at: each, as, show: markdown[each] ?? '' });
  }
  return found;
}

const attached = new RegExp(`[${attachedSigns}]`, 'u');
const punctuation = /[\p{P}\p{S}]/u;
