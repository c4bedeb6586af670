import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { plainEnvironment } from '../../helpers/environment.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { Terminal, waitForEnd } from '../../helpers/terminal.ts';

/** The sidecar as a process: what it does at signals, and what it prints. */
const folder = makeQuickFolder('process');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

interface Started {
  readonly child: ChildProcess;
  /** Resolves when it has ended, and all that it said is there. */
  readonly closed: Promise<unknown>;
  readonly output: () => string;
  readonly waitFor: (said: RegExp) => Promise<void>;
}

/** As the unit starts it, with a folder of state of its own. */
function start(environment: Readonly<Record<string, string>>): Started {
  const site = inject('siteFolder');
  const child = spawn(
    process.execPath,
    ['--import', join(site, 'sidecar/process/hangup.ts'), join(site, 'sidecar/main.ts')],
    {
      cwd: site,
      env: {
        ...plainEnvironment,
        PORT: '0',
        DATA_DIR: join(folder, `data-${++count}`),
        LOG_LEVEL: 'debug',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  const waitFor = async (said: RegExp) => {
    while (!said.test(text)) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended:\n${text}`);
      await delay(20);
    }
  };
  return { child, closed, output: () => text, waitFor };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Does the process have a listener for SIGHUP, the first signal? */
function listensToHangup({ pid }: ChildProcess): boolean {
  const caught = /^SigCgt:\s+([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return (BigInt(`0x${caught}`) & 1n) === 1n;
}

describe('SIGHUP', () => {
  const release = () => ({ RELEASE_DIR: join(inject('siteFolder'), 'dist') });

  it('during the start of a service is kept, and opens the release when the service is up', async () => {
    const { child, output, waitFor } = start(release());
    while (!listensToHangup(child)) await delay(1);
    expect(output()).not.toContain(' is at ');
    for (let times = 0; times < 3; times++) child.kill('SIGHUP');
    await waitFor(/ is at http/);
    await waitFor(/another release is served/);
    expect(child.exitCode).toBeNull();
  });

  it('does not hold up the end, and no release is left open', async () => {
    const { child, output, waitFor } = start(release());
    await waitFor(/ is at http/);
    for (let times = 0; times < 8; times++) {
      child.kill('SIGHUP');
      await delay(1);
    }
    child.kill('SIGTERM');
    const began = Date.now();
    expect(await once(child, 'exit')).toEqual([0, null]);
    // What hangs is ended after 25 seconds.
    expect(Date.now() - began).toBeLessThan(24_000);
    expect(output()).not.toContain('cannot be opened');
  });

  it('ends a sidecar that serves the project itself', async () => {
    const { child, waitFor } = start({});
    await waitFor(/ is at http/);
    child.kill('SIGHUP');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

it('logs go nowhere when the terminal is gone, and the process still hears signals', async () => {
  const script = join(folder, 'talker.ts');
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs';
import { createLogger } from '${join(projectRoot, 'sidecar/process/logger.ts')}';
const logger = createLogger('info');
let lines = 0;
process.on('SIGTERM', () => process.exit());
setInterval(() => {
  logger.info({ pid: process.pid }, 'a line');
  if (++lines === 100) writeFileSync('${join(folder, 'hundred')}', '');
}, 20);
`,
  );
  // In a session of its own, so that it gets no signal when the terminal closes.
  const terminal = new Terminal(`setsid --fork ${process.execPath} ${script}; sleep 600`, folder);
  const [, pid] = await terminal.waitFor(/"pid":(\d+)/);
  onTestFinished(() => void (isAlive(Number(pid)) && process.kill(Number(pid), 'SIGKILL')));
  await terminal.close();
  while (!existsSync(join(folder, 'hundred'))) await delay(20);
  process.kill(Number(pid), 'SIGTERM');
  await waitForEnd([Number(pid)]);
});

it('prints no value that is a secret, whatever is wrong with it', async () => {
  const canary = 'canary9d1e';
  const mail = { CONTACT_TO: 'a@example.org', CONTACT_FROM: 'b@example.org' };
  const broken = [
    { CONTACT_SECRET: canary },
    { SMTP_URL: `smtp://user:${canary}/x@:70000`, ...mail },
    { SMTP_URL: `smtp://user:%zz${canary}@127.0.0.1:1`, ...mail },
    { RESEND_API_KEY: canary },
    { REDIS_URL: `redis://user:${canary}@127.0.0.1:1` },
    { REDIS_URL: `redis://user:${canary}%@127.0.0.1:1` },
    { REDIS_URL: `redis+sentinel://user:${canary}@127.0.0.1:1/name?sentinel-password=${canary}` },
    { REDIS_ULR: canary },
  ];
  for (const settings of broken) {
    const credentials = join(folder, `credentials-${count}`);
    mkdirSync(credentials);
    for (const [name, value] of Object.entries(settings)) {
      writeFileSync(join(credentials, `agentsite_${name}`), value);
    }
    for (const environment of [settings, { CREDENTIALS_DIRECTORY: credentials }]) {
      const { child, closed, output, waitFor } = start(environment as Record<string, string>);
      await Promise.race([closed, waitFor(/ is at /).catch(() => closed)]);
      expect(output()).not.toBe('');
      expect(output()).not.toContain(canary);
      child.kill('SIGKILL');
    }
  }
});
