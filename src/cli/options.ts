import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

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
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage}`);
    return process.exit(2);
  }
}
