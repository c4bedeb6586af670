/** FNV-1a over kind and name, in 31 bits, never 0: the same on every machine and in every build. */
export function stableId(kind: string, name: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${kind}:${name}`)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value % 0x7fffffff || 1;
}
