import type { Cluster, Redis } from 'ioredis';
import type { Logger } from 'pino';

/**
 * While a slot moves, ioredis calls the `asking` of a node and leaves its failure unhandled, which would end the
 * process. No option prevents that, so each node gets an `asking` whose failure is handled; the command behind it fails
 * by itself.
 */
export function handleAsking(cluster: Cluster, logger: Logger): Cluster {
  let warned = false;
  return cluster.on('+node', (node: Redis) => {
    if (typeof node.asking === 'function') {
      const asking = node.asking.bind(node);
      node.asking = (...given) => {
        const asked = asking(...given);
        Promise.resolve(asked).catch(() => {});
        return asked;
      };
    } else if (!warned) {
      warned = true;
      logger.warn(
        { reason: 'redis-asking' },
        'This version of ioredis was not tested: a server of the Redis Cluster that hangs while a slot moves may end the sidecar.',
      );
    }
  });
}
