import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf, openApprovals } from '../../src/proposals/approvals.ts';
import { Desk } from '../../src/proposals/desk.ts';
import { openGitObjects } from '../../src/proposals/git-objects.ts';
import { Proposals } from '../../src/proposals/proposals.ts';
import { ContentFolder } from '../../src/saves/content-folder.ts';
import { openWorkingTree } from '../../src/saves/git.ts';
import { openJournal, recover } from '../../src/saves/journal.ts';
import { Keys } from '../../src/saves/keys.ts';
import { createPasskeys } from '../../src/saves/passkeys.ts';
import { createPublisher } from '../../src/saves/publisher.ts';
import { createSaver } from '../../src/saves/saver.ts';
import { enrolPasskey } from '../system/software-passkey.ts';

/** Proposes, approves and publishes again and again, and prints what is complete, until it is killed. */
const [, , root = '', state = '', origin = ''] = process.argv;
const author = { name: 'Zoë', email: 'zoe@example.org' };
const content = new ContentFolder(root);
const journal = openJournal(join(state, 'edit'), content);
const tree = await openWorkingTree(root);
await recover(journal, tree);
const copy = `const fs = require('node:fs'); fs.mkdirSync('dist', { recursive: true });
for (const name of ['one.md', 'two.md']) if (fs.existsSync('content/posts/' + name)) {
  fs.copyFileSync('content/posts/' + name, 'dist/' + name + '.new'); fs.renameSync('dist/' + name + '.new', 'dist/' + name); }`;
const publisher = createPublisher(root, tree, [['-e', copy]], join(state, 'edit'));
const save = createSaver({
  words: { conflict: 'Changed: {path}', kept: 'Not saved' },
  ...{ content, journal, version: tree.head, forget: tree.forget, publish: publisher.publish },
  check: async () => [],
  record: (paths, { author: by, message }) => tree.commit(paths, by, message),
});
const keys = new Keys(state, Date.now);
const folder = join(state, 'edit/proposals');
const objects = await openGitObjects(root, folder);
const proposals = new Proposals(objects);
const approvals = openApprovals(folder, keys, createPasskeys({ keys, origin, title: 'Site', now: Date.now }));
const trial = {
  check: async () => ({ problems: [], further: [], pathOf: () => null }),
  bodyOf: async () => '',
  build: async () => null,
};
const site = JSON.parse(readFileSync(join(state, 'site.json'), 'utf8')) as never;
const desk = new Desk({
  root,
  site,
  objects,
  proposals,
  trial,
  approvals,
  save,
  tree,
  publish: publisher.publish,
});
await desk.recover();
await publisher.resume();
const passkey = enrolPasskey(keys, author, origin);
mkdirSync(join(root, 'dist'), { recursive: true });
writeFileSync(join(state, 'ready'), existsSync(join(state, 'ready')) ? 'again' : 'first');
await publisher.settled();
console.log('ready');
await once(process.stdin, 'data');
for (let count = Date.now(); ; count++) {
  const text = `---\ntitle: ${count}\ndate: 2026-01-02\n---\n\n${`${count}\n`.repeat(1_000)}`;
  const files = new Map(['one', 'two'].map((name) => [`content/posts/${name}.md`, Buffer.from(text)]));
  const facts = {
    grantId: 'one',
    client: 'one.example',
    owner: author,
    summary: `${count}`,
    created: count,
    state: 'open',
    remark: '',
  } as const;
  const made = await desk.submit(null, files, facts);
  if (made.kind === 'refused') throw new Error(made.message);
  const { proposal } = made;
  console.log(`proposed ${proposal.id} ${proposal.commit}`);
  const subject = { proposal: proposal.commit, base: proposal.base, tree: proposal.tree };
  const outcome = await desk.approve(
    proposal.id,
    subject,
    { kind: 'passkey', response: passkey.sign(digestOf(subject)) },
    author,
  );
  console.log(`${outcome.kind} ${proposal.commit}`);
  if (outcome.kind !== 'approved') throw new Error(outcome.message);
}
