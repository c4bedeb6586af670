import { basename } from 'node:path';
import { leastNode, listSitePackages } from '../init/site-packages.ts';

/** What the packages' manifests take over from the project's `package.json`. */
export interface ProjectManifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** What the contract suite needs, which `agentsite test` runs. */
const suitePackages = ['ajv', 'ajv-formats'];

/**
 * The `package.json` of the package `agentsite`: the engine as compiled code, its theme and its command.
 *
 *     import agentsite, { type SiteSettings } from 'agentsite'    the integration, and what `site.ts` may hold
 *     import Base from 'agentsite/layouts/base.astro'             layouts, components and styles of the theme
 *
 * Astro is a peer, in the minor version that was tested: the site lists it, and its other integrations share the copy.
 *
 * @param components files below `src/components`, which sites import by name, without the subfolder
 */
export function engineManifest(project: ProjectManifest, components: readonly string[]) {
  const { version, description, license } = project;
  const { astro, ...dependencies } = project.dependencies;
  const editor: Readonly<Record<string, string>> = listSitePackages(project).editor ?? {};
  const suite = Object.entries(project.devDependencies).filter(([name]) => suitePackages.includes(name));
  return {
    name: 'agentsite',
    version,
    description,
    license,
    type: 'module',
    keywords: ['astro', 'astro-integration', 'withastro', 'blog', 'llms.txt', 'mcp'],
    engines: { node: `>=${leastNode}` },
    bin: { agentsite: './src/cli/agentsite.js' },
    exports: {
      '.': { types: './src/astro/agentsite.d.ts', default: './src/astro/agentsite.js' },
      './plugin': { types: './src/api/plugin.d.ts', default: './src/api/plugin.js' },
      './env': { types: './src/env.d.ts' },
      './props': { types: './src/components/props.d.ts', default: './src/components/props.js' },
      './layouts/*': './src/layouts/*',
      ...Object.fromEntries(
        components.map((file) => [`./components/${basename(file)}`, `./src/components/${file}`]),
      ),
      './styles/*': './src/styles/*',
      './package.json': './package.json',
    },
    dependencies: { ...dependencies, ...Object.fromEntries(suite) },
    peerDependencies: { astro: `~${astro}`, ...editor } as Readonly<Record<string, string>>,
    // Sites without the editor don't install its packages.
    peerDependenciesMeta: Object.fromEntries(Object.keys(editor).map((name) => [name, { optional: true }])),
    sitePackages: listSitePackages(project),
  };
}

/** The `package.json` of `create-agentsite`. @param packages that its code imports */
export function creatorManifest(project: ProjectManifest, packages: ReadonlySet<string>) {
  const { version, license } = project;
  const dependencies = Object.entries(project.dependencies).filter(([name]) => packages.has(name));
  return {
    name: 'create-agentsite',
    version,
    description: 'Makes the folder of a site for Agentsite',
    license,
    type: 'module',
    engines: { node: '>=20' },
    bin: { 'create-agentsite': './src/cli/init.js' },
    dependencies: Object.fromEntries(dependencies),
    sitePackages: listSitePackages(project),
  };
}

/** The `package.json` of `agentsite-doctor`. @param packages that its code imports */
export function doctorManifest(project: ProjectManifest, packages: ReadonlySet<string>) {
  const { version, license } = project;
  const dependencies = Object.entries(project.dependencies).filter(([name]) => packages.has(name));
  return {
    name: 'agentsite-doctor',
    version,
    description: 'Examines a site from outside and reports what software that reads it will meet',
    license,
    type: 'module',
    keywords: ['llms.txt', 'mcp', 'audit', 'agents'],
    engines: { node: `>=${leastNode}` },
    bin: { 'agentsite-doctor': './src/doctor/agentsite-doctor.js' },
    dependencies: Object.fromEntries(dependencies),
  };
}
