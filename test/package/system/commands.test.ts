import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openTerminal } from '../../../src/terminal/terminal.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { lintText } from '../../project/vocabulary.ts';

const run = (command: string, ...options: string[]) =>
  spawnSync(process.execPath, [join(projectRoot, command), ...options], {
    cwd: projectRoot,
    encoding: 'utf8',
    timeout: 500_000,
  });

it.each([
  ['src/cli/build.ts', 'npm run build'],
  ['src/cli/check.ts', 'npm run check'],
  ['src/cli/new.ts', 'npm run new'],
])('%s explains itself, and refuses an option that it does not know', (command, usage) => {
  const helped = run(command, '--help');
  expect(helped.status).toBe(0);
  expect(helped.stdout).toContain(`Usage: ${usage}`);
  const refused = run(command, '--fastre');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain('There is no option --fastre');
  expect(refused.stderr).toContain(`Usage: ${usage}`);
});

const agentsiteVersion = () => run('src/cli/agentsite.ts', '--version').stdout.trim();

/** What is written to a terminal, or to a file, when a step of some seconds reports how far it is. */
function show(isTTY: boolean): string {
  let text = '';
  let now = 0;
  const write = (chunk: string) => {
    text += chunk;
    return true;
  };
  const terminal = openTerminal({ isTTY, columns: 40, write } as unknown as NodeJS.WriteStream, () => now);
  for (now = 0; now < 6_000; now += 50) terminal.progress(`${now} of 6000`);
  terminal.line('Done');
  return text;
}

it('progress is one line that changes in a terminal', () => {
  const text = show(true);
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toContain('5900 of 6000');
  expect(text.endsWith('\r\u001b[2KDone\n')).toBe(true);
});

it('progress is a plain line now and then elsewhere', () => {
  expect(show(false)).toBe('5000 of 6000\nDone\n');
});

describe('agentsite', () => {
  const agentsite = (...words: string[]) => run('src/cli/agentsite.ts', ...words);

  it('lists its commands; each explains itself, and refuses an option that it does not know', () => {
    const { status, stdout } = agentsite('--help');
    expect(status).toBe(0);
    const names = [...stdout.matchAll(/^ {2}([\w-]+) /gm)].map(([, name]) => name ?? '');
    expect(names).toEqual(
      expect.arrayContaining(['init', 'new', 'dev', 'check', 'build', 'deploy-files', 'start', 'import']),
    );
    for (const name of names) {
      const helped = agentsite(name, '--help');
      expect(helped.status, name).toBe(0);
      expect(helped.stdout, name).toMatch(/^Usage: /);
      expect(lintText(`agentsite ${name} --help`, helped.stdout)).toEqual([]);
      const refused = agentsite(name, '--fastre');
      expect([refused.status, refused.stdout], name).toEqual([2, '']);
      expect(refused.stderr, name).toMatch(/^There is no option --fastre[\s\S]*Usage: /);
    }
  });

  it('says its version, and what a misspelt command may have been', () => {
    expect(agentsite('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { status, stderr } = agentsite('biuld');
    expect(status).toBe(2);
    expect(stderr).toContain('agentsite has no command "biuld"; did you mean "build"?');
  });
});

describe('agentsite init', () => {
  const parent = mkdtempSync(join(tmpdir(), 'agentsite-init-'));
  const folder = join(parent, 'notes');
  const init = (...words: string[]) => run('src/cli/agentsite.ts', 'init', ...words);
  afterAll(() => rmSync(parent, { recursive: true, force: true }));

  it('refuses what it cannot use before it writes anything', () => {
    expect(init(folder, '--yes', '--timezone', 'Berlin').stderr).toBe(
      '--timezone: "Berlin" is not an IANA time zone such as Europe/Berlin.\n',
    );
    expect(init(folder).stderr).toContain('outside of a terminal: add --yes.');
    expect(init('--yes').stderr).toContain('Name one folder for the site.');
    expect(existsSync(folder)).toBe(false);
  });

  it('copies a packed engine and the add-ons of the site into it, and takes nothing else for one', () => {
    const engine = join(parent, 'agentsite-1.0.0.tgz');
    writeFileSync(engine, 'packed');
    writeFileSync(join(parent, 'agentsite-contract-1.0.0.tgz'), 'contract');
    const site = join(parent, 'vendored');
    for (const wrong of [parent, join(parent, 'missing.tgz'), join(projectRoot, 'package.json')])
      expect(init(site, '--yes', '--engine', wrong).stderr).toContain('is not a packed file');
    expect(existsSync(site)).toBe(false);
    expect(init(site, '--yes', '--host', 'docker', '--engine', engine).stderr).toBe('');
    expect(readFileSync(join(site, 'vendor/agentsite.tgz'), 'utf8')).toBe('packed');
    expect(readFileSync(join(site, 'vendor/agentsite-contract.tgz'), 'utf8')).toBe('contract');
    const dockerfile = readFileSync(join(site, 'Dockerfile'), 'utf8');
    expect(dockerfile).toContain('COPY vendor/agentsite.tgz ');
    expect(dockerfile).toContain('COPY vendor/agentsite-contract.tgz ');
    const other = join(parent, 'edited');
    const lacking = init(other, '--yes', '--editor', 'server', '--engine', engine);
    expect(lacking.stderr).toContain('agentsite-editor-1.0.0.tgz is missing.');
    expect(existsSync(other)).toBe(false);
  });

  it('writes no Dockerfile that could not install the engine', () => {
    const site = join(parent, 'outside');
    init(site, '--yes');
    const manifest = readFileSync(join(site, 'package.json'), 'utf8');
    const outside = manifest.replace(/"agentsite": "\^[^"]*"/, '"agentsite": "file:../agentsite-1.0.0.tgz"');
    expect(outside).not.toBe(manifest);
    writeFileSync(join(site, 'package.json'), outside);
    const command = join(projectRoot, 'src/cli/agentsite.ts');
    const { status, stderr } = spawnSync(process.execPath, [command, 'deploy-files', 'docker'], {
      cwd: site,
      encoding: 'utf8',
    });
    expect(status).toBe(2);
    expect(stderr).toContain('package.json installs agentsite from ../agentsite-1.0.0.tgz.');
    expect(stderr).toContain('npm install ./vendor/agentsite-1.0.0.tgz');
    expect(existsSync(join(site, 'Dockerfile'))).toBe(false);
  });

  it('lists the packages that its workflow runs; deploy-files names those that an earlier site lacks', () => {
    const site = join(parent, 'pushed');
    init(site, '--yes', '--host', 'server');
    const manifest = JSON.parse(readFileSync(join(site, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    const version = agentsiteVersion();
    expect(manifest.dependencies).toMatchObject({
      'agentsite-contract': `^${version}`,
      'agentsite-doctor': `^${version}`,
    });
    const deployFiles = () =>
      spawnSync(process.execPath, [join(projectRoot, 'src/cli/agentsite.ts'), 'deploy-files', 'server'], {
        cwd: site,
        encoding: 'utf8',
      }).stderr;
    expect(deployFiles()).toBe('');
    const { 'agentsite-doctor': _, ...dependencies } = manifest.dependencies;
    writeFileSync(join(site, 'package.json'), JSON.stringify({ ...manifest, dependencies }));
    expect(deployFiles()).toBe(
      `The workflow needs the package agentsite-doctor. Install it:\n  npm install agentsite-doctor@${version}\n`,
    );
  });

  it('writes a site whose content a build would take, and nothing over it', () => {
    const made = init(folder, '--yes', '--title', 'Notes', '--timezone', 'Europe/Berlin');
    expect(made.stdout).toContain('npm install\nnpm start');
    // What publishes it with a push.
    const workflow = readFileSync(join(folder, '.github/workflows/publish.yml'), 'utf8');
    expect(workflow).toContain('npx agentsite publish --no-build --to "$SITE_SERVER"');
    const check = () =>
      spawnSync(process.execPath, [join(projectRoot, 'src/cli/check.ts'), '--json'], {
        cwd: folder,
        encoding: 'utf8',
      });
    const helped = spawnSync(process.execPath, [join(projectRoot, 'src/cli/check.ts'), '--help'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(helped.stdout).toContain('Usage: npx agentsite check [--json]');
    expect(JSON.parse(check().stdout)).toMatchObject({ documents: 2, problems: [] });
    const again = init(folder, '--yes');
    expect(again.status).toBe(1);
    expect(again.stderr).toContain('is not empty: choose another folder, or empty this one.');
  });
});
