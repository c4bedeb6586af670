import { hash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeFile } from '../content/read/code-digest.ts';
import { findPackage } from './packages.ts';

/**
 * The program of the editor: `@sveltia/cms`, which the site installs, bundled with `start.ts`. Fonts, languages and
 * decoders are files next to it. Bundled once for each version and kept in the cache of the site.
 */

/** Where the package behaves differently here, by its minified code. A version without these places is refused. */
const replacements: readonly (readonly [from: RegExp, to: string])[] = [
  // The formats of `kept-file.ts` read and write line endings and the end of a file as they are.
  [/\b(\w+)=\1\.trim\(\)\.replace\(\/\\r\\n\?\/g,`\n`\);/, ''],
  [/return`\$\{\(await (\w+)\((\w+)\)\)\.trim\(\)\}\\n`/, 'return await $1($2)'],
];

/** Fonts of its style sheet, which come from this site. */
const foreignFont = /https:\/\/cdn\.jsdelivr\.net\/fontsource\/fonts\/([\w-]+)[:@][^)]*/g;

/** Languages that code blocks of the form are highlighted in; the package has 330, which take 9 MB. */
const highlighted =
  /^@shikijs\/langs\/(?:bash|css|diff|html|http|ini|javascript|json|jsx|markdown|nginx|php|python|ruby|rust|go|shellscript|sql|toml|tsx|typescript|xml|yaml)$/;

/**
 * The folder of the bundled program.
 * @throws MissingPackage
 */
export async function bundleEditor(root: string): Promise<string> {
  const cms = findPackage(root, '@sveltia/cms');
  const start = codeFile('src/editor/start');
  const entry = join(cms, 'npm/index.js');
  const code = [
    'start',
    'kept-file',
    'kept-yaml',
    'kept-body',
    'kept-lines',
    'own-server',
    'sign-in',
    'bundle',
  ].map((name) => readFileSync(start.replace(/start(?=\.\w+$)/, name)));
  const digest = hash('sha256', Buffer.concat([readFileSync(join(cms, 'package.json')), ...code])).slice(
    0,
    16,
  );
  const cache = join(root, 'node_modules/.cache/agentsite/editor');
  const folder = join(cache, digest);
  if (existsSync(folder)) return folder;
  const temporary = `${folder}.${process.pid}`;
  const assets = readdirSync(join(cms, 'npm/assets')).filter((file) => !file.endsWith('.map'));
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: { editor: start, 'sign-in': start.replace(/start(?=\.\w+$)/, 'sign-in') },
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'agentsite:editor',
        resolveId: (id) => {
          if (id === '@sveltia/cms') return entry;
          return id.startsWith('@shikijs/langs/') && !highlighted.test(id) ? '\0no-language' : null;
        },
        load: (id) => (id === '\0no-language' ? 'export default [];' : null),
        transform: (text, id) => (id === entry ? adapt(text, assets) : null),
      },
    ],
  });
  await bundle.write({ dir: temporary, format: 'esm', minify: true, entryFileNames: '[name].js' });
  await bundle.close();
  for (const name of assets) cpSync(join(cms, 'npm/assets', name), join(temporary, 'assets', name));
  for (const name of readdirSync(cache).filter((other) => !/\.\d+$/.test(other)))
    rmSync(join(cache, name), { recursive: true, force: true });
  renameSync(temporary, folder);
  return folder;
}

function adapt(text: string, assets: readonly string[]): string {
  const replaced = replacements.reduce((code, [from, to]) => {
    if (!from.test(code)) throw new Error(`This version of @sveltia/cms has no place for ${from}.`);
    return code.replace(from, to);
  }, text);
  return replaced.replace(foreignFont, (_, font: string) => {
    const file = assets.find((name) => name.startsWith(`${font}-`) && name.endsWith('.woff2'));
    if (!file) throw new Error(`@sveltia/cms comes without the font ${font}.`);
    return `./assets/${file}`;
  });
}
