import { execFile } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Who saves: the author of a commit. */
export interface Author {
  readonly name: string;
  readonly email: string;
}

/** What `git` said when it failed. */
export class GitError extends Error {}

/** Commits of the remote that can't be taken before the owner has solved a conflict on the server. */
export class ConflictError extends GitError {}

/** Does an error of Node or of Git say that the disk is full? */
export const isOfFullDisk = (text: string) =>
  /ENOSPC|EDQUOT|No space left|disk is full|Out of disk ?space|couldn't write/.test(text);

/** A commit that changed a file. */
export interface Commit {
  readonly sha: string;
  readonly author: Author;
  /** ISO 8601. */
  readonly date: string;
  readonly message: string;
}

/** The Git working tree of a site, through the program `git`. */
export interface WorkingTree {
  readonly head: () => Promise<string>;
  readonly history: (path: string) => Promise<readonly Commit[]>;
  /** A file as it was before a commit whose message has this line; null without such a commit. */
  readonly beforeCommit: (line: string) => Promise<{ readonly path: string; readonly text: string } | null>;
  /** Commits the given files as they are on disk, and no others. @returns the commit, the last one if nothing changed */
  readonly commit: (paths: readonly string[], author: Author, message: string) => Promise<string>;
  /**
   * Makes the index of the given files that of the last commit, after an interrupted save.
   * @param since milliseconds since 1970: when a process that ended began its save; its locks are removed
   */
  readonly forget: (paths: readonly string[], since?: number) => Promise<void>;
  /**
   * Takes the commits of the remote, and does nothing without one. Where they change the same lines as commits or
   * unsaved files here, everything here stays as it was.
   * @throws GitError, of a conflict ConflictError
   */
  readonly pull: () => Promise<void>;
  /** @throws GitError that says what stopped the last `pull`, if the remote has other commits for that reason */
  readonly push: () => Promise<void>;
}

/** What Git says of a push where the remote has got other commits; a remote that allows no push says other things. */
export const isBehind =
  /fetch first|non-fast-forward|stale info|cannot lock ref|failed to update ref|incorrect old value/;

const explainRebase = 'End it there by "git rebase --continue" or "git rebase --abort".';
const explainConflict = 'Nothing is lost. Run "git pull --rebase" there, solve the conflict, and push.';

/** Milliseconds for a command; longer for those that use the network. */
const [maxLocal, maxRemote] = [20_000, 60_000];

/** @param root folder of the site, at the top of a working tree or below it */
export async function openWorkingTree(root: string): Promise<WorkingTree> {
  /** When a command began that took too long and was killed. */
  let killed: number | undefined;
  const git = async (words: readonly string[], timeout = maxLocal): Promise<string> => {
    const began = Date.now();
    // Hooks and prompts would wait for someone at a terminal.
    const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_EDITOR: 'true', LC_ALL: 'C' };
    try {
      // The name of a file is no pattern, whatever is in it.
      const literal = words.includes('--') ? ['--literal-pathspecs'] : [];
      return (
        await run('git', [...literal, ...words], { cwd: root, env, timeout, maxBuffer: 64 * 1024 * 1024 })
      ).stdout;
    } catch (error) {
      const { stderr = '', message, ...failure } = error as Error & { stderr?: string; killed?: boolean };
      if (failure.killed) killed ??= began;
      throw new GitError(`git ${words[0]} failed: ${(stderr || message).trim()}`, { cause: error });
    }
  };
  const folder = (await git(['rev-parse', '--absolute-git-dir'])).trim();
  /** A `git` that was killed leaves its locks: of the index, and of the branch. Older ones are of someone else. */
  const removeLocks = async (since: number) => {
    const branch = `${(await git(['symbolic-ref', 'HEAD'])).trim()}.lock`;
    const ofBranch = (await git(['rev-parse', '--path-format=absolute', '--git-path', branch])).trim();
    const others = readdirSync(folder).filter((name) => name.endsWith('.lock'));
    for (const lock of [ofBranch, ...others.map((name) => join(folder, name))])
      if ((statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= since) rmSync(lock, { force: true });
  };
  const hasRemote = async () => (await git(['remote'])).trim() !== '';
  const head = async () => (await git(['rev-parse', 'HEAD'])).trim();
  const isRebasing = () => ['rebase-merge', 'rebase-apply'].some((name) => existsSync(join(folder, name)));
  /** What stopped the last `pull`, which only the owner can solve. */
  let conflict: string | null = null;
  const stop = (reason: string): never => {
    conflict = reason;
    throw new ConflictError(reason);
  };
  const pull = async () => {
    conflict = null;
    if (!(await hasRemote())) return;
    if (isRebasing()) return stop(`A rebase was begun and not ended in ${root}. ${explainRebase}`);
    const before = await head();
    const failure = await git(['pull', '--quiet', '--rebase', '--autostash'], maxRemote).then(
      () => null,
      (error: GitError) => error,
    );
    if (isRebasing()) {
      await git(['rebase', '--abort']);
      return stop(`The remote changes the same lines as commits in ${root}. ${explainConflict}`);
    }
    if (failure) throw failure;
    if ((await git(['ls-files', '--unmerged'])) === '') return;
    // Git has the unsaved files in its stash, and the marks of a conflict in the folder.
    await git(['reset', '--quiet', '--hard', before]);
    await git(['stash', 'pop', '--quiet', '--index']);
    return stop(`The remote changes the same lines as unsaved files in ${root}. ${explainConflict}`);
  };
  return {
    head,
    history: async (path) => {
      const format = '%H%x1f%an%x1f%ae%x1f%aI%x1f%s';
      const text = await git(['log', '-n', '50', `--format=${format}`, '--', path]);
      const lines = text.split('\n').filter(Boolean);
      return lines.map((line) => {
        const [sha = '', name = '', email = '', date = '', message = ''] = line.split('\x1f');
        return { sha, author: { name, email }, date, message };
      });
    },
    beforeCommit: async (line) => {
      const found = await git([
        'log',
        '-n',
        '20',
        '--format=%H%x1f%B%x1e',
        '--fixed-strings',
        `--grep=${line}`,
      ]);
      const commits = found.split('\x1e').map((one) => one.trim().split('\x1f'));
      const [commit] = commits.find(([, message = '']) => message.split('\n').includes(line)) ?? [];
      if (!commit) return null;
      const words = ['show', '--format=', '--name-only', '--diff-filter=D', '--relative', '-z', commit];
      const [path] = (await git(words)).split('\0').filter(Boolean);
      return path ? { path, text: await git(['show', `${commit}^:./${path}`]) } : null;
    },
    commit: async (paths, { name, email }, message) => {
      await git(['add', '--all', '--force', '--', ...paths]);
      const changed = (await git(['diff', '--cached', '--name-only', 'HEAD', '--', ...paths])).trim();
      if (changed === '') return head();
      const identity = ['-c', `user.name=${name}`, '-c', `user.email=${email}`];
      await git([...identity, 'commit', '--quiet', '--no-verify', '--only', '-m', message, '--', ...paths]);
      return head();
    },
    forget: async (paths, since = killed) => {
      if (since !== undefined) await removeLocks(since);
      killed = undefined;
      await git(['reset', '--quiet', 'HEAD', '--', ...paths]);
    },
    pull,
    push: async () => {
      if (!(await hasRemote())) return;
      await git(['push', '--quiet'], maxRemote).catch((error: GitError) => {
        throw conflict !== null && isBehind.test(error.message) ? new GitError(conflict) : error;
      });
    },
  };
}
