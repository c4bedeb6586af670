import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../core/text/nearest-word.ts';
import type { Advice } from './advice.ts';

const themeStyles = join(import.meta.dirname, '../../styles');

/**
 * Remarks on an owner's style sheets, which browsers skip without a word: what is not CSS, properties that don't exist,
 * and custom properties of `:root` that neither the theme nor the owner's styles use.
 * @param files of `customCss`, from the root; those of installed packages are left out
 */
export async function adviseOnStyles(root: string, files: readonly string[]): Promise<Advice[]> {
  const own = files.filter((file) => file.startsWith('.') && existsSync(join(root, file)));
  if (own.length === 0) return [];
  const { lexer, parse, walk } = await import('css-tree');
  const sheets = own.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const used = listCustomProperties(sheets.map(({ text }) => text));
  // An index with all properties, which the types of the package leave out.
  const known = Object.keys((lexer as unknown as { properties: object }).properties);
  return sheets.flatMap(({ file, text }) => {
    const advice: Advice[] = [];
    const add = (at: { line: number; column: number } | undefined, message: string) =>
      advice.push({
        file: `${file.replace('./', '')}:${at?.line ?? 1}:${at?.column ?? 1}`,
        about: 'style',
        message,
      });
    const onParseError = ({ message, line, column }: Error & { line?: number; column?: number }) =>
      add({ line: line ?? 1, column: column ?? 1 }, `is not CSS, and browsers skip it: ${message}.`);
    walk(parse(text, { positions: true, onParseError: onParseError as never }), (node) => {
      if (node.type !== 'Declaration') return;
      const { property, loc } = node;
      const isCustom = property.startsWith('--');
      if (isCustom ? used.has(property) : /^-|^\*/.test(property) || known.includes(property.toLowerCase()))
        return;
      const what = isCustom ? 'is used by neither the theme nor your styles' : 'is not a CSS property';
      add(loc?.start, `${property}: ${what}${didYouMean(property, isCustom ? used : known) || '.'}`);
    });
    return advice;
  });
}

/** Custom properties that styles read, and those that the theme sets: components and scripts may read them. */
function listCustomProperties(own: readonly string[]): ReadonlySet<string> {
  const names = readdirSync(themeStyles).filter((name) => name.endsWith('.css'));
  const theme = names.map((name) => readFileSync(join(themeStyles, name), 'utf8')).join('\n');
  const read = [theme, ...own].flatMap((text) => [...text.matchAll(/var\(\s*(--[\w-]+)/g)]);
  return new Set([...read.map(([, name = '']) => name), ...(theme.match(/--[\w-]+(?=\s*:)/g) ?? [])]);
}
