import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration, AstroIntegrationLogger } from 'astro';
import { digestCode } from '../content/code-digest.ts';
import { type LibrarySource, type LoadedLibrary, loadLibrary } from '../content/load-library.ts';
import { ContentError } from '../content/problems.ts';
import { readSite } from '../content/read-site.ts';
import { keyOf, listOutput, Output, readManifest, removeStale, writeManifest } from './output.ts';
import { setLibrary } from './page-source.ts';
import { renderPages } from './prerenderer.ts';
import { publishInWorker } from './publish-pool.ts';

/** The module that pages read their data from; see `page-source.ts`. */
const pagesModule = 'agentsite:pages';

/**
 * Publishes `content/` with Astro: pages for people through the Astro route, everything for programs beside it.
 *
 * The order of a build: sources compile while Vite bundles the theme; then this thread renders pages while a
 * worker writes twins, indexes, JSON, feeds and the content index; then files of earlier builds that were not
 * made again are removed.
 */
export function publish(): AstroIntegration {
  const root = process.cwd();
  let build: Build | null = null;

  return {
    name: 'agentsite',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: { plugins: [shareModule(pagesModule, new URL('./page-source.ts', import.meta.url))] },
        });
      },

      'astro:build:start': ({ logger, setPrerenderer }) => {
        const started = startBuild(root, logger);
        build = started;
        setPrerenderer((astro) => ({
          ...astro,
          name: 'agentsite',
          async getStaticPaths() {
            await publishSite(started, (themeKey, output) =>
              renderPages(astro, output, started.source.site, themeKey),
            );
            return [];
          },
        }));
      },

      // With a prerenderer of one's own Astro leaves the choice of the entry to it; ours wants the usual one.
      'astro:build:setup': ({ target, updateConfig }) => {
        if (target !== 'server') return;
        const rolldownOptions = { input: 'astro/entrypoints/prerender' };
        updateConfig({ environments: { prerender: { build: { rolldownOptions } } } });
      },

      'astro:build:done': ({ dir }) => {
        if (build) finishBuild(build, fileURLToPath(dir));
      },
    },
  };
}

/** Resolves an import of bundled code to one file that stays outside the bundle, so that its state is shared. */
function shareModule(name: string, file: URL) {
  return {
    name: 'agentsite-shared-module',
    enforce: 'pre' as const,
    resolveId: (id: string) => (id === name ? { id: file.href, external: true } : undefined),
  };
}

interface Build {
  readonly source: LibrarySource;
  readonly logger: AstroIntegrationLogger;
  readonly loading: Promise<LoadedLibrary>;
  readonly client: string;
  readonly server: string;
  readonly manifestFile: string;
  readonly codeDigest: string;
  readonly startedAt: number;
  /** Files that this build made or kept. */
  made: Record<string, string>;
}

function startBuild(root: string, logger: AstroIntegrationLogger): Build {
  const startedAt = performance.now();
  const cache = join(root, 'node_modules/.cache/agentsite');
  const site = readSite(process.env.SITE_URL);
  const source: LibrarySource = {
    root,
    codeRoot: root,
    site,
    cacheFile: join(cache, 'compiled.sqlite'),
    nowGmt: new Date().toISOString().slice(0, 19),
  };
  const client = join(root, 'dist/client');
  const server = join(root, 'dist/server');
  rmSync(join(client, '_astro'), { recursive: true, force: true });
  clearFolder(server, ['content.sqlite']);
  const loading = loadLibrary(source);
  // The failure is reported where the library is awaited; until then it must not count as unhandled.
  loading.catch(() => undefined);
  const code = digestCode(root, ['src', 'package-lock.json', 'astro.config.mjs']);
  return {
    source,
    logger,
    loading,
    client,
    server,
    manifestFile: join(cache, 'manifest.json'),
    codeDigest: keyOf(code, site),
    startedAt,
    made: {},
  };
}

async function publishSite(
  build: Build,
  render: (themeKey: string, output: Output) => Promise<{ rendered: number; kept: number }>,
): Promise<void> {
  const loaded = await loadOrExplain(build);
  const { report, library } = loaded;
  build.logger.info(
    `${library.documents.length} documents (${report.compiled} compiled, ${report.reused} unchanged; ` +
      `${report.drafts} drafts, ${report.scheduled} scheduled)`,
  );
  setLibrary(library);
  const previous = readManifest(build.manifestFile, build.codeDigest);
  const present = listOutput(build.client);
  const publishing = publishInWorker({
    source: build.source,
    client: build.client,
    server: build.server,
    previous,
    present,
  });
  const output = new Output(build.client, previous, present);
  const pages = await render(build.codeDigest, output);
  build.logger.info(`${pages.rendered} pages rendered, ${pages.kept} kept`);
  const published = await publishing;
  build.logger.info(`${published.written} files for programs written`);
  build.made = { ...output.manifest, ...published.manifest };
  loaded.close();
}

/** Authoring errors are for authors: all of them, without a stack trace. */
async function loadOrExplain(build: Build): Promise<LoadedLibrary> {
  try {
    return await build.loading;
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    build.logger.error(error.message);
    process.exit(1);
  }
}

function finishBuild(build: Build, client: string): void {
  const present = listOutput(client);
  const made = new Set(Object.keys(build.made));
  const copied = listOutput(join(build.source.root, 'public'));
  const foreign = [...present].filter((file) => file.startsWith('_astro/') || copied.has(file));
  const removed = removeStale(client, present, new Set([...made, ...foreign]));
  writeManifest(build.manifestFile, build.codeDigest, build.made);
  const seconds = ((performance.now() - build.startedAt) / 1000).toFixed(1);
  build.logger.info(
    `${made.size + foreign.length} files in dist/client, ${removed} stale ones removed, ${seconds} s`,
  );
}

function clearFolder(folder: string, except: readonly string[]): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!except.includes(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}
