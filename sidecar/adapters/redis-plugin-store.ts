import { Cluster, type Result } from 'ioredis';
import type { PluginStore } from '../../src/plugins/sidecar-plugin.ts';
import { StoreUnavailable } from '../contact/ports.ts';
import type { RedisConnection } from './redis-connection.ts';

declare module 'ioredis' {
  interface RedisCommander<Context> {
    pluginReplace(...given: (string | number)[]): Result<number, Context>;
  }
}

/** Arguments: whether a value is expected, and which; whether there is a new one, and which; its lifetime or 0. */
const replaceScript = `
local value = redis.call('GET', KEYS[1])
if (value or '') ~= ARGV[2] or (value and '1' or '0') ~= ARGV[1] then return 0 end
if ARGV[3] == '0' then redis.call('DEL', KEYS[1])
elseif ARGV[5] == '0' then redis.call('SET', KEYS[1], ARGV[4])
else redis.call('SET', KEYS[1], ARGV[4], 'PX', ARGV[5]) end
return 1`;

/** The stores of all plugins on Redis, for any number of sidecars: `plugin:{site}:NAME:KEY`. */
export function openRedisPluginStores({ client, refusal }: RedisConnection, siteName: string) {
  client.defineCommand('pluginReplace', { numberOfKeys: 1, lua: replaceScript });
  async function guard<Value>(step: () => Promise<Value>): Promise<Value> {
    const reason = refusal();
    if (reason !== null) throw new StoreUnavailable(reason);
    try {
      return await step();
    } catch (cause) {
      throw new StoreUnavailable('Redis could not be read or written', { cause });
    }
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
      set: (key, value, lifetime) =>
        guard(async () => {
          if (lifetime === undefined) await client.set(keyOf(key), value);
          else await client.set(keyOf(key), value, 'PX', Math.ceil(lifetime));
        }),
      delete: (key) => guard(async () => void (await client.del(keyOf(key)))),
      replace: (key, expected, value, lifetime = 0) =>
        guard(async () => {
          const given = [expected, value].flatMap((one) => (one === null ? ['0', ''] : ['1', one]));
          return (await client.pluginReplace(keyOf(key), ...given, Math.ceil(lifetime))) === 1;
        }),
      list: (prefix) =>
        guard(async () => {
          const keys = new Set<string>();
          const match = `${keyOf(prefix).replace(/[\\*?[\]^-]/g, '\\$&')}*`;
          for (const node of client instanceof Cluster ? client.nodes('master') : [client])
            for await (const found of node.scanStream({ match, count: 1000 }))
              for (const key of found as string[]) keys.add(key.slice(keyOf('').length));
          return readAll([...keys].sort(), keyOf);
        }),
      append: (key, text) => guard(async () => void (await client.append(keyOf(key), text))),
    };
  };
  return { open, close: async () => undefined };
}
