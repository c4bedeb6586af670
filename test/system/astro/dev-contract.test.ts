import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runContract } from '../../helpers/contract-run.ts';
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
  expect(await runContract(server.url, 'documents', 'content', 'described', 'mcp', 'contact')).toBe('passed');
}, 300_000);
