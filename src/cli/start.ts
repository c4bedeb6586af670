import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { codeFile } from '../content/read/code-digest.ts';
import { hasSidecar } from '../core/model/targets.ts';
import { basePath } from '../core/model/urls.ts';
import { createFileHost } from '../hosts/file-host.ts';
import { memorySettings } from '../hosts/memory-settings.ts';
import { loadEnvFile } from '../settings/load-env-file.ts';
import { readOptions, stop } from '../terminal/options.ts';
import { typed } from '../terminal/typed.ts';
import { replaceProcess } from './replace-process.ts';
import { readOwnSite } from './site/own-site.ts';

const usage = `Usage: ${typed('start')}

Builds the site if anything changed since the last build, and serves all of it on http://localhost:4321: pages,
queries, MCP and the contact form. A site for a static host is served as that host will serve it. Settings come from
the environment or from .env (PORT, HOST, SITE_URL …).

  -h, --help  shows this help`;

readOptions(usage, {});
loadEnvFile(process.cwd());
const site = await readOwnSite();
if (hasSidecar(site)) startSidecar();
else serveFiles();

function startSidecar(): void {
  const sidecar = codeFile('sidecar/main');
  replaceProcess(['--max-semi-space-size=2', sidecar, '--build-when-needed'], {
    ...process.env,
    ...memorySettings,
    NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/node'),
  });
}

function serveFiles(): void {
  const build = codeFile('src/cli/build');
  const { status } = spawnSync(process.execPath, [build], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  const server = createFileHost(join(process.cwd(), 'dist'), site);
  server.once('error', (error) =>
    stop(`Can't serve the site: ${error.message}. Set PORT to use another port.`, 1),
  );
  const port = Number(process.env.PORT ?? 4321);
  server.listen(port, '127.0.0.1', () => {
    console.log(`${site.title} as ${site.deploy} serves it is at http://localhost:${port}${basePath(site)}/`);
  });
}
