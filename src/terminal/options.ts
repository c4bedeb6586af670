import { inspect, type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { nearestWord } from '../core/text/nearest-word.ts';

/** Parses a command's arguments. `--help` prints the usage; unknown arguments exit with status 2, uncaught errors with 1. */
export function readOptions<Options extends ParseArgsOptionsConfig>(
  usage: string,
  options: Options,
  allowPositionals = false,
) {
  process.on('uncaughtException', (error) => stop(describeFailure(error), 1));
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(usage);
    process.exit();
  }
  try {
    return parseArgs({ args, options, allowPositionals });
  } catch (error) {
    return stop(`${explain(error, Object.keys(options))}\n\n${usage}`);
  }
}

export function stop(message: string, status = 2): never {
  console.error(message);
  process.exit(status);
}

/** A sentence where the system or SQLite failed, as on a full disk; a stack for everything else, which is a bug. */
export function describeFailure(error: Error): string {
  return 'syscall' in error || 'errcode' in error ? `Stopped: ${error.message}` : inspect(error);
}

/** An error of `parseArgs` as a sentence; suggests the nearest option for an unknown one. */
export function explain(error: unknown, known: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const unknown = /^Unknown option '-{1,2}([^']+)'/.exec(message)?.[1];
  return unknown === undefined ? message : unknownOption(unknown, known);
}

export function unknownOption(name: string, known: readonly string[]): string {
  const nearest = nearestWord(name, known);
  return `There is no option --${name}${nearest === null ? '.' : `; did you mean --${nearest}?`}`;
}
