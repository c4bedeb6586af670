import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A wire to a server on loopback that loses replies: a request whose text contains `mark` reaches the server, and then
 * the connection breaks before the reply.
 */
export class LosingProxy {
  lost = 0;
  /** Asked for each request with the mark: shall its reply be lost? */
  loses: () => boolean = () => false;
  port = 0;
  readonly #mark: string;
  readonly #sockets = new Set<Socket>();
  readonly #server;

  constructor(targetPort: number, mark: string) {
    this.#mark = mark;
    this.#server = createServer((client) => this.#join(client, connect(targetPort, '127.0.0.1')));
  }

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.port = typeof address === 'object' && address ? address.port : 0;
    return this;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket, server: Socket): void {
    let losing = false;
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (chunk) => {
      if (chunk.includes(this.#mark) && this.loses()) losing = true;
      server.write(chunk);
    });
    server.on('data', (chunk) => {
      if (!losing) {
        client.write(chunk);
        return;
      }
      this.lost++;
      client.destroy();
    });
  }
}
