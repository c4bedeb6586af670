import { ContentFolder, shaOf } from '../../src/saves/content-folder.ts';
import { openWorkingTree } from '../../src/saves/git.ts';
import { openJournal, recover } from '../../src/saves/journal.ts';
import { createSaver } from '../../src/saves/saver.ts';

/** Saves two files again and again, and prints the number of each save that is complete, until it is killed. */
const [, , root = '', state = ''] = process.argv;
const content = new ContentFolder(root);
const journal = openJournal(state, content);
const tree = await openWorkingTree(root);
await recover(journal, tree);
const save = createSaver({
  words: { conflict: 'Changed: {path}', kept: 'Not saved' },
  content,
  journal,
  check: async () => [],
  record: (paths, { author, message }) => tree.commit(paths, author, message),
  forget: tree.forget,
  version: tree.head,
});
const author = { name: 'Zoë', email: 'zoe@example.org' };
const paths = ['content/posts/one.md', 'content/posts/two.md'];
console.log('ready');
for (
  let count =
    Number(
      content
        .read(paths[0] ?? '')
        ?.toString()
        .split('\n')[0] ?? 0,
    ) + 1;
  ;
  count++
) {
  const changes = paths.map((path) => {
    const before = content.read(path);
    const bytes = Buffer.from(`${count}\n`.repeat(20_000));
    return before
      ? ({ operation: 'update', path, bytes, sha: shaOf(before) } as const)
      : ({ operation: 'create', path, bytes } as const);
  });
  const { kind } = await save({ changes, author, message: `Save ${count}` });
  console.log(`${kind} ${count}`);
}
