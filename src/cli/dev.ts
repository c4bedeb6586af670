import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { memorySettings } from '../hosts/memory-settings.ts';
import { stop, unknownOption } from '../terminal/options.ts';
import { typed } from '../terminal/typed.ts';
import { replaceProcess } from './replace-process.ts';

const usage = `Usage: ${typed('dev', '[--port 4321] [--host ADDRESS] [--open]')}

Starts the development server: it shows drafts and scheduled posts, reloads on each edit, and displays errors over the
page. This is \`astro dev\` and accepts its options.

  -h, --help  shows this help`;

/** Options of Astro's own commands, which ignore any other one. */
const options = [
  ...['allowed-hosts', 'background', 'base', 'config', 'follow', 'force', 'help', 'host', 'ignore-lock'],
  ...['json', 'mode', 'open', 'outDir', 'port', 'root', 'silent', 'site', 'verbose'],
];

const words = process.argv.slice(2);
const names = words.flatMap((word) => /^--([^=]+)/.exec(word)?.[1] ?? []);
const unknown = names.find((name) => !options.includes(name));
if (words.includes('--help') || words.includes('-h')) console.log(usage);
else if (unknown === undefined) startAstro();
else stop(`${unknownOption(unknown, options)}\n\n${usage}`);

/** The site's own Astro, which takes 435 instead of 680 MB with these settings. */
function startAstro(): void {
  const manifest = createRequire(join(process.cwd(), 'package.json')).resolve('astro/package.json');
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin: { readonly astro: string } };
  const flags = ['--max-semi-space-size=4', '--heap-growing-percent=30'];
  const astro = join(dirname(manifest), bin.astro);
  replaceProcess([...flags, astro, 'dev', ...words], { ...process.env, ...memorySettings });
}
