import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SettingsError } from './settings-error.ts';

const files = ['astro.config.mjs', 'astro.config.js', 'astro.config.ts'] as const;
/** A key of the configuration, not of an object within it: `markdown: {` or `markdown,` after two spaces at most. */
const key = /^(?:\t| {0,2}|.*\bdefineConfig\(\{(?:.*[,\s])?)markdown\s*[:,]/m;

/**
 * Refuses `markdown` in `astro.config.mjs`. Astro doesn't compile the documents, so it would do nothing; and Astro asks for
 * another package before an integration sees the settings.
 * @throws SettingsError with the line
 */
export function refuseMarkdownSettings(root: string): void {
  const file = files.find((name) => existsSync(join(root, name)));
  if (file === undefined) return;
  const text = readFileSync(join(root, file), 'utf8');
  const found = key.exec(
    text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ' ')),
  );
  if (!found) return;
  const lines = text.slice(0, found.index + found[0].lastIndexOf('markdown')).split('\n');
  const at = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
  const message =
    'would do nothing, since Astro does not compile the documents. Put plugins of remark and rehype into site.ts, as `plugins: [definePlugin({ name: "markdown", setup: () => ({ remarkPlugins: [ … ], rehypePlugins: [ … ] }) })]` with `definePlugin` of agentsite/plugin; punctuation, formulas and emoji are its settings `smartPunctuation`, `math` and `emoji`. Then remove it here.';
  throw new SettingsError(file, text, [{ path: ['markdown'], message, at }]);
}
