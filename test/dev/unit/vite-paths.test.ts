import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IntegrationResolvedRoute } from 'astro';
import { afterAll, describe, expect, it } from 'vitest';
import { isOwnRoute, leftToVite, listModuleFolders, viteServerOptions } from '../../../src/dev/vite-paths.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

const root = mkdtempSync(join(tmpdir(), 'agentsite-vite-paths-'));
mkdirSync(join(root, 'theme'));
writeFileSync(join(root, 'theme/colors.css'), '');
afterAll(() => rmSync(root, { recursive: true }));

const route = (pattern: string, fields: Partial<IntegrationResolvedRoute> = {}) =>
  ({
    origin: 'project',
    type: 'page',
    params: [],
    pattern,
    patternRegex: new RegExp(`^${pattern}/?$`),
    ...fields,
  }) as IntegrationResolvedRoute;
const routes = [
  route('/lab'),
  route('/data.json', { type: 'endpoint' }),
  route('/tools/[name]', { params: ['name'], patternRegex: /^\/tools\/[^/]+\/?$/ }),
  route('/[...path]', { origin: 'external', patternRegex: /^\/.*$/ }),
];
const left = leftToVite(root, () => routes);

describe('a request', () => {
  it.each([
    ['/@vite/client', true],
    ['/node_modules/a/b.js', true],
    ['/theme/colors.css', true],
    ['/theme/absent.css', false],
    [`${join(projectRoot, 'src/components/place.astro')}`, true],
    ['/lab/', true],
    ['/data.json', true],
    ['/tools/saw/', false],
    ['/posts/', false],
    ['/package.json', false],
  ])('for %s is left to Vite: %s', (path, isLeft) => {
    expect(left.always(path, 'text/html')).toBe(isLeft);
  });

  it('for the twin of an own page is not left to Vite; its endpoint is', () => {
    expect(left.always('/lab/', 'text/markdown')).toBe(false);
    expect(left.always('/data.json', 'text/markdown')).toBe(true);
  });

  it('for an own page with parameters is left to Vite if the site has nothing else', () => {
    expect(left.whenFree('/tools/saw/', 'text/html')).toBe(true);
    expect(left.whenFree('/lab/', 'text/html')).toBe(false);
  });
});

it('a route is the owner’s if it is of the project, or the privacy page', () => {
  expect(routes.map(isOwnRoute)).toEqual([true, true, true, false]);
  expect(isOwnRoute(route('/privacy', { origin: 'external' }))).toBe(true);
});

it('Vite serves modules only, and ignores folders that are watched elsewhere', () => {
  expect(listModuleFolders(root)).toContain(join(root, 'theme'));
  expect(listModuleFolders(root)).not.toContain(join(root, 'src'));
  const { fs, watch } = viteServerOptions(root);
  expect(fs?.allow).toContain(join(root, 'theme'));
  for (const secret of [root, join(root, '.data'), join(root, 'content'), projectRoot])
    expect(fs?.allow).not.toContain(secret);
  expect(watch?.ignored).toContain(`${root}/content/**`);
  expect(watch?.ignored).toContain(`${root}/theme/**`);
});
