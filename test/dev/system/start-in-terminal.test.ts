import { cpSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../helpers/ports.ts';
import { layOutProject, projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';
import { Terminal, waitForEnd } from '../../helpers/terminal.ts';

/** `npm start`, as a person types it, in a terminal. */
const folder = makeQuickFolder('start');
let port = 0;

beforeAll(async () => {
  layOutProject(folder, join(projectRoot, 'content'));
  port = await findFreePort();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(environment: Record<string, string> = {}): Terminal {
  const terminal = new Terminal('exec npm start', folder, {
    PORT: String(port),
    SITE_URL: inject('siteUrl'),
    ...environment,
  });
  onTestFinished(() => terminal.close());
  return terminal;
}

async function startServed(): Promise<Terminal> {
  const terminal = start();
  await terminal.waitFor(/ is at http/);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  return terminal;
}

const built = () => statSync(join(folder, 'dist/server/front.json'), { throwIfNoEntry: false })?.mtimeMs;

/** A change that a build would be due for. */
function changeContent(): void {
  mkdirSync(join(folder, 'public'), { recursive: true });
  writeFileSync(join(folder, 'public/changed.txt'), `${performance.now()}\n`);
}

describe('before anything is built', () => {
  it.each([
    [{ PORT: 'abc' }, /PORT cannot be used: it wants a whole number from 1 to 65535/],
    [{ SMTP_URL: 'smtp://localhost' }, /CONTACT_TO is not set/],
    [{ HOST: '192.0.2.1' }, /192\.0\.2\.1 is not an address of this machine/],
  ])('%j prevents startup and says why', async (environment, sentence) => {
    const terminal = start(environment);
    await terminal.waitFor(sentence);
    expect(await terminal.end()).toBe(1);
    expect(built()).toBeUndefined();
  });

  it('settings of the file .env count', async () => {
    writeFileSync(join(folder, '.env'), 'LOG_LEVEL=loud\n');
    onTestFinished(() => rmSync(join(folder, '.env')));
    const terminal = start();
    await terminal.waitFor(/LOG_LEVEL cannot be used/);
    expect(await terminal.end()).toBe(1);
  });
});

it('ends with all of its processes when the terminal goes away during the build', async () => {
  const terminal = start();
  await terminal.waitFor(/documents compiled/);
  await terminal.close();
  // The next builds begin with what a whole one left.
  const kept = 'node_modules/.cache/agentsite';
  cpSync(join(inject('siteFolder'), kept), join(folder, kept), {
    recursive: true,
    preserveTimestamps: true,
  });
});

it('ends with Ctrl-C, when the terminal goes away, and when npm is ended; nothing stays behind that keeps the next one from starting', async () => {
  const first = await startServed();
  const interrupted = first.processes();
  first.press('\u0003');
  await first.end();
  await waitForEnd(interrupted);

  // As a build leaves it that failed at a page: most files are of today, its last one is not.
  const complete = built() ?? 0;
  utimesSync(join(folder, 'dist/server/next-due.txt'), 0, 0);
  const second = await startServed();
  await second.close();
  const repeated = built();
  expect(repeated).toBeGreaterThan(complete);

  const third = await startServed();
  expect(built()).toBe(repeated);
  const supervised = third.processes();
  process.kill(supervised.at(0) ?? 0, 'SIGTERM');
  await waitForEnd(supervised);
});

it('a second start names what is in its way, and builds nothing under the one that runs', async () => {
  const first = await startServed();
  const before = built();
  changeContent();

  const samePort = start();
  await samePort.waitFor(new RegExp(`Port ${port} is taken: .* choose another port, for example \\d+`));
  expect(await samePort.end()).toBe(1);

  const pid = Number(readFileSync(join(folder, '.data/contact.pid'), 'utf8'));
  expect(first.processes()).toContain(pid);
  const sameState = start({ PORT: '0' });
  await sameState.waitFor(new RegExp(`Process ${pid} is a sidecar that keeps its state in .*kill ${pid}`));
  expect(await sameState.end()).toBe(1);

  mkdirSync(join(folder, '.other'), { recursive: true });
  const sameBuild = start({ PORT: '0', DATA_DIR: '.other' });
  await sameBuild.waitFor(new RegExp(`Process ${pid} serves dist/ of this project.*kill ${pid}`));
  expect(await sameBuild.end()).toBe(1);
  const otherUrl = start({ PORT: '0', DATA_DIR: '.other', SITE_URL: 'https://other.example' });
  await otherUrl.waitFor(/wants https:\/\/other\.example: give both the same SITE_URL/);
  expect(await otherUrl.end()).toBe(1);

  expect(built()).toBe(before);
  first.press('\u0003');
  await first.end();
});
