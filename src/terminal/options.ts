import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { nearestWord } from '../core/text/nearest-word.ts';

/**
 * Reads the arguments of a command. `--help` prints the usage and ends; what is not understood is said in a
 * sentence, with the usage, and ends with status 2.
 */
export function readOptions<Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  allowPositionals = false,
) {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage);
    process.exit();
  }
  try {
    return parseArgs({ args, options, allowPositionals });
  } catch (error) {
    console.error(`${explain(error, Object.keys(options))}\n\n${usage}`);
    return process.exit(2);
  }
}

/** What `parseArgs` refuses, as a sentence; for an unknown option with the nearest one. */
export function explain(error: unknown, known: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '-{1,2}([^']+)'/.exec(message)?.[1];
  return unknown === undefined ? message : unknownOption(unknown, known);
}

/** A sentence that suggests the nearest option. */
export function unknownOption(name: string, known: readonly string[]): string {
  const nearest = nearestWord(name, known);
  return `There is no option --${name}${nearest === null ? '.' : `; did you mean --${nearest}?`}`;
}
