import { hash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';
import { ContentError } from 'agentsite/content';
import { digestCode, digestEngine } from 'agentsite/terminal';
import { completeWords } from './sveltia-words.ts';

/**
 * The program of the editor: `@sveltia/cms` bundled with `start.ts`. Fonts, languages and
 * decoders are files next to it. Bundled once for each version and kept in the cache of the site.
 */

/** The folder of this package. */
const own = join(import.meta.dirname, '../..');
const fileOf = (name: string) => join(import.meta.dirname, `${name}${extname(import.meta.filename)}`);

/** Where the package behaves differently here, by its minified code. */
const replacements: readonly (readonly [from: RegExp, to: string])[] = [
  // The formats of `kept-file.ts` read and write line endings and the end of a file as they are.
  [/\b(\w+)=\1\.trim\(\)\.replace\(\/\\r\\n\?\/g,`\n`\);/, ''],
  [/return`\$\{\(await (\w+)\((\w+)\)\)\.trim\(\)\}\\n`/, 'return await $1($2)'],
  // Dates without seconds, or without a time, are in the site's zone; one changes when what the form shows of it does.
  [/(\w+)=(\(0,\w+\.default\))\(e,(\w+)\)\.tz\(/, '$1=$2(e,$3.slice(0,e.length)).tz('],
  [
    /(\w+)\.getTime\(\)!==\w+\.getTime\(\)(?=:.*?(\w+)=\(\{currentValue:e,fieldConfig:t,timeZone:n\}\)=>\{let\{dateOnly)/,
    '[e,t].map(v=>$2({currentValue:v,fieldConfig:n,timeZone:n.input_timezone})).some((v,i,all)=>v!==all[0])',
  ],
  // What follows titles in lists is that of the last save.
  [/await \w+\(\{type:`preSave`,entry:(\w+),/, 'globalThis.noteStates(Object.values($1.locales)),$&'],
  // It says in the language of the site what another author did, and offers no way to overwrite that.
  [/`save_conflict`,\{cause:\w+\}/, '`saving_failed`,{cause:Error(globalThis.explainConflict())}'],
  [
    /(=\(\{type:\w+,entry:\w+\},\w+\)=>\{)(?=if\(\w+===`deleted`\)return)/,
    '$1return{description:globalThis.explainConflict(),warning:""};',
  ],
  [/\{\w+\(\w+\)\.type===`modified`&&\w+\(\w+\)\}/, '{}'],
  // The list of a kind has the documents of all folders.
  [/(subfolders:\w+\}=\w+,(\w+)=\w+\(\w+\);)return (\w+)\.filter/, '$1if(!$2)return $3;return $3.filter'],
  // Phones name every photo `image.jpg`: names of files of the same save are taken, too.
  [
    /(savingAssets:(\w+),encodingEnabled.{0,600}?\{assetNamesInSameFolder:)(\w+)\}/,
    '$1[...$3,...$2.map(a=>a.name)]}',
  ],
  // A save waits for photos that are being converted.
  [
    /for\(;(\w+)\.size;\)await Promise\.allSettled\(\1\)/,
    'for(;$1.size||document.querySelector(".empty.processing");)await Promise.allSettled([...$1,new Promise(r=>setTimeout(r,50))])',
  ],
];

/** Fonts of its style sheet, which come from this site. */
const foreignFont = /https:\/\/cdn\.jsdelivr\.net\/fontsource\/fonts\/([\w-]+)[:@][^)]*/g;

/** Languages that code blocks of the form are highlighted in; the package has 330, which take 9 MB. */
const highlighted =
  /^@shikijs\/langs\/(?:bash|css|diff|html|http|ini|javascript|json|jsx|markdown|nginx|php|python|ruby|rust|go|shellscript|sql|toml|tsx|typescript|xml|yaml)$/;

/**
 * The folder of the bundled program.
 * @throws ContentError where the package is missing or another than the tested one, with the command that installs it
 */
export async function bundleEditor(root: string): Promise<string> {
  const cms = folderOf('@sveltia/cms');
  const entry = join(cms, 'npm/index.js');
  const code = readFileSync(entry, 'utf8');
  const digests = [digestEngine(['src/core/text']), digestCode(own, ['src']), code];
  const digest = hash('sha256', digests.join('\n')).slice(0, 16);
  const cache = join(root, 'node_modules/.cache/agentsite/editor');
  const folder = join(cache, digest);
  if (existsSync(folder)) return folder;
  const temporary = `${folder}.${process.pid}`;
  const assets = readdirSync(join(cms, 'npm/assets')).filter((file) => !file.endsWith('.map'));
  const adapted = adapt(code, assets) ?? refuse('has another version of @sveltia/cms than the tested one.');
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: { editor: fileOf('start'), 'sign-in': fileOf('sign-in'), review: fileOf('../proposals/review') },
    platform: 'browser',
    logLevel: 'silent',
    plugins: [
      {
        name: 'agentsite:editor',
        resolveId: (id) => {
          if (id === '@sveltia/cms') return entry;
          return id.startsWith('@shikijs/langs/') && !highlighted.test(id) ? '\0no-language' : null;
        },
        load: (id) => {
          if (id === entry) return adapted;
          const [, locale] = /@sveltia\/cms\/locales\/([\w-]+)\.json$/.exec(id.replaceAll('\\', '/')) ?? [];
          if (locale) return { code: completeWords(locale, readFileSync(id, 'utf8')), moduleType: 'json' };
          return id === '\0no-language' ? 'export default [];' : null;
        },
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

/** The code of the package as it is bundled; null where it lacks a place or a font. */
export function adapt(text: string, assets: readonly string[]): string | null {
  const fileOf = (font: string) =>
    assets.find((name) => name.startsWith(`${font}-`) && name.endsWith('.woff2'));
  const fonts = Array.from(text.matchAll(foreignFont), ([, font = '']) => font);
  if (replacements.some(([from]) => !from.test(text)) || !fonts.every(fileOf)) return null;
  return replacements
    .reduce((code, [from, to]) => code.replace(from, to), text)
    .replace(foreignFont, (_, font: string) => `./assets/${fileOf(font)}`);
}

/** The folder of a package that this one depends on. */
function folderOf(name: string): string {
  const paths = createRequire(import.meta.filename).resolve.paths(name) ?? [];
  const folder = paths.map((path) => join(path, name)).find((path) => existsSync(join(path, 'package.json')));
  return folder ?? refuse(`misses its package ${name}. Run: npm install`);
}

function refuse(message: string): never {
  throw new ContentError([{ file: 'package.json', line: 1, column: 1, field: 'agentsite-editor', message }]);
}
