import { expect, it } from 'vitest';
import { findGaps, readLockFile } from '../../lock-file.ts';

/**
 * Families of packages, one a platform, and of how many the registry could not say the digests of these versions.
 * Another version, or a digest that is known, lowers the number: `npm run lock` asks for them. More are refused, also
 * of these families.
 */
const unknown: Readonly<Record<string, number>> = {};

const familyOf = (gap: string) =>
  Object.keys(unknown).find((family) => {
    const [start = '', end = ''] = family.split('*');
    return gap.startsWith(start) && gap.endsWith(end);
  }) ?? gap;

it('the lock file has the digest of every package but those that the registry could not give', () => {
  const byFamily = Map.groupBy(findGaps(readLockFile()), familyOf);
  const counts = [...byFamily].map(([family, gaps]) => [family, gaps.length]);
  expect(Object.fromEntries(counts)).toEqual(unknown);
});

it('a package without its digest is found, wherever it lies', () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' },
    'node_modules/a/node_modules/@b/c': { version: '2.0.0' },
    'node_modules/linked': { link: true },
  };
  expect(findGaps({ packages })).toEqual(['@b/c@2.0.0']);
});

it('the lock file names no host', () => {
  const resolved = Object.values(readLockFile().packages).filter((entry) => entry.resolved);
  expect(resolved).toEqual([]);
});
