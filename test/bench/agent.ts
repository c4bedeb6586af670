import { readOptions } from '../../src/terminal/options.ts';
import { Reader, tasks } from './agent-tasks.ts';
import { onBothFronts } from './both-fronts.ts';
import { runBench } from './run-bench.ts';

/**
 * `npm run bench:agent`: what a program that knows only the address pays for four tasks and for a wrong address, on
 * the embedded front and on nginx, over the example site; `npm run bench:agent -- URL`: on a site that runs already.
 * The message of the contact task is not sent. The command fails when a goal is missed.
 */
const { positionals } = readOptions('Usage: npm run bench:agent -- [URL]', {}, true);
const [given] = positionals;

/** Addresses are a good part of the tokens: both fronts name the same one. */
await (given === undefined
  ? runBench(['nginx', 'redis-server'], (atTheEnd) => onBothFronts(atTheEnd, measure))
  : runBench([], () => measure('', given)));

async function measure(front: string, url: string): Promise<void> {
  console.log(`\n${`${front} ${url}`.trim().padEnd(40)}${'requests'.padStart(12)}${'tokens'.padStart(16)}`);
  for (const { name, goal, walk } of tasks) {
    const reader = new Reader(url);
    const failure = await walk(reader).then(
      () => '',
      (error: unknown) => ` ${error instanceof Error ? error.message : error}`,
    );
    const { requests, tokens } = reader;
    const isMissed = failure !== '' || requests > goal.requests || tokens > goal.tokens;
    if (isMissed) process.exitCode = 1;
    const counted = (value: number, most: number) => `${value} of ${most}`;
    console.log(
      name.padEnd(40) +
        counted(requests, goal.requests).padStart(12) +
        counted(tokens, goal.tokens).padStart(16) +
        (isMissed ? `  missed${failure}` : ''),
    );
  }
}
