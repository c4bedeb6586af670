import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Author } from '../saves/git.ts';
import { GitError } from '../saves/git.ts';

/** A file that differs between two trees; a blob is null where the file isn't there. */
export interface ChangedFile {
  /** From the site's folder. */
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Objects and refs of a site's repository. Nothing here reads or changes the working tree or its index. */
export interface GitObjects {
  readonly run: (words: readonly string[], options?: RunOptions) => Promise<Buffer>;
  readonly head: () => Promise<string>;
  readonly treeOf: (commit: string) => Promise<string>;
  readonly read: (blob: string) => Promise<Buffer>;
  /** The blob at a path of a tree or commit; null for none. */
  readonly blobAt: (tree: string, path: string) => Promise<string | null>;
  /** The tree with other contents of some files; null removes one. @returns the new tree */
  readonly write: (tree: string, files: ReadonlyMap<string, Uint8Array | null>) => Promise<string>;
  readonly changes: (from: string, to: string) => Promise<readonly ChangedFile[]>;
  readonly commit: (tree: string, parent: string, author: Author, message: string) => Promise<string>;
  /** The tree of both commits' changes; null where they change the same lines. */
  readonly merge: (ours: string, theirs: string) => Promise<string | null>;
  /**
   * Holds the lock of the index during some work, as `git commit` does, so that no commit by hand gets between. If the
   * work succeeds, the index has the given files.
   */
  readonly holdIndex: (files: readonly ChangedFile[], work: () => Promise<boolean>) => Promise<boolean>;
  /** Moves refs together, each only from the value that it has to have. @returns whether they moved */
  readonly move: (refs: readonly RefMove[]) => Promise<boolean>;
  /** Removes the locks of refs that this process left when it was killed. */
  readonly recover: () => Promise<void>;
}

export interface RefMove {
  readonly ref: string;
  /** Null removes it. */
  readonly to: string | null;
  /** Null for one that must not be there yet. */
  readonly from: string | null;
}

interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeout?: number;
}

const none = '0'.repeat(40);
const maxBuffer = 128 * 1024 * 1024;

/**
 * @param root folder of the site, in a working tree
 * @param folder of the process's own state
 */
export async function openGitObjects(root: string, folder: string): Promise<GitObjects> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const run = runnerIn(root);
  const line = async (...given: Parameters<typeof run>) => (await run(...given)).toString().trim();
  const prefix = await line(['rev-parse', '--show-prefix']);
  const gitFolder = await line(['rev-parse', '--path-format=absolute', '--git-common-dir']);
  const marker = join(folder, 'moving');

  return {
    run,
    head: () => line(['rev-parse', 'HEAD']),
    treeOf: (commit) => line(['rev-parse', `${commit}^{tree}`]),
    read: (blob) => run(['cat-file', 'blob', blob]),
    blobAt: (tree, path) =>
      line(['rev-parse', '--verify', '--quiet', `${tree}:${prefix}${path}`]).catch(() => null),
    write: async (tree, files) => {
      const index = join(folder, `index-${randomUUID()}`);
      const env = { GIT_INDEX_FILE: index };
      try {
        const rows = [];
        for (const [path, bytes] of files) {
          const blob = bytes && (await line(['hash-object', '-w', '--stdin'], { input: bytes }));
          rows.push(`${blob ? '100644' : '0'} ${blob ?? none}\t${prefix}${path}\0`);
        }
        await run(['read-tree', tree], { env });
        await run(['update-index', '-z', '--index-info'], { env, input: rows.join('') });
        return await line(['write-tree'], { env });
      } finally {
        for (const file of [index, `${index}.lock`]) rmSync(file, { force: true });
      }
    },
    changes: async (from, to) => {
      const text = (await run(['diff-tree', '-r', '-z', '--no-renames', from, to])).toString();
      return readChanges(text, prefix);
    },
    commit: (tree, parent, { name, email }, message) => {
      const person = { NAME: name, EMAIL: email };
      const env = Object.fromEntries(
        Object.entries(person).flatMap(([key, value]) => [
          [`GIT_AUTHOR_${key}`, value],
          [`GIT_COMMITTER_${key}`, value],
        ]),
      );
      return line(['commit-tree', tree, '-p', parent, '-F', '-'], { env, input: message });
    },
    merge: async (ours, theirs) => {
      try {
        return (
          (await line(['merge-tree', '--write-tree', '--no-messages', ours, theirs])).split('\n')[0] ?? null
        );
      } catch {
        return null;
      }
    },
    holdIndex: async (files, work) => {
      const index = join(await line(['rev-parse', '--absolute-git-dir']), 'index');
      const lock = `${index}.lock`;
      await takeLock(index, lock);
      let isDone = false;
      try {
        const rows = files.map(
          ({ path, after }) => `${after ? '100644' : '0'} ${after ?? none}\t${prefix}${path}\0`,
        );
        const options = { env: { GIT_INDEX_FILE: lock }, input: rows.join('') };
        await run(['update-index', '-z', '--index-info'], options);
        isDone = await work();
        return isDone;
      } finally {
        if (isDone) renameSync(lock, index);
        else rmSync(lock, { force: true });
      }
    },
    move: async (refs) => {
      const lines = refs.map(({ ref, to, from }) =>
        to === null ? `delete ${ref} ${from}` : `update ${ref} ${to} ${from ?? none}`,
      );
      const input = `start\n${lines.join('\n')}\nprepare\ncommit\n`;
      writeFileSync(marker, '');
      try {
        await run(['update-ref', '--stdin'], { input });
        return true;
      } catch (error) {
        if (/cannot lock ref|reference already exists|but expected/.test(String(error))) return false;
        throw error;
      } finally {
        rmSync(marker, { force: true });
      }
    },
    recover: async () => {
      for (const name of readdirSync(folder).filter((one) => one.startsWith('index-')))
        rmSync(join(folder, name), { force: true });
      const began = statSync(marker, { throwIfNoEntry: false })?.mtimeMs;
      if (began === undefined) return;
      const ours = join(gitFolder, proposalRefs);
      const locks = [join(gitFolder, 'packed-refs.lock'), ...listLocks(ours)];
      for (const lock of locks)
        if ((statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= began) rmSync(lock, { force: true });
      rmSync(marker, { force: true });
    },
  };
}

/** Where proposals are: no branch, so nothing builds, pushes or fetches them. */
export const proposalRefs = 'refs/agentsite/proposals/';

const runnerIn =
  (root: string): GitObjects['run'] =>
  (words, { input, env, timeout = 60_000 } = {}) =>
    new Promise((resolve, reject) => {
      const options = { cwd: root, timeout, maxBuffer, encoding: 'buffer' as const };
      const own = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true', LC_ALL: 'C', ...env };
      const child = execFile('git', words, { ...options, env: own }, (error, stdout, stderr) => {
        if (error) reject(new GitError(`git ${words[0]} failed: ${stderr}`.trim(), { cause: error }));
        else resolve(stdout);
      });
      // Git may end before it has read everything, and says why.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input ?? '');
    });

/** The files of `git diff-tree -r -z`, by their paths in the site. */
function readChanges(text: string, prefix: string): ChangedFile[] {
  const fields = text.split('\0');
  const found: ChangedFile[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, , before = none, after = none] = (fields[at] ?? '').split(' ');
    const path = fields[at + 1] ?? '';
    const name = (blob: string) => (blob === none ? null : blob);
    // What is outside of the site's folder has a name that no rule allows.
    const own = path.startsWith(prefix) ? path.slice(prefix.length) : `../${path}`;
    found.push({ path: own, before: name(before), after: name(after) });
  }
  return found;
}

/** Waits for a command that has the lock, up to ten seconds. @throws GitError */
async function takeLock(index: string, lock: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return copyFileSync(index, lock, constants.COPYFILE_EXCL);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (tries === 100) throw new GitError(`Another command of Git has locked ${lock}.`);
      await delay(100);
    }
  }
}

function listLocks(folder: string): string[] {
  const found = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
  return found.filter((name) => name.endsWith('.lock')).map((name) => join(folder, name));
}
