import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedSite } from '../../build/system/changed-site.ts';
import { runContract } from '../../helpers/contract-run.ts';
import { type DevServer, startDevServer } from '../../helpers/dev-server.ts';
import { layOutOwnSite } from '../../helpers/own-site.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';

/** `astro dev` keeps the contract of the published site: documents, queries, errors, MCP and contact. */
const folder = makeQuickFolder('dev-contract');
/** Without pages of the owner's own, and without the link to one. */
const documents = Object.entries(changedSite)
  .filter(([file]) => file.startsWith('content/'))
  .map(([file, text]) => [file, text.replace('[Ask](/ask/)', 'Ask')]);
let server: DevServer;

beforeAll(async () => {
  server = await startDevServer(layOutOwnSite(folder, Object.fromEntries(documents)));
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('passes the contract suite', async () => {
  // Pages hold what Vite puts into them, and their headers say so: a policy of their own, no tags, no compression.
  expect(await runContract(server.url, 'documents', 'content', 'described', 'mcp', 'contact')).toBe('passed');
});
