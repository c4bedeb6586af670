import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishedBytes } from '../../content/images/other-files.ts';
import type { LibrarySource, LoadedLibrary } from '../../content/library/load-library.ts';
import { engine } from '../../content/read/code-digest.ts';
import { listFiles } from '../../content/read/list-files.ts';
import { renderContactTwin } from '../../core/contact/twin.ts';
import {
  createEntries,
  type EntryOf,
  type FeedSource,
  feedPaths,
  listFeeds,
  renderFeeds,
  shownIn,
} from '../../core/feeds/feeds.ts';
import { renderArchiveTwin, renderHomeTwin } from '../../core/markdown/archive-twin.ts';
import { renderOwnPageTwin } from '../../core/markdown/own-page-twin.ts';
import { renderSearchTwin } from '../../core/markdown/search-twin.ts';
import type { Library, OwnPage } from '../../core/model/document.ts';
import { viewsOf } from '../../core/model/language-views.ts';
import { languagesOf, pathsOf, siteAt } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import { isPublished } from '../../core/model/targets.ts';
import { mediaPath, originalPath, paths, twinPath } from '../../core/model/urls.ts';
import type { ArchivePage, HomePage } from '../../core/pages/page.ts';
import { describePages, siteOfPage } from '../../core/pages/pages.ts';
import type { WpFile } from '../../core/wp/files.ts';
import { type Artifact, keyOf } from '../plan/output.ts';
import { pageKey } from '../plan/page-key.ts';
import { wpArtifact } from './document-files.ts';
import { siteDocuments } from './site-documents.ts';

/** Every file that is neither an HTML page nor belongs to one document. */
export function* publications(
  loaded: LoadedLibrary,
  wp: readonly WpFile[],
  source: LibrarySource,
): Generator<Artifact> {
  const { library } = loaded;
  for (const page of describePages(library)) if (page.view !== 'document') yield twin(page, library);
  for (const page of library.ownPages ?? []) yield ownTwin(page, siteAt(library.site, page.path));
  for (const site of languagesOf(library.site)) yield* formTwins(site);
  for (const file of wp) if (!file.document) yield wpArtifact(file);
  for (const view of viewsOf(library)) {
    const entryOf = createEntries(view);
    for (const feed of listFeeds(view)) yield* feedFiles(feed, view, entryOf);
  }
  yield* siteDocuments(library, source.nowGmt);
  for (const skill of isPublished(library.site, paths.skillsIndex) ? library.skills : []) {
    yield {
      file: `.well-known/agent-skills/${skill.name}/SKILL.md`,
      key: skill.digest,
      render: () => skill.text,
    };
  }
  for (const asset of loaded.assets) yield* contentFile(loaded, asset, source);
  const verbatim = join(source.root, 'public');
  const own = listFiles(verbatim);
  for (const file of [...own].sort()) yield copyOf(join(verbatim, file), file);
  for (const file of defaultImages) if (!own.has(file)) yield copyOf(join(engine, 'public', file), file);
}

/** Icons and a portrait that pages and JSON link to. A site whose `public/` lacks one gets that of the example site. */
const defaultImages = ['apple-touch-icon.png', 'author.svg', 'favicon.ico', 'favicon.svg'];

/** The Markdown twin of the home page or of an archive. */
function twin(page: HomePage | ArchivePage, library: Library): Artifact {
  const file = twinPath(page.path).slice(1);
  const key = pageKey(page);
  const site = siteOfPage(library.site, page);
  if (page.view === 'archive') return { file, key, render: () => renderArchiveTwin(page, site) };
  const body = () => (page.document ? library.body(page.document) : null);
  return { file, key, render: () => renderHomeTwin(page, body(), site) };
}

function ownTwin(page: OwnPage, site: Site): Artifact {
  const key = keyOf(page);
  return { file: twinPath(page.path).slice(1), key, render: () => renderOwnPageTwin(page, site) };
}

/** Two pages are forms for people. What they say to programs are files. */
function* formTwins(site: Site): Generator<Artifact> {
  const key = keyOf(site.title, site.url, site.sidecar, site.language);
  const { contact, search } = pathsOf(site);
  if (isPublished(site, twinPath(contact))) {
    yield { file: twinPath(contact).slice(1), key, render: () => renderContactTwin(site) };
  }
  yield { file: twinPath(search).slice(1), key, render: () => renderSearchTwin(site) };
}

/** The three forms of a feed, rendered together and only when one of them is due. */
function* feedFiles(feed: FeedSource, library: Library, entryOf: EntryOf): Generator<Artifact> {
  const key = keyOf(
    feed.title,
    feed.description,
    shownIn(feed).map(({ digest }) => digest),
    feed.show,
    library.authors,
  );
  let rendered: ReadonlyMap<string, readonly string[]> | null = null;
  const render = (path: string) => {
    rendered ??= new Map(renderFeeds(library, feed, entryOf).map((file) => [file.path, file.parts]));
    const parts = rendered.get(path);
    if (!parts) throw new Error(`The feed of ${feed.path} has no form at ${path}`);
    return Buffer.concat(parts.map((part) => Buffer.from(part)));
  };
  for (const path of Object.values(feedPaths(feed.path))) {
    yield { file: path.slice(1), key, render: () => render(path) };
  }
}

/** Part of the keys of files that are no images: raise it when what is removed from them changes. */
const otherFiles = 1;

/** A file of `content/`: an image in the form that is published, and in the original where the owner wants that. */
function* contentFile(
  loaded: LoadedLibrary,
  asset: string,
  { root, site }: LibrarySource,
): Generator<Artifact> {
  const original = join(root, 'content', asset);
  const file = mediaPath(asset).slice(1);
  const image = loaded.images.get(`content/${asset}`);
  const cached = image?.ok ? image.cached : null;
  if (cached === null) {
    const content = readFileSync(original);
    const key = keyOf(otherFiles, hash('sha256', content, 'base64url'));
    yield { file, key, render: () => publishedBytes(asset, content) };
    return;
  }
  yield { file, key: cached, render: () => readFileSync(join(loaded.imageFolder, cached)) };
  if (site.images.originals) yield copyOf(original, originalPath(asset).slice(1));
}

/** A file of the author's, byte for byte. */
function copyOf(path: string, file: string): Artifact {
  const content = readFileSync(path);
  return { file, key: hash('sha256', content, 'base64url'), render: () => content };
}
