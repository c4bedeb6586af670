import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LibrarySource, LoadedLibrary } from '../content/load-library.ts';
import { renderArchiveTwin, renderHomeTwin } from '../core/archive-twin.ts';
import { renderContactTwin } from '../core/contact-twin.ts';
import type { Document, Library } from '../core/document.ts';
import { type FeedSource, feedLength, feedPaths, listFeeds, renderFeeds } from '../core/feeds.ts';
import { lockedTwinFile } from '../core/front-table.ts';
import { renderDocumentTwin, renderLockedTwin } from '../core/markdown-twin.ts';
import { describePages, type ListedPage } from '../core/pages.ts';
import { mediaPath, paths, twinPath } from '../core/urls.ts';
import { createWpContext } from '../core/wp-context.ts';
import { wpFiles } from '../core/wp-files.ts';
import { type Artifact, keyOf, listOutput } from './output.ts';
import { siteDocuments } from './site-documents.ts';

/** Everything that is published beside the HTML pages, one artifact a file. */
export function* publications(loaded: LoadedLibrary, source: LibrarySource): Generator<Artifact> {
  const { library } = loaded;
  for (const page of describePages(library)) yield twin(page, library);
  yield contactTwin(library);
  for (const { file, key, render } of wpFiles(library, createWpContext(library))) {
    yield { file, key: keyOf(key), render };
  }
  for (const feed of listFeeds(library)) yield* feedFiles(feed, library);
  yield* siteDocuments(library, source.nowGmt, digestOf(library));
  for (const skill of library.skills) {
    yield {
      file: `.well-known/agent-skills/${skill.name}/SKILL.md`,
      key: skill.digest,
      render: () => skill.text,
    };
  }
  for (const asset of loaded.assets)
    yield copyOf(join(source.root, 'content', asset), mediaPath(asset).slice(1));
  const verbatim = join(source.root, 'public');
  for (const file of [...listOutput(verbatim)].sort()) yield copyOf(join(verbatim, file), file);
}

/** Digest of everything published: documents with their texts, terms, authors, pictures, skills. */
function digestOf({ documents, categories, tags, authors, media, skills }: Library): string {
  return keyOf(documents, categories, tags, authors, media, skills);
}

/** The Markdown twin of a page; the 403 text in the place of a locked one. */
function twin(page: ListedPage, library: Library): Artifact {
  const path = twinPath(page.path);
  const key = keyOf(page);
  switch (page.view) {
    case 'home': {
      const body = page.document ? library.body(page.document) : null;
      return { file: path.slice(1), key, render: () => renderHomeTwin(page, body, library.site) };
    }
    case 'document': {
      const { document } = page;
      if (document.locked) {
        return { file: lockedTwinFile(path), key, render: () => renderLockedTwin(page, library.site) };
      }
      const render = () => renderDocumentTwin(page, library.body(document), library.site);
      return { file: path.slice(1), key, render };
    }
    case 'archive':
      return { file: path.slice(1), key, render: () => renderArchiveTwin(page, library.site) };
  }
}

/** The form itself is rendered for each request; what it says to programs is a file. */
function contactTwin({ site }: Library): Artifact {
  return {
    file: twinPath(paths.contact).slice(1),
    key: keyOf(site.title, site.url, site.language),
    render: () => renderContactTwin(site),
  };
}

/** The three forms of a feed, rendered together and only when one of them is due. */
function* feedFiles(feed: FeedSource, library: Library): Generator<Artifact> {
  const key = keyOf(
    feed.title,
    feed.description,
    feed.documents.slice(0, feedLength) satisfies Document[],
    library.authors,
  );
  let rendered: ReadonlyMap<string, string> | null = null;
  const render = (path: string) => {
    rendered ??= new Map(renderFeeds(library, feed).map((file) => [file.path, file.text]));
    const text = rendered.get(path);
    if (text === undefined) throw new Error(`The feed of ${feed.path} has no form at ${path}`);
    return text;
  };
  for (const path of Object.values(feedPaths(feed.path))) {
    yield { file: path.slice(1), key, render: () => render(path) };
  }
}

/** A file of the author's, as it is: a picture in `content/`, anything in `public/`. */
function copyOf(path: string, file: string): Artifact {
  const content = readFileSync(path);
  return { file, key: hash('sha256', content, 'base64url'), render: () => content };
}
