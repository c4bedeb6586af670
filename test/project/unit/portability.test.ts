import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { listSiteFiles } from '../../../packages/create/src/site-files.ts';
import { toolVersions } from '../../../src/hosts/how-to-publish.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { findPosixCode, findShellSyntax } from '../../portability.ts';

/** Code with its reason to be for POSIX systems: it asks whether the system has it, or runs on servers only. */
const allowed = new Set(['src/cli/publish.ts', 'src/package/pack.ts']);

it('code outside of deploy/ and publish runs on Windows and macOS too', () => {
  const files = globSync('{src,sidecar,packages/*/src}/**/*.ts', { cwd: projectRoot }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  expect(files.length).toBeGreaterThan(400);
  const checked = files.filter((file) => !allowed.has(file));
  expect(
    checked.flatMap((file) => findPosixCode(file, readFileSync(join(projectRoot, file), 'utf8'))),
  ).toEqual([]);
});

it('components import code without its extension, which differs in the package', () => {
  const files = globSync('src/**/*.astro', { cwd: projectRoot });
  expect(files.length).toBeGreaterThan(30);
  const named = files.filter((file) =>
    /['"]\.[^'"]*\.ts['"]/.test(readFileSync(join(projectRoot, file), 'utf8')),
  );
  expect(named).toEqual([]);
});

it.each([
  'process.execve(process.execPath, [], {});',
  "process.kill(-child.pid, 'SIGTERM');",
  'const root = process.getuid() === 0;',
  "spawnSync('npm', ['install']);",
  "execSync('git status');",
  "const folder = '/tmp/site';",
  "const file = new URL('./notes.md', import.meta.url).pathname;",
  "const file = new URL('./worker.ts', import.meta.url);",
  "await import(join(root, 'site.ts'));",
  "const file = import.meta.dirname + '/worker.ts';",
  ['const file = `$', '{import.meta.dirname}/worker.ts`;'].join(''),
  ['const file = `$', '{entry.parentPath}/$', '{entry.name}`;'].join(''),
  '.map((entry) => join(entry.parentPath, entry.name).slice(top.length + 1))',
  "const [first] = relative(root, file).split('/');",
  'symlinkSync(target, link);',
])('a lint finds %s', (line) => {
  expect(findPosixCode('a.ts', `const ok = 1;\n${line}\n`)).toEqual([expect.stringMatching(/^a\.ts:2: /)]);
});

it.each([
  'exec agentsite start',
  'PORT=80 node server.js',
  'node a.js && exec node b.js',
  'node a.js && PORT=80 node b.js',
  'test -f a.js || node b.js',
  'rm -rf dist && node build.js',
  'node build.js $PORT',
  "node -e 'start()'",
  'node a.js & node b.js',
])('a lint finds shell syntax in %s', (script) => {
  expect(findShellSyntax(script)).not.toBeNull();
});

it.each([
  'astro dev',
  'node a.js && node b.js',
  'node --max-semi-space-size=16 a.js',
  `node -e "import('./a.js')"`,
])('cmd.exe and sh both run %s', (script) => expect(findShellSyntax(script)).toBeNull());

const scriptsOf = (text: string) =>
  Object.entries((JSON.parse(text) as { scripts: Record<string, string> }).scripts);

it('both run the scripts of a new site and of this project', () => {
  const answers = {
    title: 'Notes',
    owner: 'Zoë',
    language: 'en',
    timezone: 'UTC',
    look: 'classic',
    host: 'server',
    url: 'https://example.org',
    import: 'nothing',
    export: '',
  };
  const packages = { agentsite: '^1.0.0', astro: '^7.0.0', node: {} };
  const facts = { packages, addOns: [], isVendored: false, node: 24, today: '2026-11-23' };
  const site = listSiteFiles({ ...answers, ...facts }, 24)['package.json'] ?? '';
  const project = readFileSync(join(projectRoot, 'package.json'), 'utf8');
  const scripts = [...scriptsOf(site), ...scriptsOf(project)];
  expect(scripts.map(([name]) => name)).toEqual(
    expect.arrayContaining(['start', 'dev', 'build', 'check', 'prepare']),
  );
  expect(scripts.filter(([, script]) => findShellSyntax(script) !== null)).toEqual([]);
});

it('a workflow runs the commands of an owner on three systems, with actions that are named by commit', () => {
  const text = readFileSync(join(projectRoot, '.github/workflows/systems.yml'), 'utf8');
  const { jobs } = parse(text) as {
    jobs: {
      commands: { strategy: { matrix: { system: string[] } }; steps: { uses?: string; run?: string }[] };
    };
  };
  const { strategy, steps } = jobs.commands;
  expect(strategy.matrix.system.map((system) => system.split('-')[0])).toEqual([
    'ubuntu',
    'macos',
    'windows',
  ]);
  const commands = steps.flatMap(({ run }) => run ?? []);
  expect(commands).toEqual(
    expect.arrayContaining(['npm run build', 'npm run check', 'npm run test:systems']),
  );
  for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
  expect(text).toContain(`node-version: ${toolVersions.node}\n`);
});
