import { asComment, createLineCounter, type TemplateContext } from '../rules/templates.ts';

/** Converts MDX to Markdown: components and expressions become comments, contents of components stay. */
export function replaceComponents(body: string, context: TemplateContext): string {
  const lineAt = createLineCounter(body);
  let done = 0;
  const parts: string[] = [];
  for (const { at, end } of codeIn(body)) {
    parts.push(replaceIn(body.slice(done, at), lineAt(done), context), body.slice(at, end));
    done = end;
  }
  return [...parts, replaceIn(body.slice(done), lineAt(done), context)].join('');
}

/** Fenced and inline code, in order. A fence that is never closed runs to the end. */
function* codeIn(body: string): Generator<{ at: number; end: number }> {
  let fence: { mark: string; at: number } | null = null;
  for (const { 0: line, index } of body.matchAll(/[^\n]*(?:\n|$)/g)) {
    const mark = /^(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark !== fence.mark || line.trim() !== mark) continue;
      yield { at: fence.at, end: index + line.trimEnd().length };
      fence = null;
    } else if (mark !== undefined) fence = { mark, at: index };
    else
      for (const { 0: code, index: from } of line.matchAll(/`[^`\n]+`/g))
        yield { at: index + from, end: index + from + code.length };
  }
  if (fence !== null) yield { at: fence.at, end: body.length };
}

const statement = /^(?:import|export)\s[\s\S]*?(?:;[ \t]*$|\n(?=\s*\n)|(?![\s\S]))/gm;
const tag = String.raw`<\/?[A-Z][\w.]*(?:\s+(?:[\w:-]+(?:=(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}))?|\{[^{}]*\}))*\s*\/?>`;
const expression = String.raw`\{(?:[^{}\n]|\{[^{}\n]*\})+\}`;
const code = new RegExp(`${tag}|${expression}`, 'g');

/** Removed code leaves its line breaks, so that line numbers stay right. */
function replaceIn(text: string, line: number, context: TemplateContext): string {
  const lineOf = createLineCounter(text);
  const plainText = text
    .replace(statement, (whole, at: number) => {
      if (whole.startsWith('export')) context.lose(whole, line - 1 + lineOf(at));
      return whole.replace(/[^\n]+/g, '');
    })
    .replace(/\{\/\*(?:(?!\{\/\*)[\s\S])*?\*\/\}/g, (whole) => whole.replace(/[^\n]+/g, ''));
  const lineIn = createLineCounter(plainText);
  return plainText.replace(code, (whole, at: number) => {
    const plain = /^\{\s*(["'`])([^"'`$]*)\1\s*\}$/.exec(whole)?.[2];
    if (plain !== undefined) return plain;
    if (/^\{#[\w-]+\}$/.test(whole)) return whole;
    if (!whole.startsWith('</')) context.lose(whole, line - 1 + lineIn(at));
    return asComment(whole);
  });
}
