import { nearestWord } from '../core/text/nearest-word.ts';

/** One command of `agentsite`. */
interface Command {
  /** What it does, in a few words. */
  readonly does: string;
  /** Loads the file of the command. It runs when it is loaded, and reads its words from `process.argv`. */
  readonly load: () => Promise<unknown>;
}

/** What the first word after `agentsite` may be, in the order in which people meet them. */
const commands = {
  init: { does: 'makes the folder of a new site', load: () => import('./init.ts') },
  new: { does: 'makes a new text in content/', load: () => import('./new.ts') },
  dev: { does: 'shows the site while you write', load: () => import('./dev.ts') },
  check: { does: 'says what a build would refuse, and builds nothing', load: () => import('./check.ts') },
  build: { does: 'publishes content/ into dist/', load: () => import('./build.ts') },
  verify: { does: 'looks through dist/ as its host will serve it', load: () => import('./verify.ts') },
  'deploy-files': {
    does: 'writes what publishes the site with a push',
    load: () => import('./deploy-files.ts'),
  },
  publish: { does: 'publishes the site to your server, over ssh', load: () => import('./publish.ts') },
  start: { does: 'builds when needed, and serves everything', load: () => import('./start.ts') },
  doctor: { does: 'examines a live site from outside', load: () => import('./doctor.ts') },
  test: { does: 'asks the site what it promises to programs', load: () => import('./test.ts') },
  import: { does: 'moves a site of WordPress, Ghost or Markdown in', load: () => import('./import.ts') },
} as const satisfies Record<string, Command>;

const usage = `Usage: agentsite COMMAND

${Object.entries(commands)
  .map(([name, { does }]) => `  ${name.padEnd(12)} ${does}`)
  .join('\n')}

agentsite COMMAND --help says more of one of them.`;

/**
 * Runs one command.
 * @param words what follows `agentsite`; the first one is the command
 */
export async function runCommand(words: readonly string[]): Promise<void> {
  const [name = '--help'] = words;
  if (name === '--version' || name === '-v') return console.log(await readVersion());
  if (name === '--help' || name === '-h') return console.log(usage);
  if (!isCommand(name)) {
    const near = nearestWord(name, Object.keys(commands));
    console.error(
      `agentsite has no command "${name}"${near ? `; did you mean "${near}"?` : '.'}\n\n${usage}`,
    );
    process.exitCode = 2;
    return;
  }
  // The command finds its words where it would find them if it had been started alone.
  process.argv.splice(2, 1);
  await commands[name].load();
}

function isCommand(name: string): name is keyof typeof commands {
  return Object.hasOwn(commands, name);
}

async function readVersion(): Promise<string> {
  const { readEngine } = await import('./engine.ts');
  return readEngine().version;
}
