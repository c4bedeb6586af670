import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface LeftProcess {
  readonly pid: number;
  readonly command: string;
}

/** Processes whose temporary files go below a folder; this one and its parents are none of them. Linux only. */
export function listProcesses(folder: string): LeftProcess[] {
  if (!existsSync('/proc/self/environ')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => readProcess(pid, 'environ').some((line) => isBelow(line, folder)))
    .map((pid) => ({ pid: Number(pid), command: readProcess(pid, 'cmdline').join(' ').trim() }));
}

function isBelow(line: string, folder: string): boolean {
  return line === `TMPDIR=${folder}` || line.startsWith(`TMPDIR=${folder}/`);
}

/** Empty for a process that has ended, and for those of other users. */
function readProcess(pid: string, file: 'environ' | 'cmdline'): string[] {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
