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

// Lines of HTTP have the classes `header`, `header-name` and `header-value`, which Defuddle leaves out of a document.
Prism.hooks.add('wrap', (env) => {
  env.classes = env.classes?.filter((name) => !name.startsWith('header'));
});

/** Names that GitHub and people know, `name:` and the one that Prism knows. */
const aliases: ReadonlyMap<string, string> = new Map(
  `console:shell-session bash-session:shell-session terminal:shell-session conf:nginx none:plain output:plain ascii:plain
  zsh:bash fish:bash ksh:bash shellscript:bash env:bash dotenv:bash bat:batch cmd:batch pwsh:powershell ps1:powershell posh:powershell nu:bash
  mjs:javascript cjs:javascript es6:javascript node:javascript mts:typescript cts:typescript vue:html svelte:html astro:html
  htm:html xhtml:html phtml:html blade:html plist:xml xsd:xml xsl:xml xaml:xml rss:xml mdx:markdown rmd:markdown rst:rest postcss:css pcss:css styl:stylus jade:pug
  c++:cpp cc:cpp cxx:cpp hpp:cpp hxx:cpp h++:cpp cuda:cpp cu:cpp h:c c#:csharp f#:fsharp fs:fsharp vb.net:vbnet asp:vbnet aspx:aspnet
  objective-c:objectivec objective-c++:objectivec obj-c:objectivec mm:objectivec rs:rust golang:go py3:python python3:python pyw:python
  pycon:python ipython:python rake:ruby irb:ruby pl:perl pm:perl ex:elixir exs:elixir erl:erlang ml:ocaml mli:ocaml el:elisp scm:scheme clj:clojure
  cljs:clojure cljc:clojure edn:clojure jl:julia cr:crystal sbt:scala jsp:java ls:livescript vlang:v gd:gdscript f90:fortran f95:fortran
  delphi:pascal octave:matlab asm:nasm wat:wasm sv:verilog systemverilog:verilog tf:hcl tfvars:hcl terraform:hcl bicepparam:bicep
  jsonl:json ndjson:json json-ld:json jsonld:json geojson:json hjson:json5 jsonc:json5 gql:graphql proto:protobuf mysql:sql psql:sql postgres:sql postgresql:sql
  tsql:sql sqlite:sql make:makefile mk:makefile just:makefile justfile:makefile containerfile:docker compose:yaml cfg:ini gitconfig:ini
  editorconfig:ini service:systemd apache:apacheconf htaccess:apacheconf patch:diff udiff:diff tsv:csv https:http regexp:regex pot:po
  jinja:django j2:django njk:django nunjucks:django viml:vim vimscript:vim idl:web-idl vcl:c`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

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

/** Longer lines, as in minified code, are not highlighted: the grammars take superlinear time. */
const maxLine = 2_000;
const maxCode = 100_000;
const maxQuotes = 1_500;
const longLine = new RegExp(`.{${maxLine}}`);

function isTooLong(code: string, language: string): boolean {
  if (code.length > maxCode || (code.length >= maxLine && longLine.test(code))) return true;
  return (
    !/^json/i.test(language) && code.length > maxQuotes && (code.match(/["'`]/g)?.length ?? 0) > maxQuotes
  );
}

/** Highlights `code`; an unknown or absent language gives escaped plain text. */
export function highlightCode(code: string, language: string | null): string {
  const grammar = language && !isTooLong(code, language) ? findGrammar(language) : null;
  // The languages of fences in Markdown, which Prism colours only when they are loaded.
  if (grammar && nameOf(grammar.name) === 'markdown') {
    for (const [, fenced = ''] of code.matchAll(/^ *(?:`{3,}|~{3,}) *([\w+#-]+)/gm)) findGrammar(fenced);
  }
  return grammar ? Prism.highlight(code, grammar.grammar, grammar.name) : escapeHtml(code);
}

function nameOf(name: string): string {
  return byAlias.get(name) ?? name;
}

/** Loads the languages that a language depends on first, so that output doesn't depend on earlier blocks. */
function load(name: string): void {
  const others = listOf(known[nameOf(name)]?.optional).filter(
    (other) => !Object.hasOwn(Prism.languages, other),
  );
  loadLanguages([...others, name]);
}

/** Has the language colours, or none on purpose? */
export const isKnownLanguage = (language: string): boolean => findGrammar(language) !== null;

function findGrammar(language: string): { name: string; grammar: Prism.Grammar } | null {
  const name = aliases.get(language.toLowerCase()) ?? language.toLowerCase();
  if (!/^[a-z0-9+#-]+$/.test(name) || name === 'extend' || name === 'insertbefore') return null;
  if (!Object.hasOwn(Prism.languages, name)) load(name);
  const grammar = Object.hasOwn(Prism.languages, name) ? Prism.languages[name] : undefined;
  return grammar ? { name, grammar } : null;
}
