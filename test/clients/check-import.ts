import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readOptions } from '../../src/terminal/options.ts';
import { runBench } from '../bench/run-bench.ts';
import { refuse } from '../helpers/command-words.ts';
import { layOutOwnSite } from '../helpers/own-site.ts';
import { startSite } from '../helpers/site-process.ts';
import {
  checkBodies,
  checkComments,
  checkFiles,
  checkHidden,
  checkObjects,
  checkQueryFeeds,
  checkUrls,
} from './import-check/checks.ts';
import { readRecording } from './import-check/recording.ts';
import { Tally } from './import-check/tally.ts';

/**
 * `npm run check:import -- FOLDER [REPORT]`: imports a recorded WordPress site, builds and serves it, and compares what
 * a client gets over HTTP with what the old site answered. FOLDER contains `export.xml`, `media/`, `redirects.json`,
 * `rest.jsonl`, `urls.tsv` and, optionally, `check.json`. It knows the import by its command line alone. Prints each
 * failed check, then a count by area; REPORT gets a copy of the import's own report.
 */
const usage = 'Usage: npm run check:import -- FOLDER [REPORT]';
const [given, reportFile] = readOptions(usage, {}, true).positionals;
if (given === undefined) refuse('Give the folder of a recorded site.', usage);
const recording = readRecording(resolve(given));

await runBench([], async (atTheEnd) => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-check-import-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const root = layOutOwnSite(folder, {
    'site.ts': "export const site = { title: 'x', description: 'x', url: 'http://localhost:4321' };\n",
  });
  rmSync(join(root, 'content'), { recursive: true });
  await runImport(join(folder, 'engine/src/cli/agentsite.ts'), root);
  if (reportFile !== undefined) writeFileSync(reportFile, readFileSync(join(root, 'import/report.md')));
  const site = await startSite(root, {}, join(folder, 'engine/sidecar/main.ts'));
  atTheEnd(() => site.stop());
  const tally = new Tally();
  const check = { base: site.url, recording, tally };
  await checkUrls(check);
  await checkObjects(check);
  await checkBodies(check);
  await checkComments(check);
  await checkFiles(check);
  await checkQueryFeeds(check);
  await checkHidden(check, readOutput(join(root, 'dist')));
  console.log(tally.report());
});

async function runImport(command: string, root: string): Promise<void> {
  const at = (name: string) => join(recording.folder, name);
  const options = ['--media', at('media'), '--redirects', at('redirects.json'), '--rest', at('rest.jsonl')];
  const child = spawn(
    process.execPath,
    [command, 'import', 'wordpress', at('export.xml'), '--into', '.', ...options],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const [status] = await once(child, 'close');
  if (status === 2) throw new Error('The import could not read its input.');
}

function readOutput(folder: string): { file: string; text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, text: readFileSync(file, 'latin1') }));
}
