import { hash } from 'node:crypto';
import type { Document, Library } from '../core/document.ts';
import type { Site } from '../core/site.ts';
import { buildLibrary, type Publication } from './build-library.ts';
import { digestCode } from './code-digest.ts';
import { type CacheEntry, type CompileCache, openCompileCache } from './compile-cache.ts';
import type { CompiledDocument } from './compile-document.ts';
import { compileAll } from './compile-pool.ts';
import { ContentError, type Problem } from './problems.ts';
import { readSkills } from './skills.ts';
import { pathOfFile, readSources, type Source } from './sources.ts';
import { readAuthors, readTerms } from './terms.ts';

/** Where content comes from, and the choices that decide what of it is published. */
export interface LibrarySource {
  /** The project's folder: holds `content/`, `public/` and the code. */
  readonly root: string;
  /** Digest of the code that compiles, from {@link digestCompiler}; what other code compiled is compiled anew. */
  readonly compilerDigest: string;
  readonly site: Site;
  readonly cacheFile: string;
  /** Documents dated after this UTC moment (`YYYY-MM-DDTHH:MM:SS`) are not published. */
  readonly nowGmt: string;
}

/** How much work a load was. */
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
  readonly report: LoadReport;
  close(): void;
}

/**
 * Reads `content/`, compiles what changed since the last load, checks everything against everything, and lets
 * only published documents through.
 * @throws ContentError with all problems of all files at once.
 */
export async function loadLibrary(source: LibrarySource): Promise<LoadedLibrary> {
  const { root, site } = source;
  const cache = openCompileCache(source.cacheFile, cacheDigest(source));
  const sources = readSources(root);
  const kept = cache.entries();
  const fresh = sources.filter((file) => !isCurrent(file, kept, site));
  const present = new Set(sources.map((item) => item.file));
  const removed = [...kept.keys()].filter((file) => !present.has(file));
  const problems: Problem[] = [];
  const failed = await compileInto(cache, source, fresh, removed, problems);
  const entries = fresh.length + removed.length > 0 ? cache.entries() : kept;
  return assemble(source, cache, entries, failed, problems, fresh.length);
}

/** The library of the last successful {@link loadLibrary}, without looking at the sources again. */
export function reopenLibrary(source: LibrarySource): LoadedLibrary {
  const cache = openCompileCache(source.cacheFile, cacheDigest(source));
  return assemble(source, cache, cache.entries(), [], [], 0);
}

function assemble(
  source: LibrarySource,
  cache: CompileCache,
  entries: ReadonlyMap<string, CacheEntry>,
  failed: readonly Source[],
  problems: readonly Problem[],
  compiledCount: number,
): LoadedLibrary {
  const { root, site } = source;
  const slugOf = (file: string) => entries.get(file)?.compiled.document.slug ?? null;
  const records = [...entries.values()];
  const built = buildLibrary({
    root,
    site,
    nowGmt: source.nowGmt,
    documents: records.map(
      ({ compiled, sourceDigest }): Document => ({ ...compiled.document, digest: sourceDigest }),
    ),
    compiled: records.map(({ compiled }) => compiled),
    failed: new Set(failed.map(({ kind, file }) => pathOfFile(site, kind, file, slugOf))),
    categories: readTerms(root, 'category', site),
    tags: readTerms(root, 'post_tag', site),
    authors: readAuthors(root, site),
    skills: readSkills(root),
    body: (document) => cache.body(document.source),
  });
  const all = [...problems, ...built.problems];
  if (all.length > 0) {
    cache.close();
    throw new ContentError(all);
  }
  const report = { ...built.report, compiled: compiledCount, reused: records.length - compiledCount };
  return { ...built.publication, library: built.library, report, close: () => cache.close() };
}

/** Digest of the code that a compiled document depends on. */
export function digestCompiler(root: string): string {
  return digestCode(root, ['src/content', 'src/core', 'package-lock.json']);
}

/** Everything beside its own source that a compiled document depends on. */
function cacheDigest({ compilerDigest, site }: LibrarySource): string {
  return hash('sha256', `${compilerDigest}\n${JSON.stringify(site)}`, 'hex');
}

/**
 * Does the record of a source still hold? Its text, its own address and the addresses of the files that it
 * links to must be what they were.
 */
function isCurrent(source: Source, kept: ReturnType<CompileCache['entries']>, site: Site): boolean {
  const entry = kept.get(source.file);
  if (entry?.sourceDigest !== source.digest) return false;
  const slugOf = (file: string) => kept.get(file)?.compiled.document.slug ?? null;
  return entry.compiled.document.path === pathOfFile(site, source.kind, source.file, slugOf);
}

/** Compiles sources into the cache. Returns those that have problems, which are reported and not kept. */
async function compileInto(
  cache: CompileCache,
  { root, site }: LibrarySource,
  fresh: readonly Source[],
  removed: readonly string[],
  problems: Problem[],
): Promise<Source[]> {
  const failed: Source[] = [];
  if (removed.length > 0) cache.update([], removed);
  await compileAll(root, site, fresh, (batch, outcomes) => {
    const changed: { file: string; sourceDigest: string; compiled: CompiledDocument }[] = [];
    for (const [index, outcome] of outcomes.entries()) {
      const source = batch[index];
      if (!source) continue;
      if (outcome.ok)
        changed.push({ file: source.file, sourceDigest: source.digest, compiled: outcome.compiled });
      else {
        failed.push(source);
        problems.push(...outcome.problems);
      }
    }
    cache.update(changed, []);
  });
  cache.update(
    [],
    failed.map((source) => source.file),
  );
  return failed;
}
