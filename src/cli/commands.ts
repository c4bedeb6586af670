import { explainMissing, loadAddOn, readEngine } from '../add-ons/add-ons.ts';
import type { PluginRow } from '../core/model/settings/plugins.ts';
import { type AddOnName, addOnCommands, type engineCommands } from '../core/model/site-packages.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import { locateModule } from '../plugins/locate-module.ts';
import { isSiteFolder, readSite } from '../settings/read-site.ts';
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
} as const satisfies Record<(typeof engineCommands)[number], readonly [string, () => Promise<unknown>]>;

type PluginCommands = PluginRow['commands'];

const addOns = Object.entries(addOnCommands) as [AddOnName, readonly string[]][];

export async function runCommand(words: readonly string[]): Promise<void> {
  const [name = '--help'] = words;
  if (name === '--version' || name === '-v') return console.log(readEngine().version);
  if (name === '--help' || name === '-h') return console.log(await describeCommands());
  // Each command reads its arguments from `process.argv`, as if it had been started alone.
  process.argv.splice(2, 1);
  if (isIn(commands, name)) return void (await commands[name][1]());
  const root = process.cwd();
  const [addOn] = addOns.find(([, names]) => names.includes(name)) ?? [];
  const refuse = (error: Error) => stop(error.message, 1);
  const own = await (addOn ? listAddOnCommands(addOn) : listOwnCommands()).catch(refuse);
  const found = own[name];
  if (found) return runModule(name, locateModule(found.module, root));
  if (addOn) stop(explainMissing(`agentsite ${name}`, root, addOn), 1);
  const known = [...Object.keys({ ...commands, ...own }), ...addOns.flatMap(([, names]) => names)];
  stop(`agentsite has no command "${name}"${didYouMean(name, known) || '.'}\n\n${await describeCommands()}`);
}

async function runModule(name: string, url: string): Promise<void> {
  try {
    await import(url);
  } catch (error) {
    if (process.env.DEBUG) throw error;
    stop(`agentsite ${name} failed: ${error instanceof Error ? error.message : error}`, 1);
  }
}

/** Those of a package, which is a plugin; none where it is not installed. */
const listAddOnCommands = async (name: AddOnName): Promise<PluginCommands> =>
  (await loadAddOn(process.cwd(), name))?.commands ?? {};

/** Those of the plugins of the site in this folder; none for settings that can't be used. */
async function listOwnCommands(): Promise<PluginCommands> {
  const root = process.cwd();
  if (!isSiteFolder(root)) return {};
  const { plugins = [] } = await readSite(root, undefined);
  return Object.assign({}, ...plugins.map((plugin) => plugin.commands));
}

async function describeCommands(): Promise<string> {
  const line = (name: string, summary: string) => `  ${name.padEnd(12)} ${summary}\n`;
  const all = Object.entries(commands).map(([name, [summary]]) => line(name, summary));
  for (const [addOn, names] of addOns) {
    const installed = await listAddOnCommands(addOn);
    for (const name of names) all.push(line(name, installed[name]?.summary ?? `needs the package ${addOn}`));
  }
  const own = Object.entries(await listOwnCommands().catch((): PluginCommands => ({}))).filter(
    ([name]) => !addOns.some(([, names]) => names.includes(name)),
  );
  const plugins = own.map(([name, { summary }]) => line(name, summary)).join('');
  return `Usage: agentsite COMMAND

${all.join('')}${plugins && `\nOf plugins of this site:\n${plugins}`}
agentsite COMMAND --help shows the options of a command.`;
}

function isIn<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return Object.hasOwn(table, name);
}
