import { join } from 'node:path';
import { ContentError, digestCompiler, type LoadMemory, loadLibrary, type Problem } from 'agentsite/content';
import type { Document, Site } from 'agentsite/model';
import { addOldAddress } from 'agentsite/text';
import type { ContentFolder, FileChange } from './content-folder.ts';
import type { SaverParts } from './saver.ts';

export interface ContentCheck extends Required<Pick<SaverParts, 'check' | 'complete' | 'listGone'>> {
  /** UTC moment at which the next scheduled document is due; null when none is waiting. */
  readonly nextDue: () => string | null;
  /** The file of the document at a path of the site. */
  readonly sourceAt: (path: string) => string | null;
  /** The path of the document in a file. */
  readonly pathOf: (source: string) => string | null;
  /** The addresses at which a document is published, old ones too; none for a draft. */
  readonly addressesOf: (source: string) => readonly string[];
}

type Known = ReadonlyMap<string, Pick<Document, 'path' | 'unpublished' | 'redirectFrom'>>;

/**
 * Checks the content as a build does, drafts included, and knows the address of each document before and after a save.
 * @param now UTC, `YYYY-MM-DDTHH:MM:SS`
 */
export function createContentCheck(content: ContentFolder, site: Site, now: () => string): ContentCheck {
  const { root } = content;
  const memory: LoadMemory = { entries: null };
  const cacheFile = join(root, 'node_modules/.cache/agentsite/edit/compiled.sqlite');
  const compilerDigest = digestCompiler(root);
  let before: Known = new Map();
  let after: Known = new Map();
  /** Also of documents that nothing lists. */
  let paths: ReadonlyMap<string, string> = new Map();
  let due: string | null = null;

  const check = async (): Promise<readonly Problem[]> => {
    try {
      const source = { root, site, compilerDigest, cacheFile, preview: true, nowGmt: now() };
      const loaded = await loadLibrary(source, { memory });
      before = after;
      after = new Map(loaded.library.documents.map((document) => [document.source, document]));
      const all = [...loaded.library.documents, ...(loaded.library.unlisted ?? [])];
      paths = new Map(all.map(({ source, path }) => [source, path]));
      const waiting = loaded.library.documents.filter((one) => one.unpublished === 'scheduled');
      [due = null] = waiting.map(({ dateGmt }) => dateGmt).sort();
      loaded.close();
      return [];
    } catch (error) {
      if (error instanceof ContentError) return error.problems;
      throw error;
    }
  };
  /** Published documents that a save changes, with the folder of addresses below them. */
  const changed = (changes: readonly FileChange[]) => {
    const moves = new Map(changes.map(({ path, from }) => [from ?? path, path]));
    const tops = [...before].filter(([source]) => moves.has(source)).map(([, { path }]) => path);
    return [...before].flatMap(([source, { path, unpublished }]) => {
      const isConcerned = tops.some((top) => path.startsWith(top));
      return isConcerned && !unpublished ? [{ path, source: moves.get(source) ?? source }] : [];
    });
  };
  const isAnswered = (path: string) =>
    [...after.values()].some((one) => one.path === path || one.redirectFrom.includes(path));
  return {
    check,
    nextDue: () => due,
    sourceAt: (path) => [...paths].find(([, one]) => one === path)?.[0] ?? null,
    pathOf: (source) => paths.get(source) ?? null,
    addressesOf: (source) => {
      const document = after.get(source);
      if (!document || document.unpublished) return [];
      return [document.path, ...document.redirectFrom];
    },
    complete: (changes) =>
      changed(changes).flatMap(({ path, source }): FileChange[] => {
        const bytes = after.has(source) && !isAnswered(path) ? content.read(source) : null;
        if (!bytes) return [];
        return [
          { operation: 'update', path: source, bytes: Buffer.from(addOldAddress(bytes.toString(), path)) },
        ];
      }),
    listGone: (changes) =>
      changed(changes)
        .filter(({ path, source }) => !after.has(source) && !isAnswered(path))
        .map(({ path }) => path),
  };
}
