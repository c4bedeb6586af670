import Prism from 'prismjs';
import loadLanguages from 'prismjs/components/index.js';
import components from 'prismjs/components.js';
import { escapeHtml } from '../../../core/text/plain-text.ts';

/**
 * Code as HTML whose colours are classes, so that one stylesheet themes it and the page needs no inline style:
 *
 *   <pre tabindex="0"><code class="language-ts"><span class="token keyword">const</span> …</code></pre>
 */

loadLanguages.silent = true;

/** Prism loads a language again after one that it builds on, and would call its hooks once more for each time. */
const addHook: typeof Prism.hooks.add = Prism.hooks.add;
Prism.hooks.add = (name: string, hook: Prism.hooks.HookCallback) => {
  const hooks = Prism.hooks.all[name] ?? [];
  const earlier = hooks.findIndex((other) => String(other) === String(hook));
  if (earlier < 0) addHook(name, hook);
  else hooks[earlier] = hook;
};

/** Names that people write and Prism knows under another name. */
const aliases: Readonly<Record<string, string>> = {
  console: 'shell-session',
  conf: 'nginx',
  jsonc: 'json5',
  text: 'plain',
  txt: 'plain',
  terminal: 'shell-session',
};

/** What Prism knows of its languages: other names, and languages that one speaks when they are loaded as well. */
interface PrismLanguage {
  readonly alias?: string | readonly string[];
  readonly optional?: string | readonly string[];
}
const known = components.languages as Readonly<Record<string, PrismLanguage>>;
const listOf = (value: string | readonly string[] | undefined) => [value ?? []].flat();
const byAlias = new Map(
  Object.entries(known).flatMap(([name, { alias }]) => listOf(alias).map((other) => [other, name] as const)),
);

/** Highlights `code`; an unknown or absent language gives escaped plain text. */
export function highlightCode(code: string, language: string | null): string {
  const grammar = language ? findGrammar(language) : null;
  // The languages of fences in Markdown, which Prism colours only when they are loaded.
  if (grammar && nameOf(grammar.name) === 'markdown') {
    for (const [, fenced = ''] of code.matchAll(/^ *(?:`{3,}|~{3,}) *([\w+#-]+)/gm)) findGrammar(fenced);
  }
  return grammar ? Prism.highlight(code, grammar.grammar, grammar.name) : escapeHtml(code);
}

function nameOf(name: string): string {
  return byAlias.get(name) ?? name;
}

/**
 * Loads a language after those that it speaks when they are loaded, so that what a block looks like does not depend
 * on the blocks before it.
 */
function load(name: string): void {
  const others = listOf(known[nameOf(name)]?.optional).filter(
    (other) => !Object.hasOwn(Prism.languages, other),
  );
  loadLanguages([...others, name]);
}

function findGrammar(language: string): { name: string; grammar: Prism.Grammar } | null {
  const name = aliases[language.toLowerCase()] ?? language.toLowerCase();
  if (!/^[a-z0-9+#-]+$/.test(name) || name === 'extend' || name === 'insertbefore') return null;
  if (!Object.hasOwn(Prism.languages, name)) load(name);
  const grammar = Object.hasOwn(Prism.languages, name) ? Prism.languages[name] : undefined;
  return grammar ? { name, grammar } : null;
}
