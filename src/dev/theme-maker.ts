import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Site } from '../core/model/site.ts';
import { digestTheme, isThemeCurrent } from '../publish/theme.ts';

/** Ends with the process that it was started by. */
const running = new Set<() => void>();

/**
 * Compiles the theme for a preview, in a process of its own, since that keeps a machine busy for seconds. Each
 * version of the code has its own folder: modules that were loaded once cannot be loaded again.
 * @param folder where the themes of previews lie
 * @returns the folder of the theme
 * @throws with what Astro said when the code does not compile.
 */
export async function makeTheme(root: string, folder: string, site: Site): Promise<string> {
  const digest = digestTheme(root, site);
  const theme = join(folder, digest.slice(0, 16));
  if (isThemeCurrent({ folder: theme, code: digest })) return theme;
  const command = join(import.meta.dirname, 'compile-theme.ts');
  const child = spawn(process.execPath, [command, root, theme, digest], {
    cwd: root,
    env: { ...process.env, SITE_URL: site.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => void child.kill();
  running.add(stop);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  }
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  child.once('error', reject);
  child.once('close', resolve);
  const status = await promise.finally(() => running.delete(stop));
  if (status !== 0) throw new Error(said.trim() || `Astro ended with status ${status}`);
  return theme;
}

/** Ends what is being compiled. */
export function stopThemes(): void {
  for (const stop of running) stop();
}

/** Removes the themes of code that is gone. */
export function removeOldThemes(folder: string, current: string): void {
  for (const name of readdirSync(folder)) {
    if (join(folder, name) !== current) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
