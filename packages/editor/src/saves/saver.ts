import { formatProblem, type Problem } from 'agentsite/content';
import { ContentFolder, type FileChange, isCode, refusePath, shaOf } from './content-folder.ts';
import type { Author } from './git.ts';
import type { Journal } from './journal.ts';

/** What a client wants to save: all of it or nothing. */
export interface SaveRequest {
  readonly changes: readonly FileChange[];
  readonly author: Author;
  readonly message: string;
  /** Records exactly these changes in another way; null where the branch has moved. */
  readonly record?: () => Promise<string | null>;
  /** Where the save came too late: runs before the next one. */
  readonly settle?: () => Promise<void>;
}

export type SaveOutcome =
  | {
      readonly kind: 'saved';
      readonly head: string;
      /** As the client sent them. */
      readonly files: readonly { readonly path: string; readonly sha: string | null }[];
      /** False where files have further changes, which the client has to read. */
      readonly isAsSent: boolean;
      /** Addresses that nothing answers any more. */
      readonly gone: readonly string[];
    }
  /** `outdated`: the change is based on content that is not there any more. */
  | { readonly kind: 'outdated' | 'invalid' | 'refused'; readonly message: string };

export interface SaverParts {
  /** In the language of the site. */
  readonly words: { readonly conflict: string; readonly kept: string };
  readonly content: ContentFolder;
  readonly journal: Journal;
  /** Name of the version of the content that a save is based on. */
  readonly version?: () => Promise<string>;
  /** Before a save, such as taking the commits of a remote. */
  readonly prepare?: () => Promise<void>;
  /** Problems that the content has now. */
  readonly check: () => Promise<readonly Problem[]>;
  /** Further changes that a valid save needs, such as redirects from addresses that it changed. */
  readonly complete?: (changes: readonly FileChange[]) => readonly FileChange[];
  /** Addresses of published documents that these changes removed. */
  readonly listGone?: (changes: readonly FileChange[]) => readonly string[];
  /** Records the files as a version. @returns its name */
  readonly record: (paths: readonly string[], request: SaveRequest) => Promise<string>;
  /** Undoes what a failed `record` may have left. */
  readonly forget?: (paths: readonly string[]) => Promise<void>;
  /** After a save, in the background. */
  readonly publish?: () => void;
}

/** Bytes of one file, and files of one save. */
const [maxFile, maxChanges] = [50 * 1024 * 1024, 100];

/** Saves of one author that wait for each other; proxies and memory have an end. */
const maxWaiting = 20;

/** A save that was not begun. */
export class BusyError extends Error {
  readonly status = 503;
  readonly retryAfter = 5;
}

/**
 * Saves one after another: check the request, write, check the content, record. What is refused leaves every file as it
 * was.
 * @throws BusyError
 */
export function createSaver(parts: SaverParts): (request: SaveRequest) => Promise<SaveOutcome> {
  let running: Promise<unknown> = Promise.resolve();
  const waiting = new Map<string, number>();
  return async (request) => {
    const { email } = request.author;
    const count = (difference: number) => waiting.set(email, (waiting.get(email) ?? 0) + difference);
    if ((waiting.get(email) ?? 0) >= maxWaiting) throw new BusyError(parts.words.kept);
    count(1);
    const result = running.then(() => saveAndSettle(parts, request)).finally(() => count(-1));
    running = result.catch(() => undefined);
    return result;
  };
}

async function saveAndSettle(parts: SaverParts, request: SaveRequest): Promise<SaveOutcome> {
  const outcome = await save(parts, request);
  if (outcome.kind === 'outdated') await request.settle?.();
  return outcome;
}

async function save(parts: SaverParts, request: SaveRequest): Promise<SaveOutcome> {
  const { content, journal, publish } = parts;
  await parts.prepare?.();
  const refusal = findRefusal(parts, request.changes);
  if (refusal) return refusal;
  const paths = new Set(ContentFolder.touched(request.changes));
  const version = (await parts.version?.()) ?? '';
  try {
    journal.begin([...paths], version);
    content.apply(request.changes);
    let problems = await parts.check();
    const isExact = request.record !== undefined;
    const further = problems.length > 0 || isExact ? [] : (parts.complete?.(request.changes) ?? []);
    if (further.length > 0) {
      for (const { path } of further) paths.add(path);
      journal.begin(
        further.map(({ path }) => path),
        version,
      );
      content.apply(further);
      problems = await parts.check();
    }
    if (problems.length > 0) {
      journal.undo();
      journal.end();
      await parts.check();
      return { kind: 'invalid', message: problems.map(formatProblem).join('\n') };
    }
    const gone = parts.listGone?.(request.changes) ?? [];
    const head = await (request.record?.() ?? parts.record([...paths], request));
    if (head === null) {
      journal.undo();
      journal.end();
      await parts.check();
      return { kind: 'outdated', message: parts.words.conflict.replace('{path}', [...paths].join(', ')) };
    }
    journal.end();
    publish?.();
    return {
      kind: 'saved',
      head,
      files: request.changes.map(shaOfChange),
      isAsSent: further.length === 0,
      gone,
    };
  } catch (error) {
    journal.undo();
    await parts.forget?.([...paths]);
    journal.end();
    throw error;
  }
}

const explainCode =
  'is not a type of file that the editor stores: browsers might run it. Put it into the folder on the server, by hand.';

const shaOfChange = ({ path, bytes }: FileChange) => ({ path, sha: bytes ? shaOf(bytes) : null });

function findRefusal({ content, words }: SaverParts, changes: readonly FileChange[]): SaveOutcome | null {
  const outdated = (path: string) =>
    ({ kind: 'outdated', message: words.conflict.replace('{path}', path) }) as const;
  if (changes.length === 0 || changes.length > maxChanges)
    return { kind: 'refused', message: `A save has between 1 and ${maxChanges} files.` };
  const paths = changes.flatMap(({ path, from }) => [path, ...(from === undefined ? [] : [from])]);
  if (new Set(paths).size < paths.length) return { kind: 'refused', message: 'A save names each file once.' };
  for (const { operation, path, from, bytes, sha } of changes) {
    const message = [path, ...(from === undefined ? [] : [from])]
      .map((one) => refusePath(content.root, one))
      .find(Boolean);
    if (message) return { kind: 'refused', message };
    if (bytes && isCode(path)) return { kind: 'refused', message: `${path} ${explainCode}` };
    if (bytes && bytes.length > maxFile) return { kind: 'refused', message: `${path} is larger than 50 MB.` };
    const before = content.read(from ?? path);
    const isNew = operation === 'create' || (from !== undefined && from !== path);
    if (isNew && content.read(path) !== null) return outdated(path);
    if (operation === 'create') continue;
    if (before === null || sha !== shaOf(before)) return outdated(from ?? path);
  }
  return null;
}
