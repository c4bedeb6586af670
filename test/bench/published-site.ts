import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DeployedSite, serveRelease } from '../front/system/deployed-site.ts';
import { layOutProject, projectRoot } from '../helpers/project-copy.ts';
import type { AtTheEnd } from './run-bench.ts';

export interface PublishedSite {
  readonly site: DeployedSite;
  /** Builds a release that the page `/marked/` names at its start and its end, and publishes it. */
  readonly publish: (release: number) => Promise<void>;
}

/** The example site on a real server: nginx, a sidecar and Redis, published as the deployment guide says. */
export async function servePublished(
  atTheEnd: AtTheEnd,
  environment: Readonly<Record<string, string>> = {},
): Promise<PublishedSite> {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-published-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const project = join(folder, 'project');
  const root = join(folder, 'srv');
  layOutProject(project, join(projectRoot, 'content'));
  cpSync(join(projectRoot, 'deploy'), join(project, 'deploy'), { recursive: true });
  // The dependencies of this project, as if an earlier publication had installed them.
  const lock = hash('sha256', readFileSync(join(project, 'package-lock.json')));
  const modules = join(root, 'dependencies', hash('sha256', `package-lock.json ${lock}`).slice(0, 16));
  mkdirSync(modules, { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(modules, 'node_modules'));
  const ready = join(folder, 'ready');
  writeFileSync(ready, `echo "ready $(readlink -f ${root}/current/dist)"\n`);

  const settle = (settings: Readonly<Record<string, string>>) =>
    writeFileSync(
      join(root, 'settings'),
      Object.entries(settings)
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(''),
    );
  const publish = async (release: number) => {
    writeFileSync(join(project, 'content/pages/marked.md'), markedPage(release));
    const child = spawn('bash', ['deploy/publish', root], {
      cwd: project,
      env: { ...process.env, SITE_URL: publicUrl, NODE_ENV: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    const [status] = await once(child, 'close');
    if (status !== 0) throw new Error(`deploy/publish ended with ${status}:\n${output}`);
  };

  settle({
    reload_nginx: 'true',
    test_nginx: 'true',
    reload_sidecar: 'true',
    restart_sidecar: 'true',
    ask_sidecar: `sh ${ready}`,
  });
  await publish(0);
  const site = await serveRelease(root, { folder, environment: { SITE_URL: publicUrl, ...environment } });
  atTheEnd(site.stop);
  settle({
    reload_nginx: `kill -HUP ${site.nginx.process.pid}`,
    test_nginx: `/usr/sbin/nginx -t -q -c ${site.nginx.configuration}`,
    reload_sidecar: `kill -HUP ${site.service.pid()}`,
    restart_sidecar: 'false',
    ask_sidecar: `curl --silent --max-time 2 ${site.operationsUrl}/readyz`,
  });
  return { site, publish };
}

const publicUrl = 'http://localhost:4321';

function markedPage(release: number): string {
  const says = `This is release-${release}-.`;
  const filler = 'Words that make the page long enough to be sent in pieces. '.repeat(400);
  return `---\ntitle: Marked release-${release}-\n---\n\n${says}\n\n${filler}\n\n${says}\n`;
}
