import { expect, it } from 'vitest';
import { findGaps, readLockFile } from '../lock-file.ts';

/**
 * Families of packages, one a platform, of which the registry could not say the digests of these versions. Another
 * version, or a digest that is known, ends the exception: `npm run lock` asks for them.
 */
const unknown = [
  '@astrojs/compiler-binding-*@0.5.1',
  '@biomejs/cli-*@2.6.8',
  '@oxc-parser/binding-*@0.156.0',
  '@pagefind/*@1.6.0',
];

const familyOf = (gap: string) =>
  unknown.find((family) => {
    const [start = '', end = ''] = family.split('*');
    return gap.startsWith(start) && gap.endsWith(end);
  });

it('the lock file has the digest of every package but those that the registry could not give', () => {
  const gaps = findGaps(readLockFile());
  expect(gaps.filter((gap) => familyOf(gap) === undefined)).toEqual([]);
  expect(unknown.filter((family) => !gaps.some((gap) => familyOf(gap) === family))).toEqual([]);
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
