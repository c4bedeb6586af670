import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * The address under which other servers find one on loopback. A network that is cut carries nothing between it and the
 * addresses in `cut` and says nothing of that; once it is whole again, the connections of before are reset.
 */
export class CuttingProxy {
  port = 0;
  target = 0;
  readonly #cut = new Set<string>();
  readonly #sockets = new Map<Socket, Socket | null>();
  readonly #server = createServer({ noDelay: true }, (client) => {
    client.on('error', () => {});
    client.once('close', () => {
      this.#sockets.get(client)?.destroy();
      this.#sockets.delete(client);
    });
    this.#sockets.set(client, null);
    if (this.#cut.has(client.remoteAddress ?? '')) return;
    const server = connect({ port: this.target, host: '127.0.0.1', noDelay: true });
    this.#sockets.set(client, server);
    server.on('error', () => {});
    server.once('close', () => client.destroy());
    client.pipe(server).pipe(client);
  });

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
    return this;
  }

  cut(addresses: readonly string[]): void {
    for (const address of addresses) this.#cut.add(address);
    for (const [client, server] of this.#sockets) {
      if (!this.#cut.has(client.remoteAddress ?? '') || !server) continue;
      client.unpipe(server).pause();
      server.unpipe(client).pause();
    }
  }

  reconnect(): void {
    for (const client of this.#sockets.keys()) {
      if (this.#cut.has(client.remoteAddress ?? '')) client.destroy();
    }
    this.#cut.clear();
  }

  async stop(): Promise<void> {
    for (const client of this.#sockets.keys()) client.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
