import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import { escapeHtml } from '../core/text/plain-text.ts';

/**
 * Code as HTML whose colours are classes, so that one stylesheet themes it and the page needs no inline style:
 *
 *   <pre tabindex="0"><code class="language-ts"><span class="token keyword">const</span> …</code></pre>
 */

loadLanguages.silent = true;

/** Names that people write and Prism knows under another name. */
const aliases: Readonly<Record<string, string>> = {
  console: 'shell-session',
  conf: 'nginx',
  jsonc: 'json5',
  text: 'plain',
  txt: 'plain',
  terminal: 'shell-session',
};

/** Highlights `code`; an unknown or absent language gives escaped plain text. */
export function highlightCode(code: string, language: string | null): string {
  const grammar = language ? findGrammar(language) : null;
  return grammar ? Prism.highlight(code, grammar.grammar, grammar.name) : escapeHtml(code);
}

function findGrammar(language: string): { name: string; grammar: Prism.Grammar } | null {
  const name = aliases[language.toLowerCase()] ?? language.toLowerCase();
  if (!/^[a-z0-9+#-]+$/.test(name) || name === 'extend' || name === 'insertbefore') return null;
  if (!Object.hasOwn(Prism.languages, name)) loadLanguages([name]);
  const grammar = Object.hasOwn(Prism.languages, name) ? Prism.languages[name] : undefined;
  return grammar ? { name, grammar } : null;
}
