import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { plainEnvironment } from './environment.ts';
import { findFreePort } from './ports.ts';

export interface SiteProcess {
  readonly url: string;
  readonly process: ChildProcess;
  /** Everything that it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/**
 * Runs `npm start`'s command in a project folder, and waits until it says where it is.
 * @param main the sidecar, for a site that is apart from the engine
 */
export async function startSite(
  folder: string,
  environment: Record<string, string> = {},
  main = 'sidecar/main.ts',
  options = ['--build-when-needed'],
): Promise<SiteProcess> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [main, ...options], {
    cwd: folder,
    env: {
      ...plainEnvironment,
      PORT: String(port),
      SITE_URL: url,
      DATA_DIR: join(folder, '.data'),
      LOG_LEVEL: 'error',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const collect = (chunk: Buffer) => {
    text += chunk.toString();
    if (/ is at http/.test(text)) resolve();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  child.once('exit', (status) => reject(new Error(`The site ended with status ${status}:\n${text}`)));
  await promise;
  return {
    url,
    process: child,
    output: () => text,
    async stop() {
      if (child.exitCode !== null) return;
      child.removeAllListeners('exit');
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
