import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFlaw, listApproved, openApprovals } from '../../src/proposals/approvals.ts';
import { openGitObjects } from '../../src/proposals/git-objects.ts';
import { createPasskeys } from '../../src/saves/passkeys.ts';
import { startAssistantServer } from '../system/assistant.ts';
import { zoe } from '../system/edit-server.ts';
import { enrolPasskey } from '../system/software-passkey.ts';

/**
 * Approves while others push to the remote and commit in the working tree, as often as the argument says (200): each
 * approval is exactly what was shown, here and at the remote, or nothing.
 */
const rounds = Number(process.argv[2] ?? 200);
const site = await startAssistantServer();
process.env.DATA_DIR = join(site.root, '.data');
const { git } = site;
const [remote, clone] = [join(site.root, '../remote.git'), join(site.root, '../clone')];
const run = (folder: string, ...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.org', ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
run(site.root, 'init', '-q', '--bare', '-b', 'main', remote);
git('remote', 'add', 'origin', remote);
git('push', '-q', '-u', 'origin', 'main');
git('config', 'user.name', 'a');
git('config', 'user.email', 'a@example.org');
run(site.root, 'clone', '-q', remote, clone);
const passkey = enrolPasskey(site.keys, zoe, site.url);
const path = 'content/posts/hello.md';
const counts = { rounds: 0, approved: 0, outdated: 0, refused: 0, pushed: 0, committed: 0, problems: 0 };
const problem = (text: string) => {
  counts.problems += 1;
  console.error(`round ${counts.rounds}: ${text}`);
};

/** Another author pushes, in the same document or in another one. */
async function push(): Promise<void> {
  await delay(Math.random() * 1_500);
  try {
    run(clone, 'pull', '-q', '--rebase');
    const file = join(clone, Math.random() < 0.5 ? path : 'content/pages/about.md');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nLine ${counts.rounds}.\n`);
    run(clone, 'commit', '-qam', `Push ${counts.rounds}`);
    run(clone, 'push', '-q');
    counts.pushed += 1;
  } catch {
    run(clone, 'fetch', '-q');
    run(clone, 'reset', '-q', '--hard', 'origin/main');
  }
}

/** The owner commits by hand on the server. */
async function commit(): Promise<void> {
  await delay(Math.random() * 1_500);
  try {
    git('commit', '-q', '--allow-empty', '-m', `By hand ${counts.rounds}`);
    counts.committed += 1;
  } catch {
    // The editor holds a lock of Git at this moment.
  }
}

for (; counts.rounds < rounds; counts.rounds++) {
  const { facts } = await site.call('read_source', { path });
  const made = await site.call('propose', {
    summary: `Round ${counts.rounds}`,
    path,
    digest: facts.digest,
    fields: { title: `Hello ${counts.rounds}` },
  });
  const id = String(made.facts.id);
  if (made.isError) {
    counts.refused += 1;
    console.error(`round ${counts.rounds}: refused: ${made.text}`);
    await site.save({
      path: 'content/pages/about.md',
      text: `---\ntitle: About\n---\n\nA page ${counts.rounds}.\n`,
    });
    continue;
  }
  const { subject, digest } = await site.review(id);
  const others =
    counts.rounds % 3 === 0 ? [push(), commit()] : counts.rounds % 3 === 1 ? [push()] : [commit()];
  await delay(Math.random() * 300);
  const response = await site.act(id, 'approve', { ...subject, response: passkey.sign(digest) });
  await Promise.all(others);
  const log = git('log', '--format=%H %T %P %s');
  if (response.status === 200) {
    counts.approved += 1;
    const { commit: made } = (await response.json()) as { commit: string };
    const [line = ''] = run(remote, 'log', '-1', '--format=%H %T %P', made).split('\n');
    if (line !== `${made} ${subject.tree} ${subject.base}`) problem(`the commit is ${line}`);
    try {
      run(remote, 'merge-base', '--is-ancestor', made, 'main');
    } catch {
      problem('the remote does not have what was approved');
    }
  } else {
    counts[response.status === 409 ? 'outdated' : 'refused'] += 1;
    if (response.status !== 409) console.error(`round ${counts.rounds}: ${await response.text()}`);
    if (log.includes(subject.tree)) problem('the tree of an approval that failed is in the history');
    if (run(remote, 'log', '--format=%T', 'main').includes(subject.tree)) problem('it is at the remote');
    await site.call('withdraw', { id });
  }
  const changed = git('status', '--porcelain');
  if (changed !== '') problem(`changes are left: ${changed}`);
}
const folder = join(site.root, '.data/edit/proposals');
const approvals = openApprovals(
  folder,
  site.keys,
  createPasskeys({ keys: site.keys, origin: site.url, title: '', now: Date.now }),
);
const all = await listApproved(await openGitObjects(site.root, folder));
for (const one of all) {
  const flaw = await findFlaw(approvals, one);
  if (flaw !== null) problem(`${one.commit} ${flaw}`);
}
console.log(JSON.stringify({ ...counts, commits: all.length }));
await site.close();
process.exit(counts.problems === 0 ? 0 : 1);
