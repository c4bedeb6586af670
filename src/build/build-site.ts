import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openMounts } from '../add-ons/mounts.ts';
import { adviseOnShownFiles } from '../content/check/advise-on-files.ts';
import { compileCacheFiles } from '../content/library/compile-cache.ts';
import { digestCompiler, type LoadedLibrary, loadLibrary } from '../content/library/load-library.ts';
import { listFiles } from '../content/read/list-files.ts';
import { ContentError } from '../content/read/problems.ts';
import { isAtGitHost, type Site } from '../core/model/site.ts';
import { isFilesOnly } from '../core/model/targets.ts';
import type { OnBuildEvent } from './build-events.ts';
import { describeHost, hostFiles, writeBesideBuild } from './files/host-files.ts';
import { writeImages } from './files/images.ts';
import { listTwinMeasures } from './files/nginx-files.ts';
import { writePluginModules } from './files/plugin-modules.ts';
import { writeChanges } from './files/write-changes.ts';
import { writeDocuments } from './files/write-documents.ts';
import { writeFront } from './files/write-front.ts';
import { checkIndex, listStaleBodies, writeData } from './index/write-data.ts';
import { clearOtherLayout, layoutOf } from './layout.ts';
import { installRenderer, themeArtifacts } from './pages/install-theme.ts';
import { countUp, renderPages } from './pages/render-pages.ts';
import { openTheme, type Theme } from './pages/theme.ts';
import { commitBuild, nextRecord, openNextBuild } from './plan/next-build.ts';
import { addManifest, keyOf, noRecord, Output, readRecord, writeRecord } from './plan/output.ts';
import { listWp, type OutputTask } from './plan/output-task.ts';
import { refuseClashes, withOwnPages } from './plan/own-pages.ts';

export interface BuildOptions {
  readonly root: string;
  readonly site: Site;
  /** Digest of the code and settings of the build; output of others is rebuilt. */
  readonly codeDigest: string;
  /** UTC, `YYYY-MM-DDTHH:MM:SS`: documents with a later date are scheduled. */
  readonly nowGmt: string;
  /** The compiled theme, in `dist/` itself or in a folder that it is copied from. Documents compile in the meantime. */
  readonly theme: Promise<Theme>;
  readonly onEvent: OnBuildEvent;
  /** Reads every document, also where the times of its file say that it is unchanged. */
  readonly force?: boolean;
  /** The base URL was given for this build, so it may be one of this machine. */
  readonly isUrlGiven?: boolean;
  /** Without accelerations, and without what earlier builds left. */
  readonly plain?: boolean;
}

/**
 * Builds the site: read → compile → plan → render → write. Only what changed since the last build is rendered and
 * written. Each acceleration is in `fast/`, replaces one step of this function, and is absent from a plain build.
 * @throws ContentError with every problem of the content.
 */
export async function buildSite(options: BuildOptions): Promise<void> {
  const { root, site, codeDigest, nowGmt, onEvent, force = false, plain = false } = options;
  const layout = layoutOf(root, site);
  const close = openNextBuild(layout);
  const fast = plain ? null : (await import('./fast/accelerations.ts')).openAccelerations();
  try {
    const { folder: dist, client, server, next, manifest: manifestFile, cacheFile } = layout;
    const filesOnly = isFilesOnly(site);
    if (plain) for (const file of compileCacheFiles(cacheFile)) rmSync(file, { force: true });

    // Read and compile.
    const compilerDigest = digestCompiler(root);
    const source = { root, site, compilerDigest, cacheFile, nowGmt, preview: site.preview, force };
    const loaded = await loadLibrary(source, {
      onProgress: (done, total) => onEvent({ step: 'working', on: 'documents', done, total }),
      onImages: (done, total) => onEvent({ step: 'working', on: 'images', done, total }),
      ...(fast?.loadHelp(source) ?? { openThread: null }),
    });
    // They were checked; with them the records of all documents would stay in memory.
    loaded.references.clear();
    await reportFindings(loaded, options);

    // Plan.
    const theme = await options.theme;
    refuseClashes(loaded, theme.folder, root);
    const whole = withOwnPages(loaded, theme.folder);
    const { library } = whole;
    const code = keyOf(codeDigest, library.site);
    const record = plain ? noRecord : readRecord(manifestFile, code);
    const { files: previous } = record;
    const present = listFiles(client);
    const task: OutputTask = {
      ...{ source, client, server, next, code, previous, present },
      renderer: theme.folder,
      index: checkIndex(library, server, previous),
    };
    const output = new Output(next.client, previous, present);
    output.publish(themeArtifacts(theme));
    const oldRenderer = filesOnly ? [] : installRenderer(theme, dist, next.folder);

    // Render and write.
    const wp = listWp(library);
    const share = fast?.writeShare(task, loaded.report);
    const writtenBefore = output.written;
    await writeDocuments(whole, task, wp.files, output);
    const onCopy = (done: number, total: number) => onEvent({ step: 'working', on: 'copies', done, total });
    const images = writeImages(whole, source, output, onCopy);
    if (!share) await writeData(whole, task, wp, output, fast?.openIndex);
    const made = output.manifest;
    const twins = listTwinMeasures(
      site,
      Object.keys(made),
      client,
      (file) => output.measures[file] ?? record.twins[file],
    );
    if (!site.preview) writeChanges(library, client, output, twins, nowGmt);
    if (!filesOnly) writeFront(library, task, wp.files, twins);
    if (!filesOnly) await writePluginModules(library, root, next.server);
    const pages = await renderPages(library, {
      output,
      open: () => openTheme(task.renderer, library.site, fast?.renderPages),
      next: share?.nextPage ?? countUp(),
      onProgress: (done, total) => onEvent({ step: 'working', on: 'pages', done, total }),
    });
    await images;
    const other = await share?.result;
    loaded.close();
    const rendered = pages.rendered + (other?.pages.rendered ?? 0);
    onEvent({ step: 'pages', rendered, kept: pages.reused + (other?.pages.reused ?? 0) });
    const hasEditor = isAtGitHost(site.editor);
    if (hasEditor || site.plugins?.some(({ mount }) => mount !== null))
      for (const { path, files } of await openMounts(root, site, hasEditor))
        for (const made of (await files?.(root, library)) ?? [])
          output.publish([{ ...made, file: path.slice(1) + made.file }]);
    if (other) addManifest(made, other.manifest);
    if (filesOnly) output.publish(hostFiles(library, new Set(Object.keys(made))));
    writeRecord(nextRecord(layout), code, { files: made, twins });
    // The last file, by which a running sidecar knows that the build is complete. For `deploy/publish --when-due`: UTC,
    // or nothing.
    writeFileSync(join(next.server, 'next-due.txt'), loaded.report.nextDueGmt ?? '');
    const stale = [...present].filter((file) => !Object.hasOwn(made, file));
    const nginx = [...listFiles(join(server, 'nginx'))].map((file) => `nginx/${file}`);
    const nextServer = listFiles(next.server);
    const replaced = [...oldRenderer, ...nginx, ...listStaleBodies(task)];
    const removed = { client: stale, server: replaced.filter((file) => !nextServer.has(file)) };
    commitBuild(layout, removed, Object.keys(made).length - 1);
    writeBesideBuild(root, site);
    clearOtherLayout(root, site);
    const written = output.written - writtenBefore - pages.rendered + (other?.written ?? 0);
    onEvent({ step: 'files', written, removed: stale.length });
  } finally {
    await fast?.end();
    close();
  }
}

/** Reports what the author and the owner should know of. @throws ContentError for what the host would drop silently. */
async function reportFindings(loaded: LoadedLibrary, options: BuildOptions): Promise<void> {
  const { root, site, onEvent } = options;
  const { report, library, warnings } = loaded;
  const host = describeHost(library, options.isUrlGiven);
  if (host.problems.length > 0) throw new ContentError(host.problems);
  onEvent({ step: 'documents', documents: library.documents.length, report, included: site.preview });
  if (warnings.length > 0) onEvent({ step: 'warnings', warnings });
  const hidden = await adviseOnShownFiles(root, loaded);
  const remarks = hidden.map(({ file, message }) => `${file} ${message}`);
  if (remarks.length > 0) onEvent({ step: 'images', remarks });
  if (host.remarks.length > 0) onEvent({ step: 'host', remarks: host.remarks });
}
