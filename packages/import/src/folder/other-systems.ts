/** Generators that are not read, by a file that only they have. */
const systems: readonly (readonly [name: string, file: RegExp, text?: RegExp])[] = [
  ['VitePress', /^(?:docs\/)?\.vitepress\/config\.\w+$/],
  ['VuePress', /^(?:docs\/)?\.vuepress\//],
  ['Docusaurus', /^docusaurus\.config\.\w+$/],
  ['Gatsby', /^gatsby-config\.\w+$/],
  ['Zola', /^(?:config|zola)\.toml$/, /^base_url\s*=/m],
  ['Pelican', /^pelicanconf\.py$/],
  ['Quartz', /^quartz\.(?:config|layout)\.ts$/],
  ['MkDocs', /^mkdocs\.ya?ml$/],
  ['Bridgetown', /^bridgetown\.config\.yml$/],
  ['Nikola', /^conf\.py$/, /\bNIKOLA\b|\bPOSTS\s*=/],
  ['Sphinx', /^(?:docs\/|source\/)?conf\.py$/, /\bextensions\s*=/],
  ['Nanoc', /^nanoc\.ya?ml$/],
  ['Middleman', /^config\.rb$/, /\bactivate\s+:/],
  ['Lektor', /^[^/]+\.lektorproject$/],
  ['Metalsmith', /^metalsmith\.\w+$/],
  ['Nuxt', /^nuxt\.config\.\w+$/],
  ['Next.js', /^next\.config\.\w+$/],
  ['Logseq', /^logseq\/config\.edn$/],
];

/** The generator that a folder is of, if it is one that is not read, and the file that shows it. */
export function findOtherSystem(
  files: readonly string[],
  read: (file: string) => string,
): { readonly name: string; readonly file: string } | null {
  for (const [name, pattern, text] of systems) {
    const file = files.find((path) => pattern.test(path) && (text?.test(read(path)) ?? true));
    if (file !== undefined) return { name, file };
  }
  return null;
}
