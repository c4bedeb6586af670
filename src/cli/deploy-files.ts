import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type DeployHost, deployHosts, listDeployFiles } from '../hosts/deploy-files.ts';
import { listLocalPackages, type Manifest } from '../hosts/local-packages.ts';
import { readOptions } from '../terminal/options.ts';
import { typed } from '../terminal/typed.ts';
import { readOwnSite } from './own-site.ts';

/** `agentsite deploy-files`: what a repository needs to be published with a push. */
const usage = `Usage: ${typed('deploy-files', '[HOST] [--force]')}

Writes the files with which a push publishes the site: the workflow for GitHub Actions, and what the host itself reads.
Each workflow installs, checks the content, builds, looks through the build and publishes it; it also runs once a day, so
that a post that is dated in the future appears on its day.

  HOST        ${deployHosts.join(', ')}; default: deploy of site.ts
  --force     writes over files that are there and differ
  -h, --help  this text`;

const { values, positionals } = readOptions(usage, { force: { type: 'boolean', default: false } }, true);
const root = process.cwd();
const host = positionals[0] ?? (await readOwnSite()).deploy;
if (!isHost(host)) stop(`There are no files for "${host}". Name one of ${deployHosts.join(', ')}.`);
const { name = 'site', ...manifest } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Manifest;
const localPackages = listLocalPackages(manifest);
const outside = localPackages.find(({ isOutside }) => isOutside);
if (outside) {
  const copy = `vendor/${basename(outside.path)}`;
  stop(
    `package.json takes ${outside.name} from ${outside.path}. That is outside of this folder, so no clone of the site can install it. Copy it to ${copy}, then run: npm install ./${copy}`,
  );
}
const paths = localPackages.map(({ path }) => path);
const files = Object.entries(listDeployFiles(host, asHostName(name), paths));
const foreign = files.filter(
  ([file, text]) => existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8') !== text,
);
if (foreign.length > 0 && !values.force) {
  stop(
    `These files exist with another content: ${foreign.map(([file]) => file).join(', ')}. --force overwrites them.`,
  );
}
for (const [file, text] of files) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  console.log(file);
}

function isHost(word: string): word is DeployHost {
  return deployHosts.some((known) => known === word);
}

/** The name of the site's package, as hosts take names. */
function asHostName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}
