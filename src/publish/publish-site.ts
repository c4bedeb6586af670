import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestCompiler, type LibrarySource, loadLibrary } from '../content/load-library.ts';
import type { Site } from '../core/model/site.ts';
import type { TellBuild } from './build-events.ts';
import { installRenderer, themeArtifacts } from './install-theme.ts';
import { keyOf, listOutput, Output, readManifest, removeStale, writeManifest } from './output.ts';
import { type PublishTask, publishFiles } from './publish-files.ts';
import { publishInWorker } from './publish-pool.ts';
import { openTheme } from './quick-pages.ts';
import { renderPages } from './render-pages.ts';
import { SharedCounter } from './shared-counter.ts';
import type { Theme } from './theme.ts';

export interface PublishOptions {
  /** The site's folder. */
  readonly root: string;
  readonly site: Site;
  /** Digest of the code and settings that publish; output of others is made anew. */
  readonly codeDigest: string;
  /** UTC, `YYYY-MM-DDTHH:MM:SS`: what is dated later stays unpublished. */
  readonly nowGmt: string;
  /** The compiled theme, in `dist/` itself or in a folder that it is copied from; sources compile while it is made. */
  readonly theme: Promise<Theme>;
  readonly tell: TellBuild;
}

const none = { rendered: 0, kept: 0 };

/** With fewer changed documents than this another thread's start costs more than it saves. */
const worthWorker = 100;

/**
 * Publishes `content/` into `dist/`: pages in this thread, everything for programs in another where that is much, and
 * both only where something changed; then removes what earlier builds left.
 * @throws ContentError with every problem of the content.
 */
export async function publishSite(options: PublishOptions): Promise<void> {
  const { root, site, codeDigest, nowGmt, tell } = options;
  const cache = join(root, 'node_modules/.cache/agentsite');
  const source: LibrarySource = {
    root,
    site,
    compilerDigest: digestCompiler(),
    cacheFile: join(cache, 'compiled.sqlite'),
    nowGmt,
  };
  const dist = join(root, 'dist');
  const client = join(dist, 'client');
  const manifestFile = join(cache, 'manifest.json');
  const key = keyOf(codeDigest, site);

  const loaded = await loadLibrary(source, (done, total) =>
    tell({ step: 'working', on: 'texts', done, total }),
  );
  const { report, library } = loaded;
  tell({ step: 'texts', documents: library.documents.length, report });
  const theme = await options.theme;
  const previous = readManifest(manifestFile, key);
  const present = listOutput(client);
  const task: PublishTask = {
    source,
    client,
    server: join(dist, 'server'),
    code: key,
    previous,
    present,
  };
  const output = new Output(client, previous, present);
  if (theme.folder === dist) output.adopt(present, theme.code);
  else {
    output.publish(themeArtifacts(theme));
    installRenderer(theme, dist);
  }
  const counter = new SharedCounter();
  const isMuch = report.compiled >= worthWorker || Object.keys(previous).length === 0;
  const helper = isMuch ? publishInWorker({ ...task, pageCounter: counter.memory }) : null;
  const render = await openTheme(dist, site);
  const pages = await renderPages(library, render, output, counter, (done, total) =>
    tell({ step: 'working', on: 'pages', done, total }),
  );
  const published = helper ? await helper : { pages: none, ...(await publishFiles(loaded, task)) };
  tell({
    step: 'pages',
    rendered: pages.rendered + published.pages.rendered,
    kept: pages.kept + published.pages.kept,
  });
  loaded.close();

  const made = { ...output.manifest, ...published.manifest };
  const removed = removeStale(client, present, new Set(Object.keys(made)));
  writeManifest(manifestFile, key, made);
  // For `deploy/publish --when-due`: UTC, or nothing.
  writeFileSync(join(dist, 'server/next-due.txt'), report.nextDueGmt ?? '');
  tell({ step: 'files', written: published.written, removed });
}
