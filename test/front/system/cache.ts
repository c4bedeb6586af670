import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort, listens } from '../../helpers/ports.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { startNginx } from './nginx-server.ts';

/** A cache of the manual's page about CDNs, in front of a site. */
export interface Cache {
  readonly url: string;
  /** Removes what is old, as a line of shell. */
  readonly purge: string;
  readonly stop: () => Promise<void>;
}

/** nginx, or Varnish: `VARNISHD=/usr/sbin/varnishd npx vitest run test/front/system/publish.test.ts`. */
export async function startCache(folder: string, site: string): Promise<Cache> {
  const page = readFileSync(join(projectRoot, 'content/pages/manual/publishing/cdn.md'), 'utf8');
  const { host, hostname, port: sitePort } = new URL(site);
  const settings = (language: string) =>
    (new RegExp(`\`\`\`${language}\\n([\\s\\S]+?)\`\`\``).exec(page)?.[1] ?? '')
      .replaceAll('/var/cache/nginx/site', `${folder}/kept`)
      .replace('http://192.0.2.1', `http://${host}`)
      .replaceAll('192.0.2.1', hostname)
      .replace('"80"', `"${sitePort}"`);
  mkdirSync(folder, { recursive: true });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const varnish = process.env.VARNISHD;
  if (varnish === undefined) {
    const http = settings('nginx').replace('listen 80', `listen 127.0.0.1:${port}`);
    const nginx = await startNginx({ folder, root: folder, socket: '', port, http });
    return { url, purge: `find ${folder}/kept -type f -delete`, stop: nginx.stop };
  }
  writeFileSync(join(folder, 'site.vcl'), settings('vcl'));
  const words = ['-F', '-n', join(folder, 'work'), '-f', join(folder, 'site.vcl'), '-a', `127.0.0.1:${port}`];
  const child = spawn(varnish, [...words, '-j', 'none'], { stdio: ['ignore', 'inherit', 'inherit'] });
  while (!(await listens(port))) {
    if (child.exitCode !== null) throw new Error(`${varnish} did not start.`);
    await delay(50);
  }
  const ended = once(child, 'exit');
  return {
    url,
    purge: `curl -fsS -o /dev/null -X BAN ${url}/`,
    stop: async () => {
      child.kill();
      await ended;
    },
  };
}
