import { basename } from 'node:path';
import { leastNode, listSitePackages } from '../core/model/site-packages.ts';

/** What the packages' manifests take over from the project's `package.json`. */
export interface ProjectManifest {
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** A `package.json` of `packages/`. */
export interface AddOnManifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly engines?: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
}

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
      ...Object.fromEntries(
        Object.entries(project.exports).map(([name, file]) => [name, compiledExport(file)]),
      ),
      './env': { types: './src/env.d.ts' },
      './props': { types: './src/components/props.d.ts', default: './src/components/props.js' },
      './layouts/*': './src/layouts/*',
      ...Object.fromEntries(
        components.map((file) => [`./components/${basename(file)}`, `./src/components/${file}`]),
      ),
      './styles/*': './src/styles/*',
    },
    dependencies,
    peerDependencies: { astro: `~${astro}` },
    sitePackages: listSitePackages(project),
  };
}

/** `./src/api/model.ts` as the packed engine has it; other files stay as they are. */
function compiledExport(file: string): string | { readonly types: string; readonly default: string } {
  if (!file.endsWith('.ts')) return file;
  return { types: toCompiled(file).replace(/js$/, 'd.ts'), default: toCompiled(file) };
}

const toCompiled = (file: string) => file.replace(/\.ts$/, '.js');
const compiledValues = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, toCompiled(file)]));

/**
 * The `package.json` of an add-on: that of its folder with the files as they are compiled. It needs the engine of its
 * own version or a later one of the same major version, so that `npm update agentsite` never waits for it.
 */
export function addOnManifest({ devDependencies: _, scripts: __, ...manifest }: AddOnManifest & Sources) {
  return {
    ...manifest,
    private: undefined,
    engines: manifest.engines ?? { node: `>=${leastNode}` },
    exports: compiledValues(manifest.exports),
    peerDependencies: { agentsite: `^${manifest.version}` },
  };
}

interface Sources {
  readonly scripts?: unknown;
  readonly devDependencies?: unknown;
}

/**
 * That of a program that runs without the engine, whose code is bundled.
 * @param packages that the bundle imports, for itself and for code of the engine
 */
export function programManifest(
  manifest: AddOnManifest & Sources,
  packages: ReadonlySet<string>,
  project: Pick<ProjectManifest, 'dependencies'>,
) {
  const known = { ...project.dependencies, ...manifest.dependencies };
  const dependencies = Object.entries(known).filter(([name]) => packages.has(name));
  return {
    ...addOnManifest(manifest),
    bin: compiledValues(manifest.bin ?? {}),
    dependencies: Object.fromEntries(dependencies),
    peerDependencies: undefined,
  };
}
