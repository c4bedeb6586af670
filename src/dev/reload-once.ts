import type { ViteDevServer } from 'vite';

/**
 * Has a change load a page once.
 *
 * Vite keeps a reload that nobody hears for the next page that is opened, which is new anyway. And once anything was
 * wrong, Astro answers each change of a module with a reload of its own, before Vite has renewed the module; Vite's
 * comes after that.
 * @returns tells Vite of a change
 */
export function reloadOnce(
  server: ViteDevServer,
): (event: 'add' | 'change' | 'unlink', file: string) => void {
  let telling = false;
  for (const channel of new Set([server.environments.client.hot, server.ws])) {
    const send = channel.send.bind(channel) as (...message: readonly unknown[]) => void;
    channel.send = (...message: readonly unknown[]) => {
      if (isReload(message[0]) && (telling || server.ws.clients.size === 0)) return;
      send(...message);
    };
  }
  return (event, file) => {
    telling = true;
    // What follows in a later turn is Vite's.
    server.watcher.emit(event, file);
    telling = false;
  };
}

function isReload(payload: unknown): boolean {
  return (
    typeof payload === 'object' && payload !== null && 'type' in payload && payload.type === 'full-reload'
  );
}
