import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { open } from '../build/fast/stock-theme.ts';
import type { Site } from '../core/model/site.ts';
import { type ThemeComponent, themeComponents } from '../core/model/theme-components.ts';

const prefix = 'virtual:agentsite/';

/** The folder that the files of the theme's own components lie in. */
const engine = fileURLToPath(new URL('..', import.meta.url));

/**
 * Gives code that Vite compiles what the settings decide, as modules:
 *  - `virtual:agentsite/site` holds the settings themselves;
 *  - `virtual:agentsite/components/SiteHeader` is the component of that name, the owner's or the theme's;
 *  - `virtual:agentsite/styles` reads the owner's styles.
 *
 * @param root the site's folder
 * @param isStock leaves the settings open
 */
export function virtualTheme(site: Site, root: string, isStock: boolean): Plugin {
  const modules = new Map<string, string>([
    [`${prefix}site`, `export const site = ${isStock ? open.settings : JSON.stringify(site)};`],
    [`${prefix}styles`, site.customCss.map((name) => `import ${quote(locate(name, root))};`).join('\n')],
  ]);
  const components = new Map<string, string>();
  for (const name of Object.keys(themeComponents) as ThemeComponent[]) {
    const own = site.components[name];
    const file = own === undefined ? fileOf(engine, themeComponents[name]) : locate(own, root);
    components.set(`${prefix}components/${name}`, file);
  }
  return {
    name: 'agentsite:theme',
    resolveId: {
      filter: { id: new RegExp(`^${prefix}`) },
      handler(id) {
        const component = components.get(id);
        if (component !== undefined) return this.resolve(component, join(root, 'site.ts'));
        return modules.has(id) ? `\0${id}` : undefined;
      },
    },
    load: {
      filter: { id: new RegExp(`^\0${prefix}`) },
      handler: (id) => modules.get(id.slice(1)),
    },
  };
}

/** A file of the site by its place on the disk; a file of a package by its name. */
function locate(name: string, root: string): string {
  return name.startsWith('.') ? fileOf(root, name) : name;
}

/** As Vite writes paths on every system: with slashes. */
const fileOf = (folder: string, name: string) => join(folder, name).replaceAll(sep, '/');

const quote = (text: string): string => JSON.stringify(text);
