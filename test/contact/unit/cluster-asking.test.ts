import { EventEmitter } from 'node:events';
import type { Cluster } from 'ioredis';
import { expect, onTestFinished, test, vi } from 'vitest';
import { handleAsking } from '../../../sidecar/adapters/cluster-asking.ts';
import { createLogger } from '../../../sidecar/process/logger.ts';

function makeCluster() {
  const logger = createLogger('silent');
  const warn = vi.spyOn(logger, 'warn');
  const cluster = handleAsking(new EventEmitter() as Cluster, logger);
  const meet = <Node>(node: Node) => {
    cluster.emit('+node', node);
    return node;
  };
  return { warn, meet };
}

test('a failure of ASKING is handled, and heard by who waits for it', async () => {
  const { meet, warn } = makeCluster();
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  const node = meet({ asking: async () => Promise.reject(new Error('Command timed out')) });
  void node.asking();
  await expect(node.asking()).rejects.toThrow('Command timed out');
  await new Promise(setImmediate);
  expect(unhandled).not.toHaveBeenCalled();
  expect(warn).not.toHaveBeenCalled();
});

test('nodes without the method are left alone, with one warning', () => {
  const { meet, warn } = makeCluster();
  expect([meet({}), meet({ asking: 'renamed' })]).toEqual([{}, { asking: 'renamed' }]);
  expect(warn).toHaveBeenCalledOnce();
});
