import { execFile } from 'node:child_process';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import express from 'express';

const run = promisify(execFile);
const hour = 60 * 60_000;
const names = ['chromium', 'chromium-headless-shell', 'google-chrome'];

/** Keys of addresses that show one tree for an hour. They end with the process. */
export function createPreviewKeys(now: () => number) {
  const key = randomBytes(32);
  const sign = (text: string) => createHmac('sha256', key).update(text).digest();
  return {
    issue: (tree: string) => {
      const text = `${tree}.${(now() + hour).toString(36)}`;
      return `${text}.${sign(text).toString('base64url')}`;
    },
    /** The tree of a key; null for one that isn't valid any more. */
    read: (given: string): string | null => {
      const [, text = '', tree = '', until = '', signature = ''] =
        /^(([0-9a-f]{40})\.(\w+))\.([\w-]+)$/.exec(given) ?? [];
      const [a, b] = [Buffer.from(signature, 'base64url'), sign(text)];
      return a.length === b.length && timingSafeEqual(a, b) && Number.parseInt(until, 36) > now()
        ? tree
        : null;
    },
  };
}

/** The program that takes screenshots, with its options: `EDIT_BROWSER`, or a Chromium of the system; null without. */
export function findBrowser(environment: NodeJS.ProcessEnv): readonly string[] | null {
  if (environment.EDIT_BROWSER) return environment.EDIT_BROWSER.split(' ');
  const folders = (environment.PATH ?? '').split(delimiter);
  const found = names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
  return found === undefined ? null : [found];
}

/** A page of a built site as a phone shows it, in PNG. The browser reaches this one site and nothing else. */
export async function takeScreenshot(
  [program = '', ...options]: readonly string[],
  site: string,
  path: string,
): Promise<Buffer | null> {
  const app = express();
  // Nothing that a proposal contains runs here.
  app.use((_, response, next) => {
    response.set('Content-Security-Policy', "script-src 'none'");
    next();
  });
  app.use(express.static(site, { extensions: ['html'] }));
  const server = app.listen(0, '127.0.0.1');
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-screenshot-'));
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const own = ['--headless', '--hide-scrollbars', '--disable-gpu', `--user-data-dir=${folder}`];
    const rules = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';
    const file = join(folder, 'page.png');
    const shot = [
      '--window-size=390,1200',
      `--screenshot=${file}`,
      `http://127.0.0.1:${port}${encodeURI(path)}`,
    ];
    await run(program, [...options, ...own, rules, ...shot], {
      timeout: 30_000,
    });
    return readFileSync(file);
  } catch {
    return null;
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
