import type { Program } from '../helpers/programs.ts';
import { installMissing } from '../install-programs.ts';

/** Remembers how to end something that was started, or to remove something that was made. */
export type AtTheEnd = (end: () => unknown) => void;

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/**
 * Runs a benchmark: first installs the programs that it needs and that are missing, as `npm test` does; where it may not,
 * it says the line that installs them and starts nothing. However `work` ends, by its own end, an error or a signal, whatever it has handed
 * to `atTheEnd` is done, the newest first.
 */
export async function runBench(
  needs: readonly Program[],
  work: (atTheEnd: AtTheEnd) => Promise<void>,
): Promise<void> {
  installMissing(needs);
  const ends: (() => unknown)[] = [];
  const cleanUp = async () => {
    for (let end = ends.pop(); end; end = ends.pop()) {
      try {
        await end();
      } catch (error) {
        console.error(error);
      }
    }
  };
  for (const signal of signals) {
    process.once(signal, () => void cleanUp().then(() => process.exit(1)));
  }
  try {
    await work((end) => ends.push(end));
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
  }
  await cleanUp();
  // A connection that is kept alive would keep the command.
  process.exit();
}
