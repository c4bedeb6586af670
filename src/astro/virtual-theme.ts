import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { type FontToken, fontTokens } from '../core/model/settings/looks.ts';
import { type ThemeComponent, themeComponents } from '../core/model/settings/theme-components.ts';
import type { Site } from '../core/model/site.ts';
import { rendererModules } from './shared-render.ts';

const prefix = 'virtual:agentsite/';
const ownFonts = `${prefix}own-fonts`;
const sharedRender = `${prefix}shared-render`;

/** The folder of the theme's own components. */
const engine = fileOf(fileURLToPath(new URL('..', import.meta.url)), '');

/**
 * Gives code that Vite compiles what the settings decide: the owner's components where the theme imports those that
 * they replace, and modules:
 *  - `virtual:agentsite/site` exports the settings themselves;
 *  - `virtual:agentsite/places/HeadEnd` is the owner's component in that place, or an empty one;
 *  - `virtual:agentsite/styles` imports the owner's styles;
 *  - `virtual:agentsite/own-fonts` names the tokens of fonts that they set;
 *  - `virtual:agentsite/shared-render` is `shared-render.ts`, or null where Astro has no such modules.
 *
 * @param root the site's folder
 */
export function virtualTheme(site: Site, root: string): Plugin {
  const modules = new Map<string, string>([
    [`${prefix}site`, `export const site = ${JSON.stringify(site)};`],
    [`${prefix}styles`, site.customCss.map((name) => `import ${quote(locate(name, root))};`).join('\n')],
  ]);
  const components = new Map<string, string>();
  for (const name of Object.keys(themeComponents) as ThemeComponent[]) {
    const own = site.components[name];
    const file = fileOf(engine, themeComponents[name]);
    const imported = file.endsWith('/place.astro') ? `${prefix}places/${name}` : file;
    const shared = file.endsWith('/place.astro') ? writePlace(name, site, root) : null;
    components.set(imported, shared ?? (own === undefined ? file : locate(own, root)));
  }
  return {
    name: 'agentsite:theme',
    // Before Vite itself resolves the theme's files.
    enforce: 'pre',
    resolveId: {
      filter: { id: new RegExp(`^${prefix}|^\\..*\\.astro$`) },
      handler(id, importer = '') {
        // The owner's components import the theme's own by its name.
        const isOfTheme = id.startsWith('.') && importer.startsWith(engine);
        const component = components.get(isOfTheme ? fileOf(dirname(importer), id) : id);
        if (component !== undefined) return this.resolve(component, join(root, 'site.ts'));
        return modules.has(id) || id === sharedRender || id === ownFonts ? `\0${id}` : undefined;
      },
    },
    load: {
      filter: { id: new RegExp(`^\0${prefix}`) },
      async handler(id) {
        if (id.slice(1) === ownFonts) {
          const named = site.customCss.map((name) => this.resolve(locate(name, root), join(root, 'site.ts')));
          const files = (await Promise.all(named)).flatMap((found) => found?.id.split('?')[0] ?? []);
          for (const file of files) this.addWatchFile(file);
          return `export const ownFonts = ${JSON.stringify(listOwnFonts(files))};`;
        }
        if (id.slice(1) !== sharedRender) return modules.get(id.slice(1));
        const file = fileOf(engine, `astro/shared-render${extname(import.meta.filename)}`);
        const found = rendererModules.map((name) => this.resolve(name, file).catch(() => null));
        const isThere = (await Promise.all(found)).every((one) => one !== null);
        return isThere ? `export { openShared } from ${quote(file)};` : 'export const openShared = null;';
      },
    },
  };
}

/** Tokens of fonts that style sheets set, in the sheets that they import too. */
function listOwnFonts(files: readonly string[], seen = new Set<string>()): FontToken[] {
  const found = files.flatMap((file) => {
    if (seen.has(file) || !existsSync(file)) return [];
    seen.add(file);
    const css = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    const imports = [...css.matchAll(/@import\s+(?:url\(\s*)?["']?(\.[^"')\s]+)/g)];
    const own = fontTokens.filter((token) => new RegExp(`${token}\\s*:`).test(css));
    return [
      ...own,
      ...listOwnFonts(
        imports.map(([, name = '']) => join(dirname(file), name)),
        seen,
      ),
    ];
  });
  return [...new Set(found)];
}

/** A component of all that plugins and the owner put into one place; null where one component or none is there. */
function writePlace(name: ThemeComponent, { plugins = [], components }: Site, root: string): string | null {
  const files = [...new Set([...plugins.map(({ places }) => places[name]), components[name]])].filter(
    (file) => file !== undefined,
  );
  const scripts = name === 'HeadEnd' ? plugins.flatMap((plugin) => plugin.scripts) : [];
  if (files.length < 2 && scripts.length === 0) return null;
  const place = join(root, 'node_modules/.cache/agentsite/places', `${name}.astro`);
  const imports = files.map((file, at) => `import Part${at} from ${quote(locate(file, root))};`);
  const parts = files.map((_, at) => `<Part${at} {...Astro.props} />`);
  const modules = scripts.map((file) => `import ${quote(locate(file, root))};`);
  mkdirSync(dirname(place), { recursive: true });
  const script = modules.length === 0 ? '' : `<script>\n${modules.join('\n')}\n</script>\n`;
  writeFileSync(place, `---\n${imports.join('\n')}\n---\n${parts.join('')}${script}`);
  return fileOf(place, '');
}

/** A file of the site by its place on the disk; a file of a package by its name. */
function locate(name: string, root: string): string {
  if (name.startsWith('file:')) return fileOf(fileURLToPath(name), '');
  return name.startsWith('.') ? fileOf(root, name) : name;
}

/** As Vite writes paths on every system: with slashes. */
function fileOf(folder: string, name: string): string {
  return join(folder, name).replaceAll(sep, '/');
}

const quote = (text: string): string => JSON.stringify(text);
