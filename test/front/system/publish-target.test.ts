import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../helpers/project-copy.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-target-'));
const executed = join(folder, 'executed');
const asked = join(folder, 'asked');
const remoteShell = join(folder, 'ssh');

beforeAll(() => {
  writeFileSync(remoteShell, `#!/bin/sh\necho "$@ SITE_FOLDER=$SITE_FOLDER" >> ${asked}\nexit 1\n`);
  chmodSync(remoteShell, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true }));

const run = (command: string, ...words: string[]) =>
  spawnSync('bash', [join(projectRoot, command), ...words], {
    cwd: folder,
    env: { ...process.env, SITE_FOLDER: folder, RSYNC_RSH: remoteShell },
    encoding: 'utf8',
  });

describe('deploy/publish', () => {
  it.each([
    `/srv/x'; touch ${executed}; '`,
    `/srv/$(touch ${executed})`,
    `/srv/\`touch ${executed}\``,
    `host:/srv/x'; touch ${executed}; '`,
    `host:/srv/x"; touch ${executed}; "`,
    `host;touch ${executed}:/srv/x`,
    '-oProxyCommand=x:/srv/x',
    'user@-oProxyCommand=x:/srv/x',
    'user@host@other:/srv/x',
    '@host:/srv/x',
    ':/srv/x',
    'host:srv/x',
    '/srv/my site',
    'host:/srv/x\ny',
    'host:/srv/x\n',
    '/srv/büro',
    '/srv//x',
    '/',
  ])('refuses %j as a target, before it does anything', (target) => {
    const { status, stdout, stderr } = run('deploy/publish', '--no-build', target);
    expect(stderr).toMatch(/^publish: (?:the (?:server|folder)|there is no option)/);
    expect([status, stdout]).toEqual([2, '']);
    expect(existsSync(executed)).toBe(false);
    expect(existsSync(asked)).toBe(false);
  });

  it.each(['host:/srv/site', 'user@host.example.org:/srv/my-site_2/', 'deploy.user@build_host:/srv/a.b@c+d'])(
    'takes %s for a target',
    (target) => {
      expect(run('deploy/publish', '--no-build', target).stderr).toContain('cannot be reached');
      expect(existsSync(asked)).toBe(true);
      rmSync(asked);
    },
  );

  it('keeps the folder of the site from what it runs, such as hooks of Git', () => {
    run('deploy/publish', '--no-build', 'host:/srv/site');
    expect(readFileSync(asked, 'utf8')).toBe('host true SITE_FOLDER=\n');
    rmSync(asked);
  });

  it('refuses a second target, and a processor that it does not know', () => {
    expect(run('deploy/publish', '/srv/a', '/srv/b').stderr).toContain('two targets');
    for (const words of [['--cpu'], ['--cpu', 'x86'], ['--cpu', '/srv/a']]) {
      const { status, stderr } = run('deploy/publish', ...words);
      expect([status, stderr]).toEqual([2, 'publish: --cpu is x64 or arm64.\n']);
    }
  });
});

describe('the first release', () => {
  it('stays where it is when it does not come up, and the message says so', () => {
    const root = join(folder, 'srv');
    const release = join(root, 'releases/1');
    mkdirSync(join(root, 'dependencies/d/node_modules'), { recursive: true });
    mkdirSync(join(release, 'dist'), { recursive: true });
    writeFileSync(join(release, 'digests'), 'dependencies d\nsettings s\n');
    writeFileSync(
      join(root, 'settings'),
      'test_nginx=true reload_sidecar=true restart_sidecar=true ask_sidecar=false ask_tries=1\n',
    );
    const { status, stderr } = run('deploy/activate', root, '1');
    expect(status).toBe(1);
    expect(stderr).toContain('There is no release to go back to, so current stays at 1');
    expect(stderr).not.toContain('served again');
    expect(existsSync(join(root, 'current/dist'))).toBe(true);
  });
});

describe.each(['deploy/publish', 'deploy/activate', 'deploy/stage.ts'])('%s', (command) => {
  const start = (...given: string[]) => {
    const runner = command.endsWith('.ts') ? process.execPath : 'bash';
    return spawnSync(runner, [join(projectRoot, command), ...given], { cwd: folder, encoding: 'utf8' });
  };

  it('explains itself', () => {
    for (const help of ['--help', '-h']) {
      const { status, stdout, stderr } = start(help);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^Usage: [^#]+$/);
    }
  });

  it('refuses an unknown option, and no argument at all', () => {
    for (const given of [['--fastre'], []]) {
      const { status, stdout, stderr } = start(...given);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^Usage: |there is no option --fastre/);
    }
  });
});
