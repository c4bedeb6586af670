import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles } from '../../../src/content/read/list-files.ts';
import { plainEnvironment } from '../../helpers/environment.ts';
import { layOutProject, projectRoot } from '../../helpers/project-copy.ts';

/** A site with an old and a new content, whose builds are broken off; `dist/` must be that of one of the two. */

const text = (title: string, body: string) => `---\ntitle: ${title}\ndate: 2026-01-02\n---\n\n${body}\n`;
const posts = (count: number, words: string) =>
  Array.from({ length: count }, (_, index): [string, string] => [
    `content/posts/post-${index}.md`,
    text(`Post ${index}`, `${words} ${index}. `.repeat(20)),
  ]);

const before: Readonly<Record<string, string>> = {
  ...Object.fromEntries(posts(6, 'Old words')),
  'content/posts/gone.md': text('Gone', 'Old.'),
  'content/pages/about.md': '---\ntitle: About\n---\n\nOld.\n',
  'public/plan': 'A file that becomes a folder.',
  'public/notes/one.txt': 'A folder that becomes a file.',
};
const after: Readonly<Record<string, string>> = {
  ...Object.fromEntries(posts(6, 'New words')),
  'content/posts/added.md': text('Added', 'New.'),
  'content/pages/about.md': '---\ntitle: About\n---\n\nOld.\n',
  'public/plan/index.html': 'New.',
  'public/notes': 'New.',
};

/** The dates of expiry and of changes are those of builds, and no two compilations of the theme give its parts the same names. */
const incomparable =
  /^next\/|security\.txt$|^client\/(?:changes\.json|_changes\/)|next-due|^server\/(?:chunks\/|entry\.mjs|theme\.json)/;

/** Files by path. */
function readBuild(dist: string): ReadonlyMap<string, string> {
  const files = [...listFiles(dist)].filter((file) => !incomparable.test(file)).sort();
  return new Map(files.map((file) => [file, readFileSync(join(dist, file), 'latin1')]));
}

export function openBrokenBuilds(folder: string) {
  const dist = join(folder, 'dist');
  const kept = join(folder, 'kept');
  const write = (files: Readonly<Record<string, string>>) => {
    for (const name of ['content', 'public']) rmSync(join(folder, name), { recursive: true, force: true });
    cpSync(join(projectRoot, 'public'), join(folder, 'public'), { recursive: true });
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), content);
    }
  };
  const cache = 'node_modules/.cache/agentsite';
  const isRecord = /^(?:compiled|manifest)/;
  const copyCache = (from: string, to: string) => {
    mkdirSync(to, { recursive: true });
    // A log that a killed build left belongs to its own database.
    for (const name of readdirSync(to)) if (isRecord.test(name)) rmSync(join(to, name));
    for (const name of readdirSync(from))
      if (isRecord.test(name))
        cpSync(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true });
  };
  const build = (
    environment: NodeJS.ProcessEnv = {},
    options: readonly string[] = [],
  ): SpawnSyncReturns<string> =>
    spawnSync(
      process.execPath,
      ['--import', join(import.meta.dirname, 'planted-failure.ts'), 'src/cli/build.ts', ...options],
      {
        cwd: folder,
        env: { ...plainEnvironment, SITE_URL: 'https://broken.example.org', ...environment },
        encoding: 'utf8',
      },
    );
  const complete = (): void => {
    const { status, stdout, stderr } = build();
    if (status !== 0) throw new Error(stdout + stderr);
  };

  layOutProject(folder);
  write(before);
  complete();
  const old = readBuild(dist);
  cpSync(dist, join(kept, 'dist'), { recursive: true, preserveTimestamps: true });
  copyCache(join(folder, cache), join(kept, 'cache'));
  write(after);
  complete();
  const next = readBuild(dist);

  return {
    next,
    build,
    /** The old build, with the new content. */
    restore() {
      for (const name of readdirSync(dist)) rmSync(join(dist, name), { recursive: true });
      cpSync(join(kept, 'dist'), dist, { recursive: true, preserveTimestamps: true });
      copyCache(join(kept, 'cache'), join(folder, cache));
    },
    /** Which build is in `dist/`? A build that ended while it moved its files is completed first. */
    identify(): 'old' | 'new' | 'new, completed' | 'damaged' {
      const isMoving = existsSync(join(dist, 'next/commit.json'));
      const found = readBuild(dist);
      const isKnown = [...found].every(
        ([file, bytes]) => old.get(file) === bytes || next.get(file) === bytes,
      );
      const isThere = [...old.keys()].every((file) => !next.has(file) || found.has(file));
      const theme = JSON.parse(readFileSync(join(dist, 'server/theme.json'), 'utf8')) as { server: string[] };
      const isRendered = theme.server.every((file) => existsSync(join(dist, 'server', file)));
      if (!isKnown || !isThere || !isRendered) return 'damaged';
      if (isMoving) complete();
      const now = isMoving ? readBuild(dist) : found;
      if (areSame(now, next)) return isMoving ? 'new, completed' : 'new';
      return areSame(now, old) ? 'old' : 'damaged';
    },
  };
}

function areSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([file, bytes]) => other.get(file) === bytes);
}
