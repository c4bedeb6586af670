import { hash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AstroConfig, AstroIntegration, HookParameters, IntegrationResolvedRoute } from 'astro';
import { AstroError } from 'astro/errors';
import { howToEnd, nameHolder, takeLock } from '../../sidecar/process/folder-lock.ts';
import { themeFolder } from '../build/layout.ts';
import { themeAlone } from '../build/pages/build-theme.ts';
import { digestTheme, recordTheme } from '../build/pages/theme.ts';
import { recordOwnPages } from '../build/plan/own-pages.ts';
import { codeFile, engine } from '../content/read/code-digest.ts';
import { writesPrivacy } from '../core/model/settings/services.ts';
import type { SiteSettings } from '../core/model/settings/site-settings.ts';
import type { Site } from '../core/model/site.ts';
import { basePath } from '../core/model/urls.ts';
import { importedStyles } from '../dev/imported-styles.ts';
import { overlayClient } from '../dev/overlay-client.ts';
import { leftToVite, viteServerOptions } from '../dev/vite-paths.ts';
import { refuseMarkdownSettings } from '../settings/astro-config.ts';
import { listOwnModules } from '../settings/own-modules.ts';
import {
  checkSettings,
  findSettings,
  readSite,
  type SiteOverrides,
  settingsAtRest,
} from '../settings/read-site.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { ContentBuild } from './build-hooks.ts';
import { findPlaceProblem } from './common-folder.ts';
import { nodeAdapter } from './node-adapter.ts';
import { listBuiltFiles, refuseOnDemand } from './own-routes.ts';
import { virtualTheme } from './virtual-theme.ts';

export type { SiteSettings };

/** Addresses that the theme answers; `[...path]` is every page but the contact form. */
const routes = { '/[...path]': 'page.astro', '/contact': 'contact.astro' } as const;

/** What settings import. Components and styles that they only name are updated by Vite, without a restart of the server. */
const imported = /\.(?:[cm]?[jt]sx?|json)$/;

/** `astro.config.mjs` is `defineConfig({ integrations: [agentsite(site)] })`. */
export default function agentsite(settings: SiteSettings): AstroIntegration {
  refuseMarkdownSettings(process.cwd());
  let root = '';
  let dist = '';
  let site: Site;
  let code = '';
  let isBuild = false;
  let contentBuild: ContentBuild | null = null;
  let resolved: readonly IntegrationResolvedRoute[] = [];
  return {
    name: 'agentsite',
    hooks: {
      'astro:config:setup': async (options) => {
        const { config, command, injectRoute, updateConfig, addWatchFile, logger } = options;
        root = fileURLToPath(config.root).replace(/\/$/, '');
        refuseApart(root);
        if (command === 'dev' && !options.isRestart) refuseSecond(root);
        site = await settle(options, root, settings);
        for (const [pattern, file] of Object.entries(routes)) {
          const entrypoint = new URL(`../routes/${file}`, import.meta.url);
          injectRoute({ pattern, entrypoint, prerender: false });
        }
        if (writesPrivacy(site)) {
          const entrypoint = new URL('../routes/privacy.astro', import.meta.url);
          injectRoute({ pattern: '/privacy', entrypoint, prerender: true });
        }
        updateConfig(configFor(site, root, command));
        if (command === 'dev') {
          updateConfig({
            vite: { server: viteServerOptions(root), plugins: [importedStyles(), overlayClient()] },
          });
          for (const file of listOwnModules(join(root, findSettings(root))))
            if (imported.test(file)) addWatchFile(file);
        }
        isBuild = command === 'build';
        if (!isBuild) return;
        code = digestTheme(root, site);
        // Astro would draw a random key for server islands, which this site has none of, and no two builds would be alike.
        process.env.ASTRO_KEY ??= hash('sha256', code, 'base64');
        if (config.integrations.some(({ name }) => name === themeAlone.name)) return;
        await refuseOtherSettings(root, site);
        refuseOtherFolders(root, config);
        // Astro empties the folder at once, while the last build is served until the new one is there.
        const outDir = pathToFileURL(`${themeFolder(root)}/`);
        updateConfig({
          outDir,
          build: { client: new URL('client/', outDir), server: new URL('server/', outDir) },
        });
        const nowGmt = new Date().toISOString().slice(0, 19);
        const { createContentBuild } = await import('./build-hooks.ts');
        contentBuild = createContentBuild({ root, site, code, nowGmt, say: (text) => logger.info(text) });
      },

      'astro:config:done': ({ config }) => {
        dist = fileURLToPath(config.outDir).replace(/\/$/, '');
      },

      'astro:routes:resolved': ({ routes }) => {
        resolved = routes;
        if (isBuild) refuseOnDemand(routes);
      },

      'astro:server:setup': async ({ server, logger }) => {
        const { serveDevSite } = await import('../dev/dev-site.ts');
        const entry = codeFile('src/astro/render-entry');
        serveDevSite({ root, entry, server, logger, left: leftToVite(root, () => resolved) });
      },

      // Problems of the content are reported before the theme compiles.
      'astro:build:start': () => contentBuild?.check(),

      'astro:build:done': async ({ assets }) => {
        const own = listBuiltFiles(resolved, assets, { client: join(dist, 'client'), root });
        if (contentBuild) return contentBuild.finish(own);
        recordOwnPages(dist, own, site);
        recordTheme({ folder: dist, code });
      },
    },
  };
}

/** Packages that Astro's renderer and the theme import. */
const partsOfTheme = [
  /^@astrojs\/internal-helpers/,
  /^@oslojs\/encoding/,
  'clsx',
  'cookie',
  'devalue',
  'entities',
  'html-escaper',
  'mrmime',
  'piccolore',
  'zod',
];

function configFor(
  site: Site,
  root: string,
  command: string,
): Parameters<HookParameters<'astro:config:setup'>['updateConfig']>[0] {
  const adapter = nodeAdapter();
  return {
    site: new URL(site.url).origin,
    // What a server in development shows is at the top of its host.
    ...(basePath(site) === '' || command === 'dev' ? {} : { base: basePath(site) }),
    output: 'static',
    adapter,
    integrations: [adapter],
    session: false,
    trailingSlash: 'ignore',
    compressHTML: true,
    build: { format: 'directory', inlineStylesheets: 'never', redirects: false },
    devToolbar: { enabled: false },
    vite: {
      plugins: [virtualTheme(site, root)],
      // public/ is published with the content.
      publicDir: false,
      build: { assetsInlineLimit: 0 },
      // Small packages become part of the theme: a build opens one file instead of two hundred.
      ...(command === 'build' ? { ssr: { noExternal: [...partsOfTheme] } } : {}),
    },
  };
}

/** While a site is made, its file counts: Node caches what astro.config.mjs imported. Every request reports invalid settings. */
async function settle(
  { command, isRestart }: HookParameters<'astro:config:setup'>,
  root: string,
  settings: SiteSettings,
): Promise<Site> {
  const { SITE_URL: url, DEPLOY: deploy, AGENTSITE_PREVIEW } = process.env;
  const preview = AGENTSITE_PREVIEW === 'yes';
  if (command !== 'dev') return readFirst(root, settings, { url, deploy, preview });
  // Astro reads once for each restart, and ignores changes meanwhile.
  if (isRestart) await settingsAtRest(root);
  try {
    return await readSite(root, url, deploy);
  } catch (error) {
    if (isRestart) throw error;
    return checkSettings(unsettled, { url }, 'site.ts');
  }
}

/** Two servers would share the folder of drafts and state, where only the first one works. */
function refuseSecond(root: string): void {
  const lock = takeLock(join(root, '.dev'), 'dev');
  if ('close' in lock || lock.heldBy === process.pid) return;
  const problem = `${nameHolder(lock)} already serves this folder with \`astro dev\`.`;
  const fix = `Open the address that it printed, or ${howToEnd(lock)}.`;
  throw Object.assign(new AstroError(`${problem} ${fix}`), { stack: '' });
}

/** Reports problems with their place in the file, without the stack of the engine. */
async function readFirst(root: string, settings: SiteSettings, overrides: SiteOverrides): Promise<Site> {
  try {
    const { plugins } = await readSite(root, overrides.url, overrides.deploy);
    return checkSettings(settings, overrides, 'site.ts', { root, code: plugins?.[0]?.code ?? '' });
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw Object.assign(new AstroError(error.message, 'Nothing was built.'), { stack: '' });
  }
}

/** Stands for settings that cannot be used. */
const unsettled: SiteSettings = {
  title: 'Not settled',
  description: 'The settings have to be fixed.',
  url: 'http://localhost:4321',
  owner: { name: 'The owner', slug: 'owner' },
};

/** Other commands read the settings from their file; both must say the same. */
async function refuseOtherSettings(root: string, site: Site): Promise<void> {
  const written = await readSite(root, process.env.SITE_URL, process.env.DEPLOY);
  if (JSON.stringify(written) === JSON.stringify(site)) return;
  throw new AstroError(
    'The settings that astro.config.mjs gives to agentsite() are not those of site.ts.',
    'Write `agentsite(site)` there, with the `site` of site.ts.',
  );
}

function refuseApart(root: string): void {
  const problem = findPlaceProblem(realpathSync(root), engine);
  if (problem === null) return;
  const hint =
    'Install the engine into the folder of the site instead of linking it there: npm install agentsite';
  throw Object.assign(new AstroError(problem, hint), { stack: '' });
}

/** The other commands, and the server, look for a build in `dist/` and serve it from the top of its host. */
function refuseOtherFolders(root: string, { outDir, base }: AstroConfig): void {
  if (fileURLToPath(outDir).replace(/\/$/, '') !== join(root, 'dist')) {
    throw new AstroError('Agentsite builds into dist/.', 'Remove `outDir` from astro.config.mjs.');
  }
  if (base !== '/') {
    throw new AstroError('Agentsite has a host of its own.', 'Remove `base` from astro.config.mjs.');
  }
}
