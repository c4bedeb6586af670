import { explainMissing, loadAddOn, readEngine } from '../add-ons/add-ons.ts';
import type { PluginRow } from '../core/model/settings/plugins.ts';
import type { AddOnName } from '../core/model/site-packages.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import { locateModule } from '../plugins/locate-module.ts';
import { stop } from '../terminal/options.ts';

/** The commands of `agentsite`: a summary, and the file that runs the command when it is loaded. */
const commands = {
  new: ['creates a document in content/', () => import('./new.ts')],
  rename: ['renames a term, author, series or document', () => import('./keep/rename.ts')],
  plugin: ['creates the folder of a plugin', () => import('./plugin.ts')],
  share: ['gives a draft a secret URL', () => import('./share.ts')],
  dev: ['starts the development server', () => import('./dev.ts')],
  check: ['checks content/ without building', () => import('./check.ts')],
  build: ['builds the site into dist/', () => import('./build.ts')],
  verify: ['checks every link of the build in dist/', () => import('./verify.ts')],
  publish: ['deploys the site to your server over ssh', () => import('./publish.ts')],
  start: ['builds if needed, and serves the site', () => import('./start.ts')],
  backup: ['writes the site into one file', () => import('./keep/backup.ts')],
  restore: ['unpacks a backup', () => import('./keep/restore.ts')],
} as const satisfies Record<string, readonly [string, () => Promise<unknown>]>;

/** Those of packages that only some sites install: a summary, and the package, which exports `commands/NAME`. */
const addOnCommands = {
  init: ['creates the folder of a new site', 'create-agentsite'],
  'deploy-files': ['writes the files that deploy the site on push', 'create-agentsite'],
  embeds: ['fetches what cards of links show', 'agentsite-mentions'],
  comment: ['adds a comment that arrived by mail', 'agentsite-mentions'],
  webmentions: ['stores mentions by other sites', 'agentsite-mentions'],
  announce: ['notifies others of what was published', 'agentsite-mentions'],
  edit: ['serves the editor for browsers and phones', 'agentsite-editor'],
  readers: ['says who reads the site, from logs', 'agentsite-readers'],
  doctor: ['examines a live site from outside', 'agentsite-doctor'],
  test: ['runs the contract suite against a site', 'agentsite-contract'],
  import: ['imports a WordPress, Ghost or Markdown site', 'agentsite-import'],
} as const satisfies Record<string, readonly [string, AddOnName]>;

const usage = `Usage: agentsite COMMAND

${Object.entries({ ...commands, ...addOnCommands })
  .map(([name, [summary]]) => `  ${name.padEnd(12)} ${summary}`)
  .join('\n')}

agentsite COMMAND --help shows the options of a command.`;

export async function runCommand(words: readonly string[]): Promise<void> {
  const [name = '--help'] = words;
  if (name === '--version' || name === '-v') return console.log(readEngine().version);
  if (name === '--help' || name === '-h') return console.log(usage + (await describePlugins()));
  // Each command reads its arguments from `process.argv`, as if it had been started alone.
  process.argv.splice(2, 1);
  if (isIn(commands, name)) await commands[name][1]();
  else if (isIn(addOnCommands, name)) await runAddOn(name, addOnCommands[name][1]);
  else {
    const own = await listPluginCommands();
    const command = own[name];
    if (command) return void (await import(locateModule(command.module, process.cwd())));
    const known = Object.keys({ ...commands, ...addOnCommands, ...own });
    stop(`agentsite has no command "${name}"${didYouMean(name, known) || '.'}\n\n${usage}`);
  }
}

async function runAddOn(command: string, name: AddOnName): Promise<void> {
  const root = process.cwd();
  const found = await loadAddOn(root, name, `commands/${command}`);
  if (!found) stop(explainMissing(`agentsite ${command}`, root, name), 1);
}

/** Those of the plugins of the site in this folder; none for settings that can't be used. */
async function listPluginCommands(): Promise<PluginRow['commands']> {
  const { isSiteFolder, readSite } = await import('../settings/read-site.ts');
  if (!isSiteFolder(process.cwd())) return {};
  const { plugins = [] } = await readSite(process.cwd(), undefined);
  return Object.assign({}, ...plugins.map((plugin) => plugin.commands));
}

async function describePlugins(): Promise<string> {
  const own = Object.entries(await listPluginCommands().catch(() => ({})));
  const lines = own.map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`);
  return lines.length === 0 ? '' : `\n\nOf plugins of this site:\n${lines.join('\n')}`;
}

function isIn<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return Object.hasOwn(table, name);
}
