import type { PluginStore } from 'agentsite/plugin';

/** The store of a plugin in memory, without lifetimes. */
export function memoryStore(): PluginStore & { readonly values: Map<string, string> } {
  const values = new Map<string, string>();
  const put = (key: string, value: string | null) => {
    if (value === null) values.delete(key);
    else values.set(key, value);
  };
  return {
    values,
    get: async (key) => values.get(key) ?? null,
    set: async (key, value) => put(key, value),
    delete: async (key) => put(key, null),
    async replace(key, expected, value) {
      if ((values.get(key) ?? null) !== expected) return false;
      put(key, value);
      return true;
    },
    append: async (key, text) => put(key, (values.get(key) ?? '') + text),
    list: async (prefix) => [...values].filter(([key]) => key.startsWith(prefix)).sort(),
  };
}
