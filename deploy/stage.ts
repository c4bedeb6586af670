import { hash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { findServerCode } from './server-code.ts';

/**
 * `node deploy/stage.ts STAGING ROOT`: lays out in STAGING what a server needs to serve this build below ROOT. The
 * folder is reused by the next publication: what did not change is not copied or compressed again.
 *
 *     dist/         the build, each text with .br and .gz next to it, stored JSON answers under _wp/ as nginx asks
 *     nginx/        deploy/nginx and the maps of the build, with ROOT instead of SITE_ROOT
 *     sidecar/ src/ deploy/activate                the files that the sidecar consists of
 *     package.json package-lock.json               the packages that it imports
 *     digests       what has to be started or read again when it differs from the release before, see digests()
 */
const usage = `Usage: node deploy/stage.ts STAGING ROOT

Writes to the folder STAGING what a server needs to serve dist/ below the absolute folder ROOT. deploy/publish calls it.`;
const [staging, root, ...rest] = process.argv.slice(2);
if (staging === '--help' || staging === '-h') {
  console.log(usage);
  process.exit();
}
if (!staging || staging.startsWith('-') || !root?.startsWith('/') || rest.length > 0) {
  console.error(usage);
  process.exit(2);
}
const engine = join(import.meta.dirname, '..');
/** The site's folder; the engine's own where it is a site itself. */
const project = process.cwd();
const compressible = /\.(?:html|md|txt|jsonl?|xml|css|js|wasm|svg)$|\/api-catalog$/;
/** Smaller files gain nothing that a packet would show. */
const leastSize = 256;
const required = [
  'client/sitemap.xml',
  'client/llms.txt',
  'client/_errors/404.html',
  'client/wp-json/index.json',
  'server/content.sqlite',
  'server/front.json',
  'server/entry.mjs',
  'server/nginx/site.conf',
];

const missing = required.filter((file) => !existsSync(join(project, 'dist', file)));
if (existsSync(join(project, 'dist/next/commit.json')))
  missing.push('files that a build was moving when it ended');
if (missing.length > 0) {
  console.error(`dist/ is not a complete build, it lacks ${missing.join(', ')}. Run npm run build.`);
  process.exit(1);
}

const wanted = new Map<string, string | Buffer>();
// The configuration goes to nginx/, with the root filled in.
for (const file of filesBelow(join(project, 'dist')))
  if (!/^(?:server\/nginx|next)\//.test(file)) wanted.set(join('dist', file), join(project, 'dist', file));
const code = await findServerCode(engine, project);
for (const file of code.files) wanted.set(file, join(engine, file));
for (const [file, text] of Object.entries(code.manifests)) wanted.set(file, Buffer.from(text));
wanted.set('deploy/activate', join(engine, 'deploy/activate'));
for (const folder of [join(engine, 'deploy/nginx'), join(project, 'dist/server/nginx')]) {
  for (const name of filesBelow(folder)) {
    if (!name.endsWith('.conf') || name === 'agentsite.conf') continue;
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('SITE_ROOT', root);
    wanted.set(join('nginx', name), Buffer.from(text));
  }
}

/** Stored answers by the name under which nginx asks for them. */
const answers = JSON.parse(readFileSync(join(project, 'dist/server/nginx/answers.json'), 'utf8')) as Record<
  string,
  string
>;
const links = new Map(
  Object.entries(answers).map(([file, name]) => [join('dist/client', name), join('dist/client', file)]),
);

const codings = ['br', 'gz'] as const;
const current = new Set(['digests']);
const due: string[] = [];
let copied = 0;
for (const [file, content] of wanted) {
  current.add(file);
  const changed = place(join(staging, file), content);
  if (changed) copied++;
  if (!file.startsWith('dist/client/') || !compressible.test(file)) continue;
  if (readFileSync(join(staging, file)).length < leastSize) continue;
  for (const coding of codings) current.add(`${file}.${coding}`);
  if (changed || codings.some((coding) => !existsSync(join(staging, `${file}.${coding}`)))) due.push(file);
}
const compressed = due.length;
await Promise.all(Array.from({ length: availableParallelism() }, compressNext));

let linked = 0;
for (const [name, file] of links) {
  for (const ending of ['', '.br', '.gz']) {
    if (!current.has(file + ending)) continue;
    current.add(name + ending);
    if (place(join(staging, name + ending), join(staging, file + ending), true)) linked++;
  }
}
const stale = filesBelow(staging).filter((file) => !current.has(file));
for (const file of stale) rmSync(join(staging, file));
place(join(staging, 'digests'), Buffer.from(digests()));
console.log(
  `${wanted.size} files: ${copied} changed, ${compressed} compressed, ${linked} answers linked, ${stale.length} removed`,
);

/** Puts a file where it belongs unless the same bytes are there. Never writes into an existing file: it may be linked. */
function place(target: string, source: string | Buffer, asLink = false): boolean {
  const bytes = typeof source === 'string' ? readFileSync(source) : source;
  if (existsSync(target)) {
    if (readFileSync(target).equals(bytes)) return false;
    rmSync(target);
  }
  mkdirSync(dirname(target), { recursive: true });
  if (typeof source !== 'string') writeFileSync(target, source);
  else if (asLink) linkSync(source, target);
  else copyFileSync(source, target);
  return true;
}

async function compressNext(): Promise<void> {
  for (let file = due.pop(); file !== undefined; file = due.pop()) {
    const path = join(staging ?? '', file);
    const bytes = readFileSync(path);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    for (const ending of codings) rmSync(`${path}.${ending}`, { force: true });
    writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, { params }));
    writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
}

/**
 * Lines of a word and a digest. `settings`: nginx must read its configuration again; `tables`: it may; `code`: the
 * sidecar must start again; `dependencies`: the folder that they are in.
 */
function digests(): string {
  const digest = (files: readonly string[]) => {
    const lines = files
      .toSorted()
      .map((file) => `${file} ${hash('sha256', readFileSync(join(staging ?? '', file)))}`);
    return hash('sha256', lines.join('\n')).slice(0, 16);
  };
  const all = [...wanted.keys()];
  const parts = {
    settings: all.filter((file) => file.startsWith('nginx/') && file !== 'nginx/tables.conf'),
    tables: ['nginx/tables.conf'],
    code: all.filter((file) => /^(?:sidecar|src)\/|^package/.test(file)),
    dependencies: ['package-lock.json'],
  };
  return Object.entries(parts)
    .map(([name, files]) => `${name} ${digest(files)}\n`)
    .join('');
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
