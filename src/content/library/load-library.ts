import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Library } from '../../core/model/document.ts';
import type { Site } from '../../core/model/site.ts';
import { listPluginFiles } from '../check/plugin-checks.ts';
import { readComments } from '../compile/comments.ts';
import type { OpenCompileThread } from '../compile/compile-pool.ts';
import { listOwnFiles } from '../compile/own-pages.ts';
import type { ImageFile } from '../images/images.ts';
import { type MediaEntry, readMediaList } from '../images/media-list.ts';
import { type CachedImage, ShownImages } from '../images/shown-images.ts';
import { createCategoryOf } from '../read/address-facts.ts';
import { compilerCode, digestCode, digestEngine, lockFiles } from '../read/code-digest.ts';
import { readEmbeds } from '../read/embeds.ts';
import { listFiles } from '../read/list-files.ts';
import { ContentError, type Problem } from '../read/problems.ts';
import { readRedirects } from '../read/redirects.ts';
import { readSkills } from '../read/skills.ts';
import { type Content, type FoundSource, readContent } from '../read/sources.ts';
import { readAllTerms, readAuthors } from '../read/terms.ts';
import { buildLibrary, type Publication } from './build-library.ts';
import { type CacheEntry, type CompileCache, openCompileCache, type SourceRecord } from './compile-cache.ts';
import { compileSources, type Rejected, readable } from './compile-sources.ts';
import { createFactsOf, isCurrent, pathIn } from './current-records.ts';
import { dateUndated } from './undated.ts';

/** Where content comes from, and the choices that decide what of it is published. */
export interface LibrarySource {
  /** The site's folder, with `content/` and `public/`. */
  readonly root: string;
  /** Digest of the code that compiles, from {@link digestCompiler}; a cache of other code is discarded. */
  readonly compilerDigest: string;
  readonly site: Site;
  readonly cacheFile: string;
  /** Documents dated after this UTC moment (`YYYY-MM-DDTHH:MM:SS`) are not published. */
  readonly nowGmt: string;
  /**
   * Lets drafts and scheduled documents through as well, marked as such. For reading on the author's machine: a
   * library of this kind is never published, and needs a cache file of its own.
   */
  readonly preview?: boolean;
  /** Reads every text, also where the times of its file say that it is the one that was read before. */
  readonly force?: boolean;
}

export interface LoadReport {
  readonly compiled: number;
  readonly reused: number;
  readonly drafts: number;
  readonly scheduled: number;
  /** UTC moment at which the next scheduled document comes due; null when none is waiting. */
  readonly nextDueGmt: string | null;
}

export interface LoadedLibrary extends Publication {
  readonly library: Library;
  /** The images of documents, by file from the root, and the folder of their published forms. */
  readonly images: ReadonlyMap<string, ImageFile>;
  readonly imageFolder: string;
  /** Files that documents show or link to, from the root; also those of documents that are not published. */
  readonly files: readonly string[];
  /** Files of `content/` that nothing shows or links to, from the root; empty for a library that was reopened. */
  readonly unused: readonly string[];
  readonly report: LoadReport;
  close(): void;
}

/** What a caller of {@link loadLibrary} takes part in. */
export interface LoadHelp {
  /** Called with the number of compiled documents, and of all that are due. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called with the numbers of images read and converted so far, and in all. */
  readonly onImages?: (done: number, total: number) => void;
  /** Opens a thread of the caller's that helps to compile; null compiles in this thread alone. */
  readonly openThread?: OpenCompileThread | null;
  /** Called when the cache has what {@link reopenLibrary} gives, while this thread goes on to check it; not always. */
  readonly onStored?: () => void;
  /** Of earlier loads of this source. */
  readonly memory?: LoadMemory;
}

/** What a process that loads again and again caches in memory. */
export interface LoadMemory {
  /** The records of the last load that found no problems; null when the next one must ask the cache. */
  entries: Map<string, CacheEntry> | null;
  /** Where there is such a map, photographs are converted after the load; it has those that were, by file from the root. */
  readonly converted?: ReadonlyMap<string, CachedImage>;
}

/**
 * Reads `content/`, compiles what changed since the last load, checks everything against everything, and lets
 * only published documents through.
 * @throws ContentError with all problems of all files at once.
 */
export async function loadLibrary(
  source: LibrarySource,
  {
    onProgress = () => undefined,
    onImages = () => undefined,
    openThread,
    onStored = () => undefined,
    memory,
  }: LoadHelp = {},
): Promise<LoadedLibrary> {
  const { root, site } = source;
  const cache = openCompileCache(source.cacheFile, cacheDigest(source));
  const entries = readEntries(cache, memory?.entries ?? null);
  if (memory) memory.entries = null;
  const content = readContent(root, site, source.nowGmt, (file) => {
    const entry = entries.get(file);
    return entry ? { stamp: source.force ? '' : entry.stamp, digest: entry.sourceDigest } : null;
  });
  const { sources } = content;
  const present = new Set(sources.map((item) => item.file));
  const removed = [...entries.keys()].filter((file) => !present.has(file));
  for (const file of removed) entries.delete(file);

  const rejected = new Map<string, Rejected>();
  const changed = sources.filter((file) => entries.get(file.file)?.sourceDigest !== file.digest);
  const images = new ShownImages(source, cache, memory?.converted);
  const compile = (due: readonly FoundSource[]) => {
    const read = ({ kind, file }: FoundSource) => {
      const known = content.changed.get(file);
      content.changed.delete(file);
      return known ?? { kind, file };
    };
    const { root, site, preview = false } = source;
    const settings = { root, site, preview, images: images.known, imageFolder: images.folder };
    return compileSources({ due, read }, settings, { cache, entries, rejected }, onProgress, openThread);
  };
  await compile(changed);
  const listed = readMediaList(root, site, []).items.map((entry) => entry.source);
  const artwork = Object.values(site.podcasts).map((show) => `public${show.image}`);
  await images.read(
    [...filesOf([...entries.values(), ...readable(rejected)]), ...listed, ...artwork],
    onImages,
  );
  // A change may have moved a parent page, a link target or an image. And the size of a new image was unknown when its
  // document was compiled.
  const factsOf = createFactsOf(entries, createCategoryOf(root, site));
  const outdated = sources.filter(({ file }) => {
    const refused = rejected.get(file)?.entry;
    if (refused) return refused.compiled.files.some(({ signature }) => signature === '');
    const entry = entries.get(file);
    return entry !== undefined && !isCurrent(root, site, entry, entries, factsOf, images.known);
  });
  await compile(outdated);
  if (removed.length === 0 && rejected.size === 0) onStored();
  const compiledCount = new Set([...changed, ...outdated]).size;
  const loaded = assemble(source, cache, images, entries, compiledCount, { content, rejected });
  images.keepOnly(new Set([...filesOf(entries.values()), ...listed, ...artwork]));
  cache.remove(removed);
  const restamped = sources.filter(({ file, stamp }) => stamp !== (entries.get(file)?.stamp ?? stamp));
  cache.restamp(restamped);
  if (memory) memory.entries = entries;
  for (const { file, stamp } of memory ? restamped : []) {
    const entry = entries.get(file);
    if (entry) entries.set(file, { ...entry, stamp });
  }
  return loaded;
}

/** The library of the last successful {@link loadLibrary}, without reading the sources again, and without references. */
export function reopenLibrary(source: LibrarySource): LoadedLibrary {
  const cache = openCompileCache(source.cacheFile, cacheDigest(source));
  const loaded = assemble(source, cache, new ShownImages(source, cache), cache.entries(), 0, null);
  loaded.references.clear();
  return loaded;
}

/** @param remembered what this process had of the cache, which may have been removed since */
function readEntries(
  cache: CompileCache,
  remembered: Map<string, CacheEntry> | null,
): Map<string, CacheEntry> {
  const entries = remembered ?? cache.entries();
  if (cache.isComplete(entries)) return entries;
  cache.startAnew();
  return new Map();
}

function unreadable(
  entries: readonly MediaEntry[],
  images: ReadonlyMap<string, ImageFile>,
): readonly Problem[] {
  return entries.flatMap(({ source }): Problem[] => {
    const image = images.get(source);
    if (image?.ok !== false) return [];
    const message = `${source} ${image.message}.`;
    return [{ file: 'content/media.yaml', line: 1, column: 1, field: 'file', message }];
  });
}

/** Directories of podcasts refuse artwork of another size. */
function checkArtwork({ podcasts }: Site, images: ReadonlyMap<string, ImageFile>): Problem[] {
  return Object.entries(podcasts).flatMap(([name, { image }]): Problem[] => {
    const file = images.get(`public${image}`);
    const [width, height] = file?.ok ? [file.width, file.height] : [0, 0];
    if (width === height && width >= 1400 && width <= 3000) return [];
    const is = file?.ok ? `is ${width} × ${height} pixels` : 'is missing or no image';
    const message = `public${image} ${is}; it must be a square of 1400 to 3000 pixels.`;
    return [{ file: 'site.ts', line: 1, column: 1, field: `podcasts: ${name}`, message }];
  });
}

/** Files that documents show or link to. */
function filesOf(entries: Iterable<SourceRecord>): string[] {
  return [...entries].flatMap(({ compiled }) => compiled.files.map(({ file }) => file));
}

/** @param found null where everything was checked before */
function assemble(
  source: LibrarySource,
  cache: CompileCache,
  images: ShownImages,
  entries: ReadonlyMap<string, CacheEntry>,
  compiledCount: number,
  found: Found | null,
): LoadedLibrary {
  const { content, rejected } = found ?? nothingNew;
  const { root, site } = source;
  const refused = [...rejected.values()];
  const records = [...entries.values(), ...readable(rejected)].sort((a, b) =>
    a.compiled.document.source < b.compiled.document.source ? -1 : 1,
  );
  const unread = refused.filter(({ entry }) => entry === null);
  const factsOf = createFactsOf(entries, createCategoryOf(root, site));
  const authors = readAuthors(root, site);
  const media = readMediaList(
    root,
    site,
    authors.items.map(({ slug }) => slug),
  );
  const built = buildLibrary({
    site,
    nowGmt: source.nowGmt,
    preview: source.preview === true,
    documents: dateUndated(
      records.map(({ compiled }) => compiled.document),
      source,
    ),
    compiled: records.map(({ compiled }) => compiled),
    failed: new Set(
      [...unread.map((item) => item.source.file), ...content.problems.map(({ file }) => file)].map((file) =>
        pathIn(site, file, factsOf),
      ),
    ),
    terms: readAllTerms(root, site),
    authors,
    skills: readSkills(root),
    redirects: readRedirects(root),
    embeds: readEmbeds(root),
    media,
    root,
    verbatim: found ? [...listFiles(join(root, 'public'))].sort() : [],
    comments: readComments(root, site),
    own: [...listOwnFiles(root, site), ...listPluginFiles(site)],
    images: images.known,
    body: readBodies(cache, entries),
  });
  const check = found ? built.check() : { problems: [], warnings: [] };
  const problems = found
    ? [
        ...content.problems,
        ...refused.flatMap((item) => item.problems),
        ...unreadable(media.items, images.known),
        ...checkArtwork(site, images.known),
        ...check.problems,
      ]
    : [];
  if (problems.length > 0) {
    cache.close();
    throw new ContentError(problems, [...built.publication.warnings, ...check.warnings]);
  }
  const report = { ...built.report, compiled: compiledCount, reused: records.length - compiledCount };
  const shown = {
    images: images.known,
    imageFolder: images.folder,
    files: [...new Set(filesOf(records))].sort(),
    unused: listUnused(root, content, entries, new Set(media.items.map(({ source: file }) => file))),
  };
  const warnings = [...built.publication.warnings, ...check.warnings];
  return { ...built.publication, ...shown, warnings, library: built.library, report, close: cache.close };
}

/** Holds only the places of bodies. A later load changes the entries, while this library is still read. */
function readBodies(cache: CompileCache, entries: ReadonlyMap<string, CacheEntry>): Library['body'] {
  const places = new Map([...entries].map(([file, { text }]) => [file, text]));
  return ({ source: file }) => {
    const place = places.get(file);
    if (!place) throw new Error(`No text of ${file} was cached.`);
    return cache.body(place);
  };
}

interface Found {
  readonly content: Content;
  readonly rejected: ReadonlyMap<string, Rejected>;
}

const nothingNew: Found = {
  content: { sources: [], changed: new Map(), others: [], problems: [] },
  rejected: new Map(),
};

/** Files that no text shows or links to; a draft names what it will show. */
function listUnused(
  root: string,
  { sources, others }: Content,
  entries: ReadonlyMap<string, CacheEntry>,
  listed: ReadonlySet<string>,
): string[] {
  const used = new Set([...filesOf(entries.values()), ...listed]);
  const unused = others.filter((file) => !used.has(file));
  if (unused.length === 0) return [];
  const drafts = sources
    .filter(({ file }) => entries.get(file)?.compiled.draft)
    .map(({ file }) => readFileSync(join(root, file), 'utf8'));
  return unused.filter((file) => !drafts.some((text) => text.includes(posix.basename(file))));
}

/** Digest of the code that a compiled document of the site in `root` depends on, packages included. */
export function digestCompiler(root: string): string {
  return `${digestEngine(compilerCode)} ${digestCode(root, lockFiles)}`;
}

/** Everything but its own source that a compiled document depends on. */
function cacheDigest({ compilerDigest, site, preview = false }: LibrarySource): string {
  return hash('sha256', `${compilerDigest}\n${JSON.stringify(site)}\n${preview}`, 'hex');
}
