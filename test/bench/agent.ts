import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { layOutProject, projectRoot } from '../helpers/project-copy.ts';
import { startSite } from '../helpers/site-process.ts';
import { deploySite } from '../system/front/deployed-site.ts';
import { Reader, tasks } from './agent-tasks.ts';
import { type AtTheEnd, runBench } from './run-bench.ts';

/**
 * `npm run bench:agent`: what a program that knows only the address pays for four tasks and for a wrong address, on
 * the embedded front and on nginx, over the example site; `npm run bench:agent -- URL`: on a site that runs already.
 * The message of the contact task is not sent. The command fails when a goal is missed.
 */
const given = process.argv[2];

/** Addresses are a good part of the tokens, so both fronts serve what `npm start` publishes. */
const published = { SITE_URL: 'http://localhost:4321' };

await (given === undefined
  ? runBench(['nginx', 'redis-server'], measureFronts)
  : runBench([], () => measure('', given)));

async function measureFronts(atTheEnd: AtTheEnd): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-bench-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const project = join(folder, 'project');
  layOutProject(project, join(projectRoot, 'content'));
  const embedded = await startSite(project, published);
  atTheEnd(embedded.stop);
  await measure('npm start', embedded.url);
  const served = join(folder, 'served');
  mkdirSync(served);
  const deployed = await deploySite({ folder: served, project, environment: published });
  atTheEnd(deployed.stop);
  await measure('nginx', deployed.url);
}

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
