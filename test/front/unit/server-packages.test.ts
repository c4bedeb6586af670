import { expect, it } from 'vitest';
import { reduceLock } from '../../../deploy/server-packages.ts';

const lock = {
  lockfileVersion: 3,
  packages: {
    '': { dependencies: { 'unused-by-the-server': '^1.0.0' } },
    'node_modules/unused-by-the-server': { version: '1.0.0' },
    // The site has another version of it than the engine.
    'node_modules/router': { version: '1.0.0' },
    'node_modules/agentsite': { version: '1.0.0', dependencies: { router: '2.0.0', client: '^1.0.0' } },
    'node_modules/agentsite/node_modules/router': { version: '2.0.0', dependencies: { parser: '^2.0.0' } },
    'node_modules/client': {
      version: '1.2.0',
      dependencies: { router: '^1.0.0', parser: '^1.0.0' },
      optionalDependencies: { 'client-darwin': '1.2.0', 'client-missing': '1.2.0' },
      peerDependencies: { client: '*' },
    },
    'node_modules/client-darwin': { version: '1.2.0' },
    'node_modules/client/node_modules/parser': { version: '1.0.0' },
    'node_modules/parser': { version: '2.0.0' },
  },
};

it('packages that code imports are at the top, in its versions, and others inside those that need them', () => {
  const from = 'node_modules/agentsite';
  const { packages } = reduceLock(lock, [
    { name: 'client', from },
    { name: 'router', from },
  ]);
  const versions = Object.entries(packages).map(([folder, { version }]) => [folder, version]);
  expect(Object.fromEntries(versions)).toEqual({
    '': undefined,
    'node_modules/client': '1.2.0',
    'node_modules/router': '2.0.0',
    'node_modules/client/node_modules/router': '1.0.0',
    'node_modules/parser': '1.0.0',
    'node_modules/router/node_modules/parser': '2.0.0',
    'node_modules/client-darwin': '1.2.0',
  });
  expect(packages['']?.dependencies).toEqual({ client: '1.2.0', router: '2.0.0' });
});

it('a package that is not installed is an error that says what to do', () => {
  expect(() => reduceLock(lock, [{ name: 'absent', from: '' }])).toThrow(
    'package-lock.json lacks absent, which the server imports. Run npm install.',
  );
});
