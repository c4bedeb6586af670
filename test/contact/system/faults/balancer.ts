import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startNginx } from '../../../front/system/nginx-server.ts';
import { findFreePort } from '../../../helpers/ports.ts';

export interface Balancer {
  readonly url: string;
  /** Where it looks for sidecars. */
  readonly ports: readonly number[];
  readonly stop: () => Promise<void>;
}

/** nginx in front of several sidecars: each request goes to the next of them, or past one that is down. */
export async function startBalancer(count: number): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-balancer-'));
  const port = await findFreePort();
  const ports: number[] = [];
  while (ports.length < count) ports.push(await findFreePort());
  const nginx = await startNginx({
    folder,
    root: folder,
    socket: '',
    port,
    workers: 1,
    http: `access_log off;
    upstream sidecars {
        ${ports.map((one) => `server 127.0.0.1:${one} max_fails=0;`).join('\n        ')}
    }
    server {
        listen 127.0.0.1:${port};
        location / {
            proxy_pass http://sidecars;
            proxy_http_version 1.1;
        }
    }`,
  });
  return {
    url: nginx.url,
    ports,
    stop: async () => {
      await nginx.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
