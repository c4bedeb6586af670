import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createReferenceResolver } from '../../../src/content/compile/text/references.ts';
import { splitSource } from '../../../src/content/read/front-matter.ts';
import { readOptions, stop } from '../../../src/terminal/options.ts';
import { findIdProblems, findWord, listFiles } from '../../helpers/built-words.ts';
import { testSite } from '../../helpers/content-project.ts';
import { layOutOwnSite } from '../../helpers/own-site.ts';
import { findLosses } from '../../helpers/unreported-losses.ts';

/**
 * `node test/content/system/authoring-cases.ts FOLDER [NAME …]`: checks and builds each case of a folder, a folder with
 * `content/`, in an empty site. Prints what they say, and whether what is true of every input holds: check and build
 * agree; a failed build names a file and a line, and leaves no half of a site; no ID is twice or empty on a page; no
 * word is lost without a message; and no word that begins with `zcanary` is published. What each case expects beyond
 * that is in the tests of its area. The status is 1 if anything does not hold.
 */
const usage = 'Usage: npm run check:cases -- FOLDER [NAME …]';
const [folder, ...wanted] = readOptions(usage, {}, true).positionals;
if (folder === undefined) stop(usage, 1);
const scratch = mkdtempSync(join(tmpdir(), 'agentsite-cases-'));
const root = layOutOwnSite(scratch);
const cli = (command: string, ...rest: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(scratch, `engine/src/cli/${command}.ts`), ...rest],
    { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  return { status, output: stdout + stderr };
};
const references = createReferenceResolver({
  ...{ root, site: testSite, images: new Map() },
  pathOfSource: (file) => (existsSync(join(root, file)) ? '/b/' : null),
});

function runCase(name: string): string[] {
  const own = join(folder ?? '', name);
  for (const place of ['content', 'dist']) rmSync(join(root, place), { recursive: true, force: true });
  cpSync(own, root, { recursive: true, filter: (file) => !file.endsWith('expect.md') });
  const checked = cli('check', '--json');
  const { problems = [], advice = [] } = JSON.parse(
    checked.output.split('\n').find((line) => line.startsWith('{')) ?? '{}',
  ) as {
    problems?: string[];
    advice?: { file: string; message: string }[];
  };
  const built = cli('build');
  const said = [...problems, ...advice.map(({ file, message }) => `${file} ${message}`)];
  console.log(`\n${name}: check ${checked.status}, build ${built.status}`);
  for (const line of said) console.log(`  ${line}`);

  const client = join(root, 'dist/client');
  const wrong = findIdProblems(client);
  if ((checked.status === 0) !== (built.status === 0))
    wrong.push(`check ends with ${checked.status}, build with ${built.status}: ${built.output.slice(-400)}`);
  if (/^\s+at .*:\d+:\d+\)?$/m.test(built.output + checked.output)) wrong.push('there is a stack trace');
  if (built.status !== 0) {
    if (!problems.some((line) => /^\S[^:]*:\d+:\d+ /.test(line)))
      wrong.push('no problem has a file and a line');
    if (existsSync(join(client, 'index.html'))) wrong.push('a failed build has published pages');
  }
  for (const file of findWord(join(root, 'dist'), 'zcanary'))
    wrong.push(`${relative(root, file)} has a canary`);
  for (const file of listFiles(join(root, 'content'), '.md')) {
    const path = relative(root, file);
    if (
      !/^content\/(?:posts|pages|talks|plugins)\//.test(path) ||
      said.some((line) => line.startsWith(`${path}:1:`))
    )
      continue;
    const { body, bodyLine } = splitSource(readFileSync(file, 'utf8'));
    for (const loss of findLosses(body, testSite, references).unreported) {
      const line = Number(/ (\d+):/.exec(loss)?.[1]) + bodyLine;
      if (!said.some((one) => one.startsWith(`${path}:${line}:`))) wrong.push(`${path} loses ${loss}`);
    }
  }
  return wrong;
}

const names = readdirSync(folder).filter(
  (name) => existsSync(join(folder, name, 'content')) && (wanted.length === 0 || wanted.includes(name)),
);
let failed = 0;
for (const name of names) {
  const wrong = runCase(name);
  for (const line of wrong) console.log(`  WRONG ${line}`);
  if (wrong.length > 0) failed++;
}
console.log(`\n${names.length} cases, ${failed} failing`);
rmSync(scratch, { recursive: true, force: true });
process.exitCode = failed > 0 ? 1 : 0;
