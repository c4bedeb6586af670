import leven from 'leven';

/**
 * Paths of the site that a missing one may have meant: those whose last part is nearly the same, the nearest
 * first. A bounded amount of work for any path, however long.
 */
export function suggestPaths(missing: string, known: readonly string[], most = 5): string[] {
  const wanted = lastPart(missing).slice(0, 80).toLowerCase();
  if (wanted === '') return [];
  const tolerance = Math.max(2, Math.floor(wanted.length / 3));
  return known
    .flatMap((path): { path: string; distance: number }[] => {
      const part = lastPart(path).toLowerCase();
      if (part.length >= 4 && (part.includes(wanted) || wanted.includes(part))) return [{ path, distance: 1 }];
      if (Math.abs(part.length - wanted.length) > tolerance) return [];
      const distance = leven(part, wanted);
      return distance <= tolerance ? [{ path, distance }] : [];
    })
    .sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1))
    .slice(0, most)
    .map(({ path }) => path);
}

function lastPart(path: string): string {
  return path.replace(/(?:\.md)?\/?$/, '').split('/').at(-1) ?? '';
}
