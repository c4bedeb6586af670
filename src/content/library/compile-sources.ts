import type { CompiledBatch } from '../compile/compile-batch.ts';
import { compileAll, type DueSources, type OpenCompileThread } from '../compile/compile-pool.ts';
import type { CompilerSettings } from '../compile/compiler-settings.ts';
import type { Problem } from '../read/problems.ts';
import type { FoundSource } from '../read/sources.ts';
import type { CacheEntry, CompileCache, SourceRecord, WrittenEntry } from './compile-cache.ts';

/** A source with problems: what could be read of it serves to check the others, and is not cached. */
export interface Rejected {
  readonly source: FoundSource;
  readonly problems: readonly Problem[];
  readonly entry: SourceRecord | null;
}

/** What could be read of sources with problems. */
export function readable(rejected: ReadonlyMap<string, Rejected>): SourceRecord[] {
  return [...rejected.values()].flatMap(({ entry }) => (entry ? [entry] : []));
}

export interface CompiledSources {
  readonly cache: CompileCache;
  readonly entries: Map<string, CacheEntry>;
  readonly rejected: Map<string, Rejected>;
}

/** Compiles sources into the cache and `entries`; those with problems go to `rejected` instead. */
export async function compileSources(
  sources: DueSources<FoundSource>,
  settings: CompilerSettings,
  { cache, entries, rejected }: CompiledSources,
  onProgress: (done: number, total: number) => void,
  openThread?: OpenCompileThread | null,
): Promise<void> {
  let done = 0;
  const take = (found: readonly FoundSource[], batch: CompiledBatch) => {
    const changed: WrittenEntry[] = [];
    for (const [index, outcome] of batch.outcomes.entries()) {
      const source = found[index];
      if (!source) continue;
      const { file, stamp } = source;
      if (outcome.ok) {
        const { sourceDigest, record, text } = outcome;
        changed.push({ sourceDigest, stamp, record, text });
        rejected.delete(file);
        continue;
      }
      entries.delete(file);
      const entry = outcome.compiled ? { sourceDigest: '', stamp, compiled: outcome.compiled } : null;
      rejected.set(file, { source, problems: outcome.problems, entry });
    }
    // Of a source with problems the cache has the last good version, which has another digest.
    const stored = cache.store(changed, batch.bytes);
    for (const entry of stored) entries.set(entry.compiled.document.source, entry);
    done += found.length;
    onProgress(done, sources.due.length);
  };
  await compileAll(settings, sources, take, openThread);
}
