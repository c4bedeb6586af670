import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface LeftProcess {
  readonly pid: number;
  readonly command: string;
}

/**
 * Processes of tests whose temporary files go below a folder, and those that they started. Servers such as nginx and
 * Redis overwrite their environment with a title, so words of their command and their working folder count as well.
 * Linux only.
 */
export function listProcesses(folder: string): LeftProcess[] {
  if (!existsSync('/proc/self/environ')) return [];
  const isBelow = (text: string) => text === folder || text.startsWith(`${folder}/`);
  const found = new Map<number, string>();
  const running = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  for (const pid of running.map(Number).sort((a, b) => a - b)) {
    const words = readProcess(pid, 'cmdline').split(/[\0 ]/);
    const environment = readProcess(pid, 'environ').split('\0');
    const isOwn =
      environment.some((line) => line.startsWith('TMPDIR=') && isBelow(line.slice('TMPDIR='.length))) ||
      [...words, workingFolder(pid)].some(isBelow);
    // A title may have parentheses; the parent is the second word behind the last one.
    const parent = Number(readProcess(pid, 'stat').split(') ').at(-1)?.split(' ')[1]);
    if (isOwn || found.has(parent)) found.set(pid, words.join(' ').trim());
  }
  return [...found].map(([pid, command]) => ({ pid, command }));
}

/** Empty for a process that has ended, and for those of other users. */
function readProcess(pid: number, file: 'environ' | 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return '';
  }
}
