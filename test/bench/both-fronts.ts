import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deploySite } from '../front/system/deployed-site.ts';
import { layOutProject, projectRoot } from '../helpers/project-copy.ts';
import { startSite } from '../helpers/site-process.ts';
import type { AtTheEnd } from './run-bench.ts';

/** Both fronts serve what `npm start` publishes, with the address that it names. */
const published = { SITE_URL: 'http://localhost:4321' };

/** The example site on the embedded front, then the same build behind nginx. */
export async function onBothFronts(
  atTheEnd: AtTheEnd,
  visit: (front: string, url: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-fronts-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const project = join(folder, 'project');
  layOutProject(project, join(projectRoot, 'content'));
  const embedded = await startSite(project, published);
  atTheEnd(embedded.stop);
  await visit('npm start', embedded.url);
  const served = join(folder, 'served');
  mkdirSync(served);
  const deployed = await deploySite({ folder: served, project, environment: published });
  atTheEnd(deployed.stop);
  await visit('nginx', deployed.url);
}
