import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readSite } from '../../../../src/settings/read-site.ts';
import { layOutOwnSite } from '../../../../test/helpers/own-site.ts';
import { quickPlace } from '../../../../test/helpers/quick-folder.ts';
import { findFlaw, listApproved, openApprovals } from '../../src/proposals/approvals.ts';
import { openGitObjects, proposalRefs } from '../../src/proposals/git-objects.ts';
import { Keys } from '../../src/saves/keys.ts';
import { createPasskeys } from '../../src/saves/passkeys.ts';

/**
 * Kills a process with signal 9 at random while it proposes, approves and publishes, as often as the argument says
 * (200), and checks after each: no half commit, no lost proposal, no approval without its bytes.
 */
const kills = Number(process.argv[2] ?? 200);
const folder = mkdtempSync(join(quickPlace(), 'agentsite-killed-proposals-'));
const root = layOutOwnSite(folder, { '.gitignore': 'node_modules\ndist\npreview\n.data\n.astro\n' });
const state = join(folder, 'state');
mkdirSync(state);
writeFileSync(join(state, 'site.json'), JSON.stringify(await readSite(root, undefined)));
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
git('init', '-q', '-b', 'main');
git('add', '-A');
git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'one');
const origin = 'http://localhost:4330';
const script = join(import.meta.dirname, 'proposing-process.ts');
const counts = { kills: 0, proposed: 0, approved: 0, unfinished: 0, problems: 0 };
const problem = (text: string) => {
  counts.problems += 1;
  console.error(`kill ${counts.kills}: ${text}`);
};
const known = new Set<string>();

const start = () => {
  const child = spawn(process.execPath, [script, root, state, origin], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const run = { child, output: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    run.output += chunk.toString();
  });
  return run;
};
const end = async ({ child }: ReturnType<typeof start>) => {
  process.kill(-(child.pid ?? 0), 'SIGKILL');
  await once(child, 'close');
};

for (; counts.kills < kills; counts.kills++) {
  const run = start();
  while (!run.output.includes('ready') && run.child.exitCode === null) await delay(20);
  if (run.child.exitCode !== null) {
    problem('the process did not start');
    break;
  }
  // Everything of the last process is settled by now.
  if (git('status', '--porcelain') !== '') problem(`changes are left: ${git('status', '--porcelain')}`);
  for (const name of ['one.md', 'two.md']) {
    const [now, published] = [join(root, 'content/posts', name), join(root, 'dist', name)];
    if (existsSync(now) && known.size > 0 && readFileSync(now, 'utf8') !== readFileSync(published, 'utf8'))
      problem(`${name} is approved, and not published`);
  }
  const text = git('log', '--format=%B');
  const refs = git('for-each-ref', '--format=%(objectname)', proposalRefs);
  for (const commit of known)
    if (!text.includes(commit) && !refs.includes(commit)) problem(`the proposal ${commit} is lost`);
  for (const commit of known) if (text.includes(commit)) known.delete(commit);
  counts.unfinished += refs === '' ? 0 : 1;
  for (const id of git('for-each-ref', '--format=%(refname)', proposalRefs).split('\n').filter(Boolean)) {
    known.delete(git('rev-parse', id));
    git('update-ref', '-d', id);
  }
  run.child.stdin.write('go\n');
  await delay(Math.random() * 1_200);
  await end(run);
  for (const [, commit = ''] of run.output.matchAll(/^proposed \w+ (\w+)$/gm)) known.add(commit);
  counts.proposed += run.output.match(/^proposed /gm)?.length ?? 0;
  for (const [, commit = ''] of run.output.matchAll(/^approved (\w+)$/gm)) {
    counts.approved += 1;
    if (!git('log', '--format=%B').includes(commit))
      problem(`${commit} was approved, and is not in the history`);
  }
}
const last = start();
while (!last.output.includes('ready')) await delay(20);
await end(last);
const keys = new Keys(state, Date.now);
const approvals = openApprovals(
  join(state, 'edit/proposals'),
  keys,
  createPasskeys({ keys, origin, title: 'Site', now: Date.now }),
);
const all = await listApproved(await openGitObjects(root, join(state, 'check')));
for (const commit of all) {
  const flaw = await findFlaw(approvals, commit);
  if (flaw !== null) problem(`${commit.commit} ${flaw}`);
}
if (git('fsck', '--no-dangling', '--no-progress') !== '') problem('git fsck finds problems');
console.log(JSON.stringify({ ...counts, commits: all.length }));
keys.close();
rmSync(folder, { recursive: true });
process.exitCode = counts.problems === 0 ? 0 : 1;
