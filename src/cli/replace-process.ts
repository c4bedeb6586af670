import { spawn } from 'node:child_process';

/** Windows has no `execve`. */
export interface ProcessSystem {
  readonly execve: typeof process.execve;
  readonly spawn: typeof spawn;
  readonly exit: (status: number) => void;
}

const thisSystem: ProcessSystem = {
  execve: process.execve?.bind(process),
  spawn,
  exit: process.exit,
};

/** Replaces this process by a Node program, or, without `execve`, waits for a child in the same console. */
export function replaceProcess(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  { execve, spawn, exit }: ProcessSystem = thisSystem,
): void {
  if (execve) {
    execve(process.execPath, [process.execPath, ...words], environment);
    return;
  }
  const child = spawn(process.execPath, words, { env: environment, stdio: 'inherit' });
  const wait = () => undefined;
  const end = () => void child.kill();
  process.on('SIGHUP', wait).on('SIGINT', wait).on('SIGTERM', end);
  child.once('error', (error) => {
    console.error(`${words.join(' ')} can't be started: ${error.message}`);
    exit(1);
  });
  child.once('exit', (status) => {
    process.off('SIGHUP', wait).off('SIGINT', wait).off('SIGTERM', end);
    exit(status ?? 1);
  });
}
