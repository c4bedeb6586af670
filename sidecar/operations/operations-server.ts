import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export interface OperationsParts {
  readonly registry: Registry;
  /** Can a message be taken right now? Rejects, or resolves to a word for what is missing, when it cannot. */
  readonly findProblem: () => Promise<string | null>;
  /** The folder of the release that is served; activation compares it with the one that it published. */
  readonly release: () => string;
}

export interface OperationsServer {
  /** The port that it listens on, of loopback. */
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Milliseconds that the parts behind `/readyz` have. */
const patience = 2_000;

/**
 * Only for the operator, on a loopback port of its own: `/livez` says that the process answers; `/readyz` that what it
 * needs answers too, and which release is served, as `ready FOLDER`; `/metrics` counts.
 */
export async function startOperations(port: number, parts: OperationsParts): Promise<OperationsServer> {
  const server = createServer(async (request, response) => {
    const send = (status: number, text: string, type = 'text/plain; charset=utf-8') => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'only GET is answered\n');
    switch (request.url) {
      case '/livez':
        return send(200, 'alive\n');
      case '/readyz': {
        const problem = await readiness(parts);
        return problem === null ? send(200, `ready ${parts.release()}\n`) : send(503, `${problem}\n`);
      }
      case '/metrics':
        return send(200, await parts.registry.metrics(), parts.registry.contentType);
      default:
        return send(404, 'here are /livez, /readyz and /metrics\n');
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readiness({ findProblem }: OperationsParts): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('the store does not answer'), patience);
  });
  try {
    return await Promise.race([findProblem(), late]);
  } catch {
    return 'the store is not available';
  } finally {
    clearTimeout(timer);
  }
}
