import { asComment, type TemplateContext } from './templates.ts';

const code = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[ \t]*$|`[^`\n]+`/gm;

/** MDX as Markdown: imports go, components and expressions stay as comments, and what components enclose stays. */
export function replaceComponents(body: string, context: TemplateContext): string {
  let done = 0;
  const parts: string[] = [];
  for (const match of body.matchAll(code)) {
    parts.push(replaceIn(body.slice(done, match.index), done, context), match[0]);
    done = match.index + match[0].length;
  }
  return [...parts, replaceIn(body.slice(done), done, context)].join('');
}

function replaceIn(text: string, from: number, context: TemplateContext): string {
  return text
    .replace(/^(?:import|export)\s[\s\S]*?(?:;[ \t]*$|\n(?=\s*\n)|(?![\s\S]))/gm, (whole, at: number) => {
      if (whole.startsWith('export')) context.lose(whole, from + at);
      return '';
    })
    .replace(/\{\/\*[\s\S]*?\*\/\}/g, '')
    .replace(
      /<\/?[A-Z][\w.]*(?:\s+(?:[\w:-]+(?:=(?:"[^"]*"|'[^']*'|\{(?:[^{}]|\{[^{}]*\})*\}))?|\{[^{}]*\}))*\s*\/?>/g,
      (whole, at: number) => {
        if (!whole.startsWith('</')) context.lose(whole, from + at);
        return asComment(whole);
      },
    )
    .replace(/\{((?:[^{}\n]|\{[^{}\n]*\})+)\}/g, (whole, inside: string, at: number) => {
      const plain = /^\s*(["'`])([^"'`$]*)\1\s*$/.exec(inside)?.[2];
      if (plain !== undefined) return plain;
      if (/^#[\w-]+$/.test(inside)) return whole;
      context.lose(whole, from + at);
      return asComment(whole);
    });
}
