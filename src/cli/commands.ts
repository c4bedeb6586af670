import { explainMissing, loadAddOn, readEngine } from '../add-ons/add-ons.ts';
import type { AddOnName } from '../core/model/site-packages.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import { stop } from '../terminal/options.ts';

/** The commands of `agentsite`: a summary, and the file that runs the command when it is loaded. */
const commands = {
  new: ['creates a document in content/', () => import('./new.ts')],
  rename: ['renames a term, author, series or document', () => import('./keep/rename.ts')],
  share: ['gives a draft a secret URL', () => import('./share.ts')],
  dev: ['starts the development server', () => import('./dev.ts')],
  check: ['checks content/ without building', () => import('./check.ts')],
  build: ['builds the site into dist/', () => import('./build.ts')],
  verify: ['checks every link of the build in dist/', () => import('./verify.ts')],
  'deploy-files': ['writes the files that deploy the site on push', () => import('./deploy-files.ts')],
  publish: ['deploys the site to your server over ssh', () => import('./publish.ts')],
  start: ['builds if needed, and serves the site', () => import('./start.ts')],
  backup: ['writes the site into one file', () => import('./keep/backup.ts')],
  restore: ['unpacks a backup', () => import('./keep/restore.ts')],
} as const satisfies Record<string, readonly [string, () => Promise<unknown>]>;

/** Those of packages that only some sites install: a summary, and the package, which exports `commands/NAME`. */
const addOnCommands = {
  init: ['creates the folder of a new site', 'create-agentsite'],
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
  if (name === '--help' || name === '-h') return console.log(usage);
  // Each command reads its arguments from `process.argv`, as if it had been started alone.
  process.argv.splice(2, 1);
  if (isIn(commands, name)) await commands[name][1]();
  else if (isIn(addOnCommands, name)) await runAddOn(name, addOnCommands[name][1]);
  else {
    const known = Object.keys({ ...commands, ...addOnCommands });
    stop(`agentsite has no command "${name}"${didYouMean(name, known) || '.'}\n\n${usage}`);
  }
}

async function runAddOn(command: string, name: AddOnName): Promise<void> {
  const root = process.cwd();
  const found = await loadAddOn(root, name, `commands/${command}`);
  if (!found) stop(explainMissing(`agentsite ${command}`, root, name), 1);
}

function isIn<Table extends object>(table: Table, name: PropertyKey): name is keyof Table {
  return Object.hasOwn(table, name);
}
