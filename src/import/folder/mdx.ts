import { asComment, lineAt, type TemplateContext } from './templates.ts';

const listing = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[ \t]*$|`[^`\n]+`/gm;

/** MDX as Markdown: imports go, components and expressions stay as comments, and what components enclose stays. */
export function replaceComponents(body: string, context: TemplateContext): string {
  let done = 0;
  const parts: string[] = [];
  for (const match of body.matchAll(listing)) {
    parts.push(replaceIn(body.slice(done, match.index), lineAt(body, done), context), match[0]);
    done = match.index + match[0].length;
  }
  return [...parts, replaceIn(body.slice(done), lineAt(body, done), context)].join('');
}

const statement = /^(?:import|export)\s[\s\S]*?(?:;[ \t]*$|\n(?=\s*\n)|(?![\s\S]))/gm;
const tag = String.raw`<\/?[A-Z][\w.]*(?:\s+(?:[\w:-]+(?:=(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}))?|\{[^{}]*\}))*\s*\/?>`;
const expression = String.raw`\{(?:[^{}\n]|\{[^{}\n]*\})+\}`;
const code = new RegExp(`${tag}|${expression}`, 'g');

/** What is left out leaves its line ends, so that places in the text stay what they are. */
function replaceIn(text: string, line: number, context: TemplateContext): string {
  return text
    .replace(statement, (whole, at: number, all: string) => {
      if (whole.startsWith('export')) context.lose(whole, line - 1 + lineAt(all, at));
      return whole.replace(/[^\n]+/g, '');
    })
    .replace(/\{\/\*[\s\S]*?\*\/\}/g, (whole) => whole.replace(/[^\n]+/g, ''))
    .replace(code, (whole, at: number, all: string) => {
      const plain = /^\{\s*(["'`])([^"'`$]*)\1\s*\}$/.exec(whole)?.[2];
      if (plain !== undefined) return plain;
      if (/^\{#[\w-]+\}$/.test(whole)) return whole;
      if (!whole.startsWith('</')) context.lose(whole, line - 1 + lineAt(all, at));
      return asComment(whole);
    });
}
