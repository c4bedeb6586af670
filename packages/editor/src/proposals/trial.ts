import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createCompiler, type Problem } from 'agentsite/content';
import { kindsOf, type Site } from 'agentsite/model';
import { createContentCheck } from '../saves/content-check.ts';
import { ContentFolder, type FileChange } from '../saves/content-folder.ts';
import type { GitObjects } from './git-objects.ts';

const run = promisify(execFile);

/** What a tree would be as a site. */
export interface TrialResult {
  readonly problems: readonly Problem[];
  /** Further contents that the change needs, such as the old address of a renamed document. */
  readonly further: readonly FileChange[];
  /** The address of a file's document. */
  readonly pathOf: (source: string) => string | null;
}

/**
 * A second folder with the files of some tree: proposals are checked, compiled and built
 * there, never in the folder that is published.
 */
export interface Trial {
  readonly check: (base: string, tree: string) => Promise<TrialResult>;
  /** The HTML of a document's body; empty for a file that is no document. */
  readonly bodyOf: (tree: string, path: string) => Promise<string>;
  /** The folder of the built site. @returns null where the build failed */
  readonly build: (tree: string) => Promise<string | null>;
}

export interface TrialParts {
  readonly root: string;
  readonly folder: string;
  readonly site: Site;
  readonly objects: GitObjects;
  /** Words for Node: the command that builds with drafts. */
  readonly command: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export async function openTrial({ root, folder, site, objects, command, now }: TrialParts): Promise<Trial> {
  // Below the site's folder, whose packages it finds.
  const place = join(root, '.dev/proposal');
  const top = join(place, 'tree');
  rmSync(place, { recursive: true, force: true });
  mkdirSync(top, { recursive: true, mode: 0o700 });
  writeFileSync(join(place, '.gitignore'), '*\n');
  const prefix = (await objects.run(['rev-parse', '--show-prefix'])).toString().trim();
  const own = join(top, prefix);
  const env = { GIT_INDEX_FILE: join(folder, 'trial-index'), GIT_WORK_TREE: top };
  for (const file of [env.GIT_INDEX_FILE, `${env.GIT_INDEX_FILE}.lock`]) rmSync(file, { force: true });
  let at = '';
  let built = '';
  let last: Promise<unknown> = Promise.resolve();

  /** One after another: there is one folder. */
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const checkOut = async (tree: string) => {
    if (at === tree) return;
    at = '';
    await objects.run(['read-tree', '--reset', '-u', tree], { env });
    at = tree;
  };
  const content = new ContentFolder(own);
  let check: ReturnType<typeof createContentCheck> | null = null;
  return {
    check: (base, tree) =>
      inTurn(async () => {
        await checkOut(base);
        check ??= createContentCheck(content, site, () => new Date(now()).toISOString().slice(0, 19));
        await check.check();
        await checkOut(tree);
        const problems = await check.check();
        const changes = (await objects.changes(base, tree)).map(
          ({ path }): FileChange => ({ operation: 'update', path }),
        );
        const further = problems.length === 0 ? check.complete(changes) : [];
        return { problems, further, pathOf: check.pathOf };
      }),
    bodyOf: (tree, path) =>
      inTurn(async () => {
        await checkOut(tree);
        const kind = kindsOf(site).find((one) => path.startsWith(`content/${one.folder}/`))?.name;
        const file = join(own, path);
        if (kind === undefined || !path.endsWith('.md') || !existsSync(file)) return '';
        const settings = {
          root: own,
          site,
          preview: true,
          images: new Map(),
          imageFolder: join(own, '.astro'),
        };
        const compiler = await createCompiler(settings);
        const text = readFileSync(file, 'utf8');
        return (
          (await compiler.compile(compiler.parse({ kind, file: path, text, digest: '' }))).body?.html ?? ''
        );
      }),
    build: (tree) =>
      inTurn(async () => {
        const output = join(own, 'preview/client');
        if (built === tree) return output;
        await checkOut(tree);
        try {
          await run(process.execPath, [...command], { cwd: own, maxBuffer: Number.POSITIVE_INFINITY });
          built = tree;
          return output;
        } catch {
          return null;
        }
      }),
  };
}
