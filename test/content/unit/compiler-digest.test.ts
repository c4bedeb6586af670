import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { digestTheme } from '../../../src/build/pages/theme.ts';
import { digestCompiler } from '../../../src/content/library/load-library.ts';
import {
  compilerCode,
  engine,
  lockFiles,
  otherBuildCode,
  publishedCode,
} from '../../../src/content/read/code-digest.ts';
import { isFile } from '../../../src/content/read/sources.ts';
import { siteSchema } from '../../../src/core/model/site.ts';

let site = '';
beforeEach(() => {
  site = mkdtempSync(join(tmpdir(), 'agentsite-digest-'));
});
afterEach(() => rmSync(site, { recursive: true }));

const settings = siteSchema.parse({
  title: 'Notes',
  description: 'Notes',
  url: 'https://example.org',
  owner: { name: 'Zoë', slug: 'zoe' },
});
const digests = () => [digestCompiler(site), digestTheme(site, settings)];

it.each(lockFiles)('documents and theme are compiled again when %s lists other versions', (file) => {
  const seen = [digests()];
  for (const version of ['1.0.0', '1.0.1']) {
    writeFileSync(join(site, file), version);
    seen.push(digests());
    expect(digests()).toEqual(seen.at(-1));
  }
  expect(new Set(seen.map(([compiler]) => compiler)).size).toBe(3);
  expect(new Set(seen.map(([, theme]) => theme)).size).toBe(3);
});

/** Files that code imports, also through others, from the folder of the engine; types aside. */
function listImported(files: readonly string[], found = new Set<string>()): ReadonlySet<string> {
  for (const file of files.filter((one) => !found.has(one))) {
    found.add(file);
    const text = readFileSync(join(engine, file), 'utf8');
    const names = [
      ...text.matchAll(
        /(?:^\s*|<script>)(?:import|export)(?! type\b)[^'"]*'(\.[^'"]+)'|import\('(\.[^']+)'\)/gm,
      ),
    ];
    const paths = names.map(([, named = '', later = named]) =>
      posix.join(posix.dirname(file), later || named),
    );
    const places = paths.map((path) => [path, `${path}.ts`].find((one) => isFile(join(engine, one))));
    listImported(
      places.filter((place) => place !== undefined),
      found,
    );
  }
  return found;
}

const roomsOf = (...files: string[]) =>
  [...new Set([...listImported(files)].map((file) => posix.dirname(file).split('/', 2).join('/')))].sort();

it('the digest of published code covers all folders that a build imports from', () => {
  const theme = ['src/astro/server-entry.ts', 'src/routes/page.astro', 'src/routes/contact.astro'];
  const rooms = roomsOf('src/build/run-build.ts', 'src/build/fast/build-worker.ts', ...theme);
  // What this project has as a site is the owner's.
  const own = ['src/middleware.ts', 'src/pages'];
  const covered = [...publishedCode, ...otherBuildCode].filter((place) => !own.includes(place));
  expect(rooms).toEqual(covered.sort());
});

it('the digest of the compiler covers all folders that it imports from', () => {
  const rooms = roomsOf('src/content/compile/compile-document.ts');
  expect(rooms.filter((room) => !otherBuildCode.some((other) => other === room))).toEqual(
    [...compilerCode].sort(),
  );
});
