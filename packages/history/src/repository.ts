import { spawnSync } from 'node:child_process';

/** A commit that changed a document. */
export interface Version {
  readonly commit: string;
  /** When it was committed, RFC 3339. */
  readonly time: string;
  readonly author: string;
  readonly subject: string;
  /** The document's file after it, from the site's folder. */
  readonly file: string;
  readonly change: 'added' | 'changed' | 'renamed' | 'deleted';
}

export type Opened =
  | { readonly ok: true; readonly repository: Repository }
  | { readonly ok: false; readonly message: string };

export function openRepository(root: string): Opened {
  const { error, status, stdout } = runGit(root, ['rev-parse', '--is-shallow-repository']);
  if (error)
    return {
      ok: false,
      message: `Git can't be run (${error.message}); install it, as from https://git-scm.com`,
    };
  if (status !== 0)
    return {
      ok: false,
      message:
        'This folder is in no Git repository, so nothing is known of earlier versions. From now on: git init && git add --all && git commit',
    };
  const repository = new Repository(root, String(stdout).trim() === 'true');
  const isEmpty = runGit(root, ['rev-parse', '--verify', '--quiet', 'HEAD']).status !== 0;
  return isEmpty ? { ok: false, message: 'The Git repository has no commit yet.' } : { ok: true, repository };
}

/** `2026-11-01 14:00`, where it was committed. */
export const describeTime = (time: string): string => time.slice(0, 16).replace('T', ' ');

/** The history of the files of a site. All paths are from its folder, with forward slashes. */
export class Repository {
  readonly root: string;
  /** Does it know only the last commits? */
  readonly isShallow: boolean;

  constructor(root: string, isShallow: boolean) {
    this.root = root;
    this.isShallow = isShallow;
  }

  /** Newest first, through renames. */
  versionsOf(file: string): Version[] {
    const format = '--format=%x01%H%x00%cI%x00%an%x00%s';
    const text = this.#read('log', '--follow', '-z', '--name-status', '--relative', format, '--', file);
    return text
      .split('\x01')
      .slice(1)
      .map((record) => {
        const [commit = '', time = '', author = '', subject = '', status = '', ...names] = record.split('\0');
        const change = changes[status.trim()[0] ?? ''] ?? 'changed';
        return { commit, time, author, subject, change, file: names.filter(Boolean).at(-1) ?? file };
      });
  }

  /** Files below `content/` that are no longer there. */
  listDeleted(): string[] {
    const text = this.#read(
      ...[
        'log',
        '--diff-filter=D',
        '--no-renames',
        '-z',
        '--name-only',
        '--relative',
        '--format=',
        '--',
        'content',
      ],
    );
    const present = new Set(this.filesAt('HEAD', 'content'));
    return [...new Set(text.split('\0').map((name) => name.trim()))].filter(
      (name) => name !== '' && !present.has(name),
    );
  }

  filesAt(commit: string, folder: string): string[] {
    return this.#read('ls-tree', '-r', '-z', '--name-only', commit, '--', `${folder}/`)
      .split('\0')
      .filter(Boolean);
  }

  /** As a checkout would write it. */
  contentAt(commit: string, file: string): Buffer {
    return this.#run('cat-file', '--filters', `${commit}:./${file}`);
  }

  /** Those of the files whose state is not that of the last commit. */
  listUncommitted(files: readonly string[]): string[] {
    const lines = this.#read('status', '--porcelain', '-z', '--untracked-files=all', '--', ...files).split(
      '\0',
    );
    return lines.filter((line) => /^.. /.test(line)).map((line) => line.slice(3));
  }

  /** Commits just these files, whatever else is staged. @returns the commit */
  commit(files: readonly string[], message: string): string {
    this.#run('add', '--all', '--', ...files);
    this.#run('commit', '--quiet', '--message', message, '--only', '--', ...files);
    return this.#read('rev-parse', '--short', 'HEAD').trim();
  }

  #read(...words: string[]): string {
    return this.#run(...words).toString();
  }

  #run(...words: string[]): Buffer {
    const { error, status, stdout, stderr } = runGit(this.root, words);
    if (error) throw error;
    if (status !== 0) throw new Error(`git ${words[0]}: ${String(stderr).trim()}`);
    return stdout;
  }
}

const changes: Readonly<Record<string, Version['change']>> = { A: 'added', R: 'renamed', D: 'deleted' };

function runGit(root: string, words: readonly string[]) {
  return spawnSync('git', ['-c', 'core.quotePath=off', ...words], {
    cwd: root,
    maxBuffer: 2 ** 30,
    env: { ...process.env, GIT_LITERAL_PATHSPECS: '1' },
  });
}
