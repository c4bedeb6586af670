import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A port of the loopback interface that nobody listens on. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no port.');
  return address.port;
}

/** A free port that leaves room for the bus of a Redis Cluster, 10,000 above it. */
export async function findLowPort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = await findFreePort();
    if (port < 55_000) return port;
  }
  throw new Error('no free port below 55000');
}

/** Does somebody take connections at a port of loopback? */
export async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
