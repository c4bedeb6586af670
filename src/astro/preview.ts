import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CreatePreviewServer } from 'astro';
import { AstroError } from 'astro/errors';
import { codeFile } from '../content/read/code-digest.ts';
import { isFilesOnly } from '../core/model/targets.ts';
import { basePath } from '../core/model/urls.ts';
import { createFileHost } from '../hosts/file-host.ts';
import { readSite } from '../settings/read-site.ts';

/** The sidecar of the engine, which `npm start` runs. */
const sidecar = codeFile('sidecar/main');

/** `astro preview`: serves `dist/` by the program that does so in production. */
const preview: CreatePreviewServer = async ({ root, host, port, logger }) => {
  const address = host === undefined || host === 'localhost' ? '127.0.0.1' : host;
  const folder = fileURLToPath(root);
  const site = await readSite(folder, process.env.SITE_URL, process.env.DEPLOY);
  if (isFilesOnly(site)) {
    const server = createFileHost(join(folder, 'dist'), site);
    await once(server.listen(port, address), 'listening');
    logger.info(`dist/ as ${site.deploy} serves it: http://localhost:${port}${basePath(site)}/`);
    const closed = once(server, 'close').then(() => undefined);
    return { host: address, port, closed: () => closed, stop: async () => void server.close() };
  }
  const child = spawn(process.execPath, [sidecar], {
    cwd: folder,
    env: { ...process.env, HOST: address, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().then(() => process.exit()));
  }
  const ready = Promise.withResolvers<void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    logger.info(line);
    ready.resolve();
  });
  await Promise.race([
    ready.promise,
    ended.then(() => {
      const error = new AstroError('dist/ cannot be served.', 'See the messages above.');
      throw Object.assign(error, { stack: '' });
    }),
  ]);
  return { host: address, port, closed: () => ended.then(() => undefined), stop };
};

export default preview;
