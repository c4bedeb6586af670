import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { listFiles } from '../../content/read/list-files.ts';
import type { Layout } from '../layout.ts';

/** What remains to be done once all files of a build are written. */
interface Commit {
  readonly removed: { readonly client: readonly string[]; readonly server: readonly string[] };
  /** Files of `removed.client` that go before others come. */
  readonly first: readonly string[];
  /** Is no published file reused? Then the folders change places. */
  readonly isWhole: boolean;
}

const journalOf = ({ next }: Layout): string => join(next.folder, 'commit.json');
/** The record of the build, for the next one. */
export const nextRecord = ({ manifest }: Layout): string => `${manifest}.new`;

/**
 * Takes the folders of a site's build for this process; another build waits until it ends. A build writes into folders of
 * its own (`next`), so one that fails changes nothing that is served. One that ended while its files were moved is
 * completed here.
 * @returns a function that frees the folders, and removes what was not committed
 */
export function openNextBuild(layout: Layout): () => void {
  mkdirSync(dirname(layout.manifest), { recursive: true });
  const lock = new DatabaseSync(join(dirname(layout.manifest), 'build.lock'), { timeout: 600_000 });
  lock.exec('BEGIN EXCLUSIVE');
  const journal = journalOf(layout);
  if (existsSync(journal)) apply(layout, JSON.parse(readFileSync(journal, 'utf8')) as Commit);
  removeNext(layout);
  for (const folder of [layout.next.client, layout.next.server]) mkdirSync(folder, { recursive: true });
  return () => {
    if (!existsSync(journal)) removeNext(layout);
    lock.close();
  };
}

/**
 * Replaces the last build by the one in `next`: from the moment that the journal is there, it is completed.
 * @param removed files of the last build, below the two folders, that this one does not have
 * @param count of all published files, with those that are reused
 */
export function commitBuild(layout: Layout, removed: Commit['removed'], count: number): void {
  const { client, server, next } = layout;
  const files = listFiles(next.client);
  // The folder of a site for a static host contains `next`.
  const isWhole = files.size === count && client !== layout.folder;
  const folders = new Set([...files].flatMap(foldersAbove));
  // Where a file becomes a folder, or a folder a file, the old one has to make room.
  const first = removed.client.filter(
    (file) => folders.has(file) || foldersAbove(file).some((folder) => files.has(folder)),
  );
  const added: string[] = [];
  try {
    // What needs space on the disk comes before the first change.
    const targets = [...listFiles(next.server)].map((file) => join(server, file));
    if (!isWhole && first.length === 0) targets.push(...[...files].map((file) => join(client, file)));
    for (const target of targets) added.push(mkdirSync(dirname(target), { recursive: true }) ?? '');
    writeFileSync(`${journalOf(layout)}.new`, JSON.stringify({ removed, isWhole, first } satisfies Commit));
  } catch (error) {
    for (const folder of added) if (folder !== '') rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  renameSync(`${journalOf(layout)}.new`, journalOf(layout));
  apply(layout, { removed, isWhole, first });
}

function foldersAbove(file: string): string[] {
  const above = posix.dirname(file);
  return above === '.' ? [] : [above, ...foldersAbove(above)];
}

/** Can be repeated after it ended anywhere. */
function apply(layout: Layout, { removed, isWhole, first }: Commit): void {
  const { client, server, next } = layout;
  if (isWhole && existsSync(next.client)) {
    if (existsSync(client)) renameSync(client, `${next.client}-old`);
    renameSync(next.client, client);
  }
  removeFiles(client, first);
  moveFiles(next.client, client);
  moveFiles(next.server, server);
  if (existsSync(nextRecord(layout))) renameSync(nextRecord(layout), layout.manifest);
  removeFiles(client, removed.client);
  removeFiles(server, removed.server);
  removeNext(layout);
}

/** Pages come after what they show, and the file by which a sidecar notices the build comes last. */
const lateFiles = [/\.html$/, /^(?:content\.sqlite|entry\.mjs|front\.json)$/, /^next-due\.txt$/];
const rankOf = (file: string): number => lateFiles.findIndex((pattern) => pattern.test(file));

function moveFiles(from: string, to: string): void {
  const files = [...listFiles(from)].sort((a, b) => rankOf(a) - rankOf(b));
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    renameSync(join(from, file), join(to, file));
  }
}

/** Removes files, and the folders that this leaves empty. */
function removeFiles(folder: string, files: readonly string[]): void {
  for (const file of files) {
    if (!statSync(join(folder, file), { throwIfNoEntry: false })?.isFile()) continue;
    rmSync(join(folder, file));
    for (const above of foldersAbove(file)) {
      if (readdirSync(join(folder, above)).length > 0) break;
      rmSync(join(folder, above), { recursive: true });
    }
  }
}

/** The journal goes first: without it, nothing that is left means anything. */
function removeNext({ next }: Layout): void {
  for (const path of [join(next.folder, 'commit.json'), next.folder, next.server])
    rmSync(path, { recursive: true, force: true });
}
