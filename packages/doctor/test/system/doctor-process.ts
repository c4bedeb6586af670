import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../../test/helpers/project-copy.ts';

export interface DoctorRun {
  readonly status: number;
  /** The report, as JSON. */
  readonly text: string;
  readonly errors: string;
  /** The most memory that it held at a time. */
  readonly megabytes: number;
}

/** Runs the doctor as its own process, and checks how much memory it took at most. */
export async function runDoctor(url: string, ...options: string[]): Promise<DoctorRun> {
  const child = spawn(
    process.execPath,
    [
      join(projectRoot, 'packages/doctor/src/agentsite-doctor.ts'),
      url,
      '--private',
      '--json',
      '--fail-on',
      'never',
      ...options,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, readPeak(child.pid ?? 0));
  }, 20);
  let text = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [status] = await once(child, 'close');
  clearInterval(timer);
  return { status: Number(status), text, errors, megabytes };
}

/** The most memory that a process held so far, in megabytes. */
function readPeak(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
