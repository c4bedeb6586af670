import { expect, it } from 'vitest';
import { findGaps, readLockFile } from '../../lock-file.ts';

it('the lock file has the digest of every package; `npm run lock` adds those that npm left out', () => {
  expect(findGaps(readLockFile())).toEqual([]);
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
  const resolved = Object.values(readLockFile().packages).filter((entry) => entry.resolved && !entry.link);
  expect(resolved).toEqual([]);
});
