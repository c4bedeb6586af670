import type { Code } from 'mdast';
import type { Fence } from '../markup/fence.ts';
import { isKnownLanguage } from '../markup/highlight.ts';
import { rangeOf } from '../markup/markdown-edits.ts';

const unlit: ReadonlySet<string> = new Set(['math', 'mermaid', 'plantuml']);

/** What a block of code does not do that its author may expect. @param isInHtml is it in an element that is open? */
export function explainCode(node: Code, fence: Fence, source: string, isInHtml: boolean): string[] {
  const { start, end } = rangeOf(node);
  const [first = '', ...lines] = source.slice(start, end).split('\n');
  const [opening, sign] = /^(`{3,}|~{3,}).*/.exec(first.trimEnd()) ?? [];
  if (opening === undefined || sign === undefined)
    return isInHtml && /^\s*<\/?[a-z]/i.test(node.value)
      ? [
          'HTML behind a blank line is shown as code when four spaces precede it; remove the spaces or the blank line.',
        ]
      : [];
  const closing =
    lines
      .at(-1)
      ?.replace(/^[ \t>]+/, '')
      .trimEnd() ?? '';
  const isClosed = closing.startsWith(sign) && closing.replaceAll(sign.charAt(0), '') === '';
  const { language, others } = fence;
  return [
    ...(isClosed
      ? []
      : [`"${opening}" is not closed, so all that follows is code; write ${sign} where the code ends.`]),
    ...(language && !unlit.has(language.toLowerCase()) && !isKnownLanguage(language)
      ? [`"${language}" is a language without colors here; write the name of another, or "text".`]
      : []),
    ...(others.length > 0 && language !== 'math'
      ? [`"${others.join(' ')}" does nothing here; remove it, or write title="…" or {lines}.`]
      : []),
  ];
}
