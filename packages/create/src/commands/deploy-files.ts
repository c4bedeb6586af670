import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { explainMissing, isSiteFolder, readOwnSite } from 'agentsite/content';
import { packageName } from 'agentsite/model';
import { readOptions, stop, typed } from 'agentsite/terminal';
import { deployHosts, isDeployHost, listDeployFiles } from '../deploy/deploy-files.ts';
import { listLocalPackages, type Manifest } from '../deploy/local-packages.ts';

const usage = `Usage: ${typed('deploy-files', '[HOST] [--force]')}

Writes the files that deploy the site on push: the GitHub Actions workflow, and the configuration of the host. Each
workflow installs, checks the content, builds, verifies the build and deploys it. It also runs once a day, so that
scheduled posts appear on their day.

  HOST        ${deployHosts.join(', ')}; default: deploy in site.ts
  --force     overwrites files that differ
  -h, --help  shows this help`;

const { values, positionals } = readOptions(usage, { force: { type: 'boolean', default: false } }, true);
const root = process.cwd();
const site = isSiteFolder(root) || positionals.length === 0 ? await readOwnSite() : null;
const host = positionals[0] ?? site?.deploy ?? '';
if (!isDeployHost(host)) stop(`No files for "${host}". Choose one of ${deployHosts.join(', ')}.`);
const { name = 'site', ...manifest } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Manifest;
const localPackages = listLocalPackages(manifest);
const outside = localPackages.find(({ isOutside }) => isOutside);
if (outside) {
  const copy = `vendor/${basename(outside.path)}`;
  stop(
    `package.json installs ${outside.name} from ${outside.path}. That is outside of this folder, so no clone of the site can install it. Copy it to ${copy}, then run: npm install ./${copy}`,
  );
}
const paths = localPackages.map(({ path }) => path);
const later = (site?.plugins ?? []).filter(({ afterPublish }) => afterPublish !== null);
const after = later.length === 0 ? null : later.flatMap(({ secrets }) => secrets);
const files = Object.entries(listDeployFiles(host, packageName(name), paths, after));
const foreign = files.filter(
  ([file, text]) => existsSync(join(root, file)) && readFileSync(join(root, file), 'utf8') !== text,
);
if (foreign.length > 0 && !values.force) {
  stop(`These files exist and differ: ${foreign.map(([file]) => file).join(', ')}. --force overwrites them.`);
}
for (const [file, text] of files) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
  console.log(file);
}
// Workflows install what package.json lists.
const listed = { ...manifest.dependencies, ...manifest.devDependencies };
for (const [command, addOn] of [
  ['doctor', 'agentsite-doctor'],
  ['test', 'agentsite-contract'],
] as const) {
  const isRun = files.some(([, text]) => text.includes(`npx agentsite ${command}`));
  if (isRun && !(addOn in listed)) console.error(explainMissing('The workflow', root, addOn));
}
