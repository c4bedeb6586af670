import { readOptions } from '../../src/terminal/options.ts';

/**
 * The numbers that follow a command, with their defaults in order. `--help` and anything else end the process, as
 * {@link readOptions} describes.
 */
export function readNumbers(usage: string, ...defaults: readonly number[]): readonly number[] {
  const { positionals } = readOptions(usage, {}, true);
  const wrong = positionals.find((word, at) => !/^\d+$/.test(word) || at >= defaults.length);
  if (wrong !== undefined) refuse(`"${wrong}" is not a number that this command takes.`, usage);
  return defaults.map((fallback, at) => Number(positionals[at] ?? fallback));
}

/** Ends the process with a sentence, the usage and status 2. */
export function refuse(sentence: string, usage: string): never {
  console.error(`${sentence}\n\n${usage}`);
  process.exit(2);
}
