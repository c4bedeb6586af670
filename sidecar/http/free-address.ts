import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** How many ports above a taken one are tried for a free one. */
const nearPorts = 20;

/** Why nothing can listen on an address or the socket at an absolute path, with a fix; null when it can. */
export async function findAddressProblem(port: number, host: string): Promise<string | null> {
  if (host.startsWith('/'))
    return (await isAnswered(host))
      ? `Another process listens at ${host}. End it, or name another address in HOST.`
      : null;
  switch (await tryToListen(port, host)) {
    case null:
      return null;
    case 'EADDRINUSE': {
      const free = await findFreePortAbove(port, host);
      const other = free === null ? 'choose another port' : `choose another port, for example ${free}`;
      return `Port ${port} is taken: another program listens at ${host}:${port}. End that program, or ${other}.`;
    }
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose a port from 1024 on.`;
    default:
      return `${host} is not an address of this machine that can be listened on. Choose another HOST.`;
  }
}

/** The first free port above one that is taken; null when there is none near. */
async function findFreePortAbove(port: number, host: string): Promise<number | null> {
  for (let next = port + 1; next <= Math.min(port + nearPorts, 65_535); next++) {
    if ((await tryToListen(next, host)) === null) return next;
  }
  return null;
}

/** @returns the code of what is in the way */
async function tryToListen(port: number, host: string): Promise<string | null> {
  const server = createServer();
  try {
    server.listen({ port, host, exclusive: true });
    await once(server, 'listening');
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  } finally {
    server.close();
  }
}

async function isAnswered(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
