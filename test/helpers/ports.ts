import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Ports below 32,768, from which Linux takes no port for outgoing connections, and apart for each worker of the test
 * runner: a port found here stays free until the server under test listens. `fetch` refuses 10,080. The port 10,000
 * above is free as well, for the bus of a Redis Cluster.
 */
const portCount = 1_200;
const firstPort = 10_100 + portCount * (Number(process.env.VITEST_POOL_ID ?? 0) % 8);
/** Random, so that processes that search at the same time don't find the same port. */
let next = randomInt(portCount);

/** A loopback port that no one listens on and that this process hasn't returned before. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < portCount; tries++) {
    const port = firstPort + (next++ % portCount);
    if ((await canListen(port)) && (await canListen(port + 10_000))) return port;
  }
  throw new Error(`No port of ${portCount} from ${firstPort} on is free.`);
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Does someone take connections at a port of loopback? */
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
