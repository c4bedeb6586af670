import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adviseOnShownFiles } from '../content/check/advise-on-files.ts';
import { worthThread } from '../content/compile/compile-pool.ts';
import { digestCompiler, type LibrarySource, loadLibrary } from '../content/library/load-library.ts';
import { ContentError } from '../content/read/problems.ts';
import type { Library } from '../core/model/document.ts';
import type { Site } from '../core/model/site.ts';
import { isFilesOnly } from '../core/model/targets.ts';
import type { TellBuild } from './build-events.ts';
import { BuildThread } from './fast/build-thread.ts';
import { openTheme } from './fast/quick-pages.ts';
import { SharedCounter } from './fast/shared-counter.ts';
import { SharedProgress } from './fast/shared-progress.ts';
import { describeHost, hostFiles, writeBesideBuild } from './files/host-files.ts';
import { publishFront } from './files/publish-front.ts';
import { publishTexts } from './files/publish-texts.ts';
import { checkIndex, publishData, startPatch } from './index/publish-data.ts';
import { layoutOf } from './layout.ts';
import { installRenderer, themeArtifacts } from './pages/install-theme.ts';
import { fillKeys, renderPages } from './pages/render-pages.ts';
import type { Theme } from './pages/theme.ts';
import { describeInputs, recallPageKeys } from './plan/known-keys.ts';
import { addManifest, keyOf, Output, readRecord, removeStale, writeRecord } from './plan/output.ts';
import { findOutput, noteFolders } from './plan/output-folder.ts';
import { refuseClashes, withOwnPages } from './plan/own-pages.ts';
import { listWp, type PublishTask } from './plan/publish-task.ts';

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
  /** As in {@link LibrarySource}. */
  readonly force?: boolean;
  /** The base URL was named for this build, so it may be one of this machine. */
  readonly isUrlGiven?: boolean;
}

const none = { rendered: 0, kept: 0 };

/**
 * Publishes `content/` into `dist/`: texts for programs in this thread, data in another where that is much, and pages
 * in whichever has time; all only where something changed. Then removes what earlier builds left.
 * @throws ContentError with every problem of the content.
 */
export async function publishSite(options: PublishOptions): Promise<void> {
  const thread = new BuildThread();
  try {
    await publishWith(thread, options);
  } finally {
    await thread.end();
  }
}

async function publishWith(thread: BuildThread, options: PublishOptions): Promise<void> {
  const { root, site, codeDigest, nowGmt, tell, force = false } = options;
  const filesOnly = isFilesOnly(site);
  const { folder: dist, client, server, manifest: manifestFile, texts } = layoutOf(root, site);
  const source: LibrarySource = {
    root,
    site,
    compilerDigest: digestCompiler(root),
    cacheFile: texts,
    nowGmt,
    preview: site.preview,
    force,
  };
  const loaded = await loadLibrary(source, {
    onProgress: (done, total) => tell({ step: 'working', on: 'texts', done, total }),
    onImages: (done, total) => tell({ step: 'working', on: 'images', done, total }),
    openThread: (settings) => thread.openCompiler(settings),
    onKept: () => thread.reopen(source),
  });
  const { report, library } = loaded;
  const key = keyOf(codeDigest, library.site);
  const left = describeHost(loaded.library, options.isUrlGiven);
  if (left.problems.length > 0) throw new ContentError(left.problems);
  tell({
    step: 'texts',
    documents: loaded.library.documents.length,
    report,
    included: site.preview,
  });
  if (loaded.warnings.length > 0) tell({ step: 'warnings', warnings: loaded.warnings });
  const hidden = await adviseOnShownFiles(root, loaded);
  if (hidden.length > 0)
    tell({ step: 'pictures', remarks: hidden.map(({ file, message }) => `${file} ${message}`) });
  if (left.remarks.length > 0) tell({ step: 'host', remarks: left.remarks });
  const theme = await options.theme;
  refuseClashes(loaded, theme.folder, root);
  const whole = withOwnPages(loaded, theme.folder);
  const renderer = filesOnly ? theme.folder : dist;
  const record = readRecord(manifestFile, key);
  const { files: previous } = record;
  const index = checkIndex(whole.library, server, previous);
  const changed = Object.keys(previous).length === 0 ? whole.library.documents.length : report.compiled;
  const early = changed < worthThread ? startData(whole.library, { server, code: key, index }) : null;
  const found = findOutput(client, previous, record.folders);
  const { present } = found;
  const copies = new SharedProgress();
  const task: PublishTask = {
    source,
    client,
    server,
    renderer,
    code: key,
    previous,
    present,
    index,
    copies: copies.memory,
  };
  const output = new Output(client, previous, present);
  if (theme.folder === dist && !filesOnly) output.adopt(present, theme.code);
  else {
    output.publish(themeArtifacts(theme));
    if (filesOnly) mkdirSync(server, { recursive: true });
    else installRenderer(theme, dist);
  }
  const counter = new SharedCounter();
  const helper = early ? null : thread.publish({ ...task, pageCounter: counter.memory });
  const inputs = describeInputs(whole.library, record.inputs);
  recallPageKeys(whole.library, previous, record.inputs, inputs);
  const writtenBefore = output.written;
  const wp = early?.wp ?? listWp(whole.library);
  const published =
    helper ?? publishData(whole, task, wp, early?.patch).then((made) => ({ pages: none, ...made }));
  // Its failure is reported where it is awaited.
  published.catch(() => undefined);
  await publishTexts(whole, task, wp.files, output);
  const textsWritten = output.written - writtenBefore;
  // While the other thread goes on with pages.
  const sizes = filesOnly ? {} : publishFront(whole.library, task, wp.files, output, record.sizes);
  const pages = await renderPages(
    whole.library,
    () => openTheme(renderer, library.site),
    output,
    counter,
    (done, total) => tell({ step: 'working', on: 'pages', done, total }),
  );
  const data = await reportWhile(published, () => {
    const { done, total } = copies.get();
    if (done < total) tell({ step: 'working', on: 'copies', done, total });
  });
  tell({
    step: 'pages',
    rendered: pages.rendered + data.pages.rendered,
    kept: pages.kept + data.pages.kept,
  });

  const writtenLast = output.written;
  if (filesOnly) {
    const files = new Set([...Object.keys(output.manifest), ...Object.keys(data.manifest)]);
    output.publish(hostFiles(whole.library, files));
  }
  loaded.close();
  const made = output.manifest;
  addManifest(made, data.manifest);
  if (helper) fillKeys(whole.library, made);
  const removed = removeStale(client, present, made);
  writeBesideBuild(root, site);
  const folders = noteFolders(client, found, made, Date.now());
  writeRecord(manifestFile, key, { files: made, sizes, inputs, folders });
  // The last file, by which a running sidecar knows that the build is complete. For `deploy/publish --when-due`: UTC,
  // or nothing.
  writeFileSync(join(server, 'next-due.txt'), report.nextDueGmt ?? '');
  tell({ step: 'files', written: textsWritten + data.written + output.written - writtenLast, removed });
}

/** Milliseconds between two reports of another thread's progress. */
const pause = 200;

async function reportWhile<T>(work: Promise<T>, report: () => void): Promise<T> {
  const timer = setInterval(report, pause);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** What is published in this thread begins with the copy of the index, which goes on beside everything else. */
function startData(library: Library, task: Parameters<typeof startPatch>[1]) {
  const wp = listWp(library);
  return { wp, patch: startPatch(library, task, wp.context) };
}
