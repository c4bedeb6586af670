import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readSite } from '../../../../src/settings/read-site.ts';
import { layOutOwnSite } from '../../../../test/helpers/own-site.ts';
import { findFreePort } from '../../../../test/helpers/ports.ts';
import { quickPlace } from '../../../../test/helpers/quick-folder.ts';
import type { Bearer } from '../../src/grants/bearer.ts';
import { shaOf } from '../../src/saves/content-folder.ts';
import type { Author } from '../../src/saves/git.ts';
import { Keys } from '../../src/saves/keys.ts';
import { createEditServer, type EditServerOptions } from '../../src/serve.ts';

export const zoe: Author = { name: 'Zoë Meyer', email: 'zoe@example.org' };

/** The process of the editor, for a site of its own in a Git repository. */
export interface TestServer {
  readonly root: string;
  readonly url: string;
  readonly keys: Keys;
  readonly clock: { now: number };
  readonly bearer: Bearer | null;
  readonly git: (...words: string[]) => string;
  /** A request of someone who is signed in; an empty token sends none. */
  readonly ask: (path: string, init?: RequestInit & { token?: string }) => Promise<Response>;
  /** Saves one file. `sha` is that of the file unless it is given. */
  readonly save: (change: SaveChange, token?: string) => Promise<Response>;
  readonly settled: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface SaveChange {
  readonly path: string;
  readonly text?: string | Buffer;
  readonly operation?: string;
  readonly sha?: string;
  readonly from_path?: string;
}

/**
 * @param commands that publish
 * @param more what else the process has
 */
export async function startEditServer(
  files: Readonly<Record<string, string>> = {},
  commands: (engine: string) => readonly (readonly string[])[] = () => [],
  more: Partial<EditServerOptions> | ((engine: string) => Partial<EditServerOptions>) = {},
): Promise<TestServer> {
  const folder = mkdtempSync(join(quickPlace(), 'agentsite-edit-'));
  const ignored = 'node_modules\ndist\npreview\n.data\n.astro\n';
  const root = layOutOwnSite(folder, { '.gitignore': ignored, ...files });
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '-q', '-m', 'one');
  const clock = { now: Date.now() };
  const keys = new Keys(join(root, '.data'), () => clock.now);
  const site = await readSite(root, undefined);
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const parts = { root, site, folder: join(root, '.data/edit'), keys, origin: url, behindSocket: false };
  const { server, publisher, bearer } = await createEditServer({
    ...parts,
    commands: commands(join(folder, 'engine')),
    now: () => clock.now,
    ...(typeof more === 'function' ? more(join(folder, 'engine')) : more),
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const token = keys.issue('session', zoe);
  const ask: TestServer['ask'] = (path, { token: own = token, headers, ...init } = {}) =>
    fetch(`${url}/edit/${path}`, {
      ...init,
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        ...(own ? { Authorization: `token ${own}` } : {}),
        ...headers,
      },
    });
  const save: TestServer['save'] = async ({ path, text = '', operation = 'update', ...more }, own) => {
    const raw = await ask(`api/v1/repos/site/content/raw/${encodeURI(more.from_path ?? path)}`);
    const sha = more.sha ?? (raw.ok ? shaOf(Buffer.from(await raw.arrayBuffer())) : '');
    const content = Buffer.from(text).toString('base64');
    const body = JSON.stringify({
      files: [{ operation, path, content, ...more, sha }],
      message: `Edit ${path}`,
    });
    const init = { method: 'POST', body, ...(own === undefined ? {} : { token: own }) };
    return ask('api/v1/repos/site/content/contents', init);
  };
  const close = async () => {
    await publisher.settled();
    server.closeAllConnections();
    server.close();
    keys.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { root, url, keys, clock, bearer, git, ask, save, settled: publisher.settled, close };
}
