import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { borrowBuild, deploySite } from '../../front/system/deployed-site.ts';
import { startNginx } from '../../front/system/nginx-server.ts';
import { listProcesses } from '../../helpers/left-processes.ts';
import { findFreePort } from '../../helpers/ports.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { startRedis } from '../../helpers/redis-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-left-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const planted = (body: string) => `import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'vitest';
it('passes', () => { ${body} });
`;

it('a file of system tests that leaves a process or a folder fails, and is named', () => {
  const files = {
    'process.test.mjs': planted("spawn('sleep', ['300'], { stdio: 'ignore', detached: true }).unref();"),
    'folder.test.mjs': planted("mkdtempSync(join(tmpdir(), 'forgotten-'));"),
    'tidy.test.mjs': planted(''),
    'vitest.config.mjs': `export default { test: {
  setupFiles: ['${projectRoot}/test/helpers/leave-nothing.ts'],
  experimental: { viteModuleRunner: false },
} };
`,
  };
  // Where files find the test runner.
  const root = join(projectRoot, 'node_modules/.cache/left-behind');
  mkdirSync(root, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(root, file), text);
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  const { stderr, status } = spawnSync(process.execPath, [vitest, 'run', '--root', root], {
    encoding: 'utf8',
  });
  rmSync(root, { recursive: true });
  expect(status).toBe(1);
  expect(stderr).toContain('The tests of process left: sleep 300');
  expect(stderr).toMatch(/The tests of folder left: forgotten-\w+/);
  expect(stderr).not.toContain('tidy');
  expect(listProcesses(folder)).toEqual([]);
});

it('servers that give themselves a title are found as well', async () => {
  await using started = new AsyncDisposableStack();
  const redis = await startRedis();
  started.defer(redis.stop);
  const port = await findFreePort();
  const http = `server { listen 127.0.0.1:${port}; }`;
  const nginx = await startNginx({ folder: join(folder, 'nginx'), root: folder, socket: '', port, http });
  started.defer(nginx.stop);
  const commands = listProcesses(tmpdir()).map(({ command }) => command);
  for (const name of [/redis-server/, /nginx: master/, /nginx: worker/])
    expect(commands).toContainEqual(expect.stringMatching(name));
});

it('a deployed site whose nginx does not start leaves no Redis and no sidecar', async () => {
  const project = await borrowBuild(inject('siteFolder'), join(folder, 'project'));
  const before = listProcesses(tmpdir()).length;
  await expect(
    deploySite({ folder: join(folder, 'site'), project, edit: () => 'nonsense;' }),
  ).rejects.toThrow('nginx refuses its configuration');
  expect(listProcesses(tmpdir())).toHaveLength(before);
});
