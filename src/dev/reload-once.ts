import type { ViteDevServer } from 'vite';

/**
 * Reduces reloads to one per change. Vite saves a reload without browsers for the next one, which is up to date anyway;
 * and after an error, Astro sends a reload for each changed module before Vite has updated it and sends its own.
 * @returns reports a change to Vite
 */
export function reloadOnce(
  server: ViteDevServer,
): (event: 'add' | 'change' | 'unlink', file: string) => void {
  let isReporting = false;
  for (const channel of new Set([server.environments.client.hot, server.ws])) {
    if (typeof channel?.send !== 'function') continue;
    const send = channel.send.bind(channel) as (...message: readonly unknown[]) => void;
    channel.send = (...message: readonly unknown[]) => {
      if (isReload(message[0]) && (isReporting || server.ws.clients.size === 0)) return;
      send(...message);
    };
  }
  return (event, file) => {
    isReporting = true;
    // Vite's own reload comes in a later turn.
    server.watcher.emit(event, file);
    isReporting = false;
  };
}

const isReload = (payload: unknown) => (payload as { type?: unknown } | null)?.type === 'full-reload';
