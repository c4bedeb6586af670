import { expect, it } from 'vitest';
import { listLocalPackages } from '../../src/deploy/local-packages.ts';

const listOf = (source: string) =>
  listLocalPackages({ dependencies: { agentsite: source, astro: '^7.0.0' } });

it.each([
  ['file:vendor/agentsite.tgz', 'vendor/agentsite.tgz', false],
  ['file:./vendor/agentsite.tgz', 'vendor/agentsite.tgz', false],
  ['file:packages/theme', 'packages/theme', false],
  ['file:../agentsite-1.0.0.tgz', '../agentsite-1.0.0.tgz', true],
  ['file:vendor/../../agentsite.tgz', '../agentsite.tgz', true],
  ['file:..\\agentsite-1.0.0.tgz', '../agentsite-1.0.0.tgz', true],
  ['file:/tmp/agentsite-1.0.0.tgz', '/tmp/agentsite-1.0.0.tgz', true],
  ['file:C:\\engine\\agentsite.tgz', 'C:/engine/agentsite.tgz', true],
  ['file:///tmp/agentsite.tgz', '/tmp/agentsite.tgz', true],
  ['file:~/agentsite.tgz', '~/agentsite.tgz', true],
  ['../agentsite-1.0.0.tgz', '../agentsite-1.0.0.tgz', true],
  ['~/agentsite.tgz', '~/agentsite.tgz', true],
  ['C:\\engine\\agentsite.tgz', 'C:/engine/agentsite.tgz', true],
  ['./vendor/agentsite.tgz', 'vendor/agentsite.tgz', false],
  ['link:../agentsite', '../agentsite', true],
])('a package from %s is at %s; outside of the site: %s', (source, path, isOutside) => {
  expect(listOf(source)).toEqual([{ name: 'agentsite', path, isOutside }]);
});

it('packages of a registry, of git and of an address are not local', () => {
  for (const source of [
    '^1.0.0',
    'latest',
    'npm:other@1',
    'github:zoe/engine',
    '~1.0.0',
    'zoe/engine',
    'git+ssh://a/b.git',
    'https://example.org/a.tgz',
  ])
    expect(listOf(source)).toEqual([]);
});

it('all lists of packages that an installation reads count', () => {
  const manifest = { devDependencies: { a: 'file:a' }, optionalDependencies: { b: 'file:b' } };
  expect(listLocalPackages(manifest).map(({ path }) => path)).toEqual(['a', 'b']);
});
