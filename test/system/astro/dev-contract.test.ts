import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DevServer, startDevServer } from '../../helpers/dev-server.ts';
import { layOutProject, projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';

/** `astro dev` keeps the contract of the published site: documents, queries, errors, MCP and contact. */
const folder = makeQuickFolder('dev-contract');
let server: DevServer;

beforeAll(async () => {
  layOutProject(folder, join(projectRoot, 'content'));
  server = await startDevServer(folder);
}, 120_000);
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('passes the contract suite', async () => {
  // Pages hold what Vite puts into them, and their headers say so: a policy of their own, no tags, no compression.
  const files = ['documents', 'content', 'described', 'mcp', 'contact'].map(
    (name) => `test/contract/${name}.test.ts`,
  );
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--project', 'system', ...files], {
    cwd: projectRoot,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, CONTRACT_URL: server.url, NO_COLOR: '1' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const [status] = await once(child, 'close');
  expect(status === 0 ? 'passed' : said.slice(-8_000)).toBe('passed');
}, 300_000);
