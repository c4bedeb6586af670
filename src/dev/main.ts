import { mkdirSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readOptions } from '../cli/options.ts';

/**
 * `npm run dev`: the site as it will be, at once after each edit, with drafts and scheduled posts. Run by Node's
 * `--watch`, which starts it anew when its own code changes; the theme and the content it watches itself.
 */
const usage = `Usage: npm run dev -- [--port 4321]

Serves every address of the site on this machine, drafts and scheduled posts included, and shows each edit in the
browser at once. What has to be mended is said here and in the browser. Nothing of it gets into dist/.

  --port      the port to listen on; else PORT in the environment; else 4321, or the next one that is free
  -h, --help  this text

NO_COLOR turns colours off.`;

const { values } = readOptions(usage, { port: { type: 'string' } });
const root = process.cwd();
const folder = join(root, '.dev');
mkdirSync(join(folder, 'theme'), { recursive: true });
mkdirSync(join(folder, 'pictures'), { recursive: true });
enableCompileCache(join(root, 'node_modules/.cache/node'));
const { serve } = await import('./serve.ts');
const { findSettings } = await import('../settings/read-site.ts');
try {
  // Node watches what is imported under its plain address; what is wrong with the file is said when it is read.
  await import(pathToFileURL(join(root, findSettings(root))).href).catch(() => undefined);
  await serve(root, folder, values.port ?? process.env.PORT);
} catch (error) {
  // A port that is taken, settings that cannot be used: a sentence is enough.
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
