import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unknownOption } from '../../terminal/options.ts';

/** Options of Astro's own commands, which ignore any other one. */
const options = [
  ...['allowed-hosts', 'background', 'base', 'config', 'follow', 'force', 'help', 'host', 'ignore-lock'],
  ...['json', 'mode', 'open', 'outDir', 'port', 'root', 'silent', 'site', 'verbose'],
];

/** Runs a command of the site's own Astro in this process. @param usage replaces Astro's help */
export async function runAstro(command: string, usage: string): Promise<void> {
  const words = process.argv.slice(2);
  if (words.includes('--help') || words.includes('-h')) return console.log(usage);
  const names = words.map((word) => /^--([^=]+)/.exec(word)?.[1]);
  const unknown = names.find((name) => name !== undefined && !options.includes(name));
  if (unknown !== undefined) {
    console.error(`${unknownOption(unknown, options)}\n\n${usage}`);
    process.exit(2);
  }
  const manifest = createRequire(join(process.cwd(), 'package.json')).resolve('astro/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: { readonly astro: string } };
  process.argv.splice(2, words.length, command, ...words);
  await import(pathToFileURL(join(dirname(manifest), bin.astro)).href);
}
