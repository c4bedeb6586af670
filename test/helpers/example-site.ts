import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { layOutProject, projectRoot } from './project-copy.ts';
import { startSite } from './site-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL of the example site. */
    readonly siteUrl: string;
    /** Folder of the example site's project. */
    readonly siteFolder: string;
  }
}

/**
 * Builds and serves the example content once for all tests, as `npm start` does. Every Node that this or a test
 * starts keeps the code that it compiled in one folder, as `npm start` and the build do in each project.
 */
export default async function serveExampleSite(project: TestProject): Promise<() => Promise<void>> {
  const compiled = mkdtempSync(join(tmpdir(), 'agentsite-compiled-'));
  process.env.NODE_COMPILE_CACHE = compiled;
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-example-'));
  layOutProject(folder, join(projectRoot, 'content'));
  const site = await startSite(folder, { MCP_PER_MINUTE: '2000' });
  project.provide('siteUrl', site.url);
  project.provide('siteFolder', folder);
  return async () => {
    await site.stop();
    for (const made of [folder, compiled]) rmSync(made, { recursive: true, force: true });
  };
}
