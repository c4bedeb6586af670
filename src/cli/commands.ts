import { didYouMean } from '../core/text/nearest-word.ts';
import { stop } from '../terminal/options.ts';

/** The commands of `agentsite`: a summary, and the file that runs the command when it is loaded. */
const commands = {
  init: ['creates the folder of a new site', () => import('./init.ts')],
  new: ['creates a document in content/', () => import('./new.ts')],
  rename: ['renames a term, author, series or document', () => import('./keep/rename.ts')],
  share: ['gives a draft a secret URL', () => import('./share.ts')],
  embeds: ['fetches what cards of links show', () => import('./embeds.ts')],
  comment: ['adds a comment that arrived by mail', () => import('./mentions/comment.ts')],
  webmentions: ['stores mentions by other sites', () => import('./mentions/webmentions.ts')],
  announce: ['notifies others of what was published', () => import('./mentions/announce.ts')],
  dev: ['starts the development server', () => import('./dev.ts')],
  check: ['checks content/ without building', () => import('./check.ts')],
  build: ['builds the site into dist/', () => import('./build.ts')],
  verify: ['checks every link of the build in dist/', () => import('./verify.ts')],
  'deploy-files': ['writes the files that deploy the site on push', () => import('./deploy-files.ts')],
  publish: ['deploys the site to your server over ssh', () => import('./publish.ts')],
  start: ['builds if needed, and serves the site', () => import('./start.ts')],
  backup: ['writes the site into one file', () => import('./keep/backup.ts')],
  restore: ['unpacks a backup', () => import('./keep/restore.ts')],
  edit: ['serves the editor for browsers and phones', () => import('./edit.ts')],
  readers: ['says who reads the site, from logs', () => import('./readers.ts')],
  doctor: ['examines a live site from outside', () => import('./doctor.ts')],
  test: ['runs the contract suite against a site', () => import('./test.ts')],
  import: ['imports a WordPress, Ghost or Markdown site', () => import('./import.ts')],
} as const satisfies Record<string, readonly [string, () => Promise<unknown>]>;

const usage = `Usage: agentsite COMMAND

${Object.entries(commands)
  .map(([name, [summary]]) => `  ${name.padEnd(12)} ${summary}`)
  .join('\n')}

agentsite COMMAND --help shows the options of a command.`;

export async function runCommand(words: readonly string[]): Promise<void> {
  const [name = '--help'] = words;
  if (name === '--version' || name === '-v')
    return console.log((await import('./engine.ts')).readEngine().version);
  if (name === '--help' || name === '-h') return console.log(usage);
  if (!isCommand(name)) {
    stop(`agentsite has no command "${name}"${didYouMean(name, Object.keys(commands)) || '.'}\n\n${usage}`);
  }
  // Each command reads its arguments from `process.argv`, as if it had been started alone.
  process.argv.splice(2, 1);
  await commands[name][1]();
}

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}
