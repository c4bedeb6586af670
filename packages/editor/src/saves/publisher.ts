import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type GitError, isOfFullDisk, type WorkingTree } from './git.ts';

const run = promisify(execFile);

/** What became of the last save, for its author. */
export interface PublishState {
  readonly state: 'published' | 'publishing' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
}

export interface Publisher {
  readonly state: () => PublishState;
  /** Publishes what is saved, once more if a publication is running. */
  readonly publish: () => void;
  /** After the start: publishes what a process that was killed committed and did not publish. */
  readonly resume: () => Promise<void>;
  /** Until nothing is running. */
  readonly settled: () => Promise<void>;
}

/**
 * Pushes commits and runs the commands that publish, one after another.
 * @param commands words for Node
 * @param folder of the process's own state, which has the name of the last commit that was published
 */
export function createPublisher(
  root: string,
  tree: WorkingTree,
  commands: readonly (readonly string[])[],
  folder: string,
): Publisher {
  const file = join(folder, 'published');
  const note = (commit: string) => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, commit);
  };
  let state: PublishState = { state: 'published' };
  let running: Promise<void> | null = null;
  let isDue = false;

  const work = async () => {
    while (isDue) {
      isDue = false;
      state = { state: 'publishing' };
      const problems: string[] = [];
      const head = await tree.head();
      for (const words of commands) {
        const problem = await runNode(root, words);
        if (problem !== null) problems.push(problem);
      }
      await tree.push().catch((error: GitError) => problems.push(error.message));
      state =
        problems.length === 0
          ? { state: 'published' }
          : { state: 'failed', reason: [...new Set(problems)].join('\n') };
      if (problems.length === 0) note(head);
    }
    running = null;
  };
  const publish = () => {
    isDue = true;
    state = { state: 'publishing' };
    running ??= work();
  };
  return {
    state: () => state,
    publish,
    resume: async () => {
      const head = await tree.head();
      if (!existsSync(file)) note(head);
      else if (readFileSync(file, 'utf8') !== head) publish();
    },
    settled: async () => {
      while (running) await running;
    },
  };
}

/** @returns the last lines of a command that failed */
async function runNode(root: string, words: readonly string[]): Promise<string | null> {
  try {
    await run(process.execPath, [...words], { cwd: root, maxBuffer: Number.POSITIVE_INFINITY });
    return null;
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    const said = `${stdout}${stderr}`.trim();
    if (isOfFullDisk(said)) return "The server's disk is full. Make room on it, then save again.";
    return said.slice(-4_000) || message;
  }
}
