/** Caches what a pure function makes of an object, for as long as that object lives. */
export function memoize<Key extends WeakKey, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let cached = cache.get(key);
    if (!cached) {
      cached = { value: make(key) };
      cache.set(key, cached);
    }
    return cached.value;
  };
}
