import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findServerCode } from './server-code.ts';

/** `node deploy/copy-server.ts FOLDER`: copies what runs the sidecar for the build of the current folder's site. */
const usage = `Usage: node deploy/copy-server.ts FOLDER

Copies the sidecar's code for dist/ to FOLDER, with a package.json and package-lock.json of the packages that it needs,
which "npm ci" installs there. A Dockerfile calls it.`;
const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || folder.startsWith('-') || rest.length > 0) {
  console.error(usage);
  process.exit(2);
}
const engine = join(import.meta.dirname, '..');
const { files, manifests } = await findServerCode(engine, process.cwd());
for (const file of files) cpSync(join(engine, file), join(folder, file));
for (const [file, text] of Object.entries(manifests)) writeFileSync(join(folder, file), text);
