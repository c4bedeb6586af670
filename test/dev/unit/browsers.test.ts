import { EventEmitter } from 'node:events';
import type { ViteDevServer } from 'vite';
import { describe, expect, it } from 'vitest';
import { createOverlay } from '../../../src/dev/overlay.ts';
import { reloadOnce } from '../../../src/dev/reload-once.ts';

/** What the development server sends to browsers, with a fake of Vite's channels. */
function fakeVite(browsers: number) {
  const sent: unknown[] = [];
  const connected: ((payload: unknown, client: { send: (message: unknown) => void }) => void)[] = [];
  const channel = {
    send: (message: unknown) => void sent.push(message),
    on: (_event: string, listener: (typeof connected)[number]) => void connected.push(listener),
    clients: new Set(Array.from({ length: browsers }, (_, at) => at)),
  };
  const watcher = new EventEmitter();
  const server = { environments: { client: { hot: channel } }, ws: channel, watcher };
  const connect = () => {
    const received: unknown[] = [];
    for (const listener of connected) listener(undefined, { send: (message) => void received.push(message) });
    return received;
  };
  return { server: server as unknown as ViteDevServer, channel, sent, watcher, connect };
}

const problem = { file: 'content/a.md', line: 3, column: 2, field: 'titel', message: 'is not a field.' };
const shown = expect.objectContaining({
  type: 'error',
  err: expect.objectContaining({
    message: expect.stringContaining('content/a.md:3:2 titel: is not a field.'),
    loc: { file: '/site/content/a.md', line: 3, column: 2 },
  }),
});

describe('problems', () => {
  it('are shown in connected browsers and in those that connect later', () => {
    const { server, sent, connect } = fakeVite(1);
    createOverlay(server, '/site').show([problem]);
    expect(sent).toEqual([shown]);
    expect(connect()).toEqual([shown]);
  });

  it('are not queued without a browser', () => {
    const { server, sent } = fakeVite(0);
    createOverlay(server, '/site').show([problem]);
    expect(sent).toEqual([]);
  });

  it('disappear with a reload', () => {
    const { server, sent, connect } = fakeVite(1);
    const overlay = createOverlay(server, '/site');
    overlay.show([problem]);
    overlay.reload();
    expect(sent.at(-1)).toEqual({ type: 'full-reload', path: '*' });
    expect(connect()).toEqual([]);
  });
});

describe('reloads', () => {
  const reload = { type: 'full-reload' };

  it('reach browsers, but not those sent while a change is reported', () => {
    const { server, channel, sent, watcher } = fakeVite(1);
    const report = reloadOnce(server);
    watcher.on('change', () => channel.send(reload));
    report('change', '/site/src/a.astro');
    expect(sent).toEqual([]);
    channel.send(reload);
    expect(sent).toEqual([reload]);
  });

  it('are not queued without a browser; other messages are', () => {
    const { server, channel, sent } = fakeVite(0);
    reloadOnce(server);
    channel.send(reload);
    channel.send({ type: 'update' });
    expect(sent).toEqual([{ type: 'update' }]);
  });

  it('may come twice with another version of Vite', () => {
    const { server, channel, sent, watcher } = fakeVite(1);
    Object.assign(server, { environments: { client: { hot: {} } }, ws: undefined });
    watcher.on('change', () => channel.send(reload));
    reloadOnce(server)('change', '/site/src/a.astro');
    expect(sent).toEqual([reload]);
  });
});
