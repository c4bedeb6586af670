import { Cluster } from 'ioredis';
import type { Logger } from 'pino';
import type { PluginStore } from '../../src/plugins/sidecar-plugin.ts';
import { StoreUnavailable } from '../contact/ports.ts';
import { adviseOnMove, adviseOnRedis, replyCode } from './redis-advice.ts';
import type { RedisConnection } from './redis-connection.ts';
import { LastingWrites } from './redis-replicas.ts';

/** Arguments: whether a value is expected, and which; whether there is a new one, and which; its lifetime or 0. */
const replaceScript = `
local value = redis.call('GET', KEYS[1])
if (value or '') ~= ARGV[2] or (value and '1' or '0') ~= ARGV[1] then return 0 end
if ARGV[3] == '0' then redis.call('DEL', KEYS[1])
elseif ARGV[5] == '0' then redis.call('SET', KEYS[1], ARGV[4])
else redis.call('SET', KEYS[1], ARGV[4], 'PX', ARGV[5]) end
return 1`;

/**
 * The stores of all plugins on Redis, for any number of sidecars: `plugin:{site}:NAME:KEY`. What was written survives a
 * failover, unless the operator accepts that it doesn't.
 */
export function openRedisPluginStores(connection: RedisConnection, siteName: string) {
  const { client, refusal, replicas } = connection;
  const lasting = new LastingWrites(connection, `plugin:{${siteName}}`);
  async function guard<Value>(step: () => Promise<Value>): Promise<Value> {
    const reason = refusal();
    if (reason !== null) throw new StoreUnavailable(reason);
    try {
      return await step();
    } catch (cause) {
      if (cause instanceof StoreUnavailable) throw cause;
      throw new StoreUnavailable('Redis could not be read or written', { cause });
    }
  }
  /** A failure may come after the write: a caller that must know reads the value again. */
  const write = (...words: [string, ...(string | number)[]]) =>
    guard(() => (replicas() > 0 ? lasting.write([words], false) : client.call(...words)));
  async function scan(match: string): Promise<string[]> {
    const keys = new Set<string>();
    for (const node of client instanceof Cluster ? client.nodes('master') : [client])
      for await (const found of node.scanStream({ match, count: 1000 }))
        for (const key of found as string[]) keys.add(key);
    return [...keys].sort();
  }
  async function readAll(keys: readonly string[], keyOf: (key: string) => string) {
    const entries: (readonly [key: string, value: string])[] = [];
    for (let at = 0; at < keys.length; at += 1000) {
      const some = keys.slice(at, at + 1000);
      const values = await client.mget(some.map(keyOf));
      for (const [index, key] of some.entries()) {
        const value = values[index];
        // It may have expired since.
        if (typeof value === 'string') entries.push([key, value]);
      }
    }
    return entries;
  }
  const open = (plugin: string): PluginStore => {
    const keyOf = (key: string) => `plugin:{${siteName}}:${plugin}:${key}`;
    return {
      get: (key) => guard(() => client.get(keyOf(key))),
      async set(key, value, lifetime) {
        const until = lifetime === undefined ? [] : ['PX', Math.ceil(lifetime)];
        await write('set', keyOf(key), value, ...until);
      },
      delete: async (key) => void (await write('del', keyOf(key))),
      async replace(key, expected, value, lifetime = 0) {
        const given = [expected, value].flatMap((one) => (one === null ? ['0', ''] : ['1', one]));
        return (await write('eval', replaceScript, 1, keyOf(key), ...given, Math.ceil(lifetime))) === 1;
      },
      list: (prefix) =>
        guard(async () => {
          const match = `${keyOf(prefix).replace(/[\\*?[\]^-]/g, '\\$&')}*`;
          const keys = (await scan(match)).map((key) => key.slice(keyOf('').length));
          return readAll(keys, keyOf);
        }),
      append: async (key, text) => void (await write('append', keyOf(key), text)),
    };
  };
  /** Gives each command once, so that the log says at the start what the server refuses, and whose data it has. */
  const tryOut = async (logger: Logger): Promise<void> => {
    const { set, append, list, replace, delete: remove } = open('');
    try {
      await set('trial', '', 10_000);
      await append('trial', ' ');
      await list('trial');
      await replace('trial', null, '', 10_000);
      await remove('trial');
      const kept = (await guard(() => scan('plugin:{*'))).filter((key) => !/^[^}]*\}:[^:]*:job /.test(key));
      const hosts = [...new Set(kept.map((key) => key.slice('plugin:{'.length).split('}')[0]))];
      if (hosts.length > 0 && !hosts.includes(siteName)) logger.warn({ hosts }, adviseOnMove(siteName));
    } catch (error) {
      const { cause } = error as StoreUnavailable;
      if (replyCode(cause) !== null)
        logger.error({ reply: (cause as Error).message }, adviseOnRedis(cause, 'plugins'));
    }
  };
  return { open, tryOut, close: async () => undefined };
}
