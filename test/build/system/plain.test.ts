import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createRandom, layOutAgentsite } from '../../bench/generate-site.ts';
import { plainEnvironment } from '../../helpers/environment.ts';
import { expectSameIndex } from '../../helpers/index-content.ts';
import { languagesFiles, languagesSettings } from '../../helpers/languages-site.ts';
import { layOutProject, projectRoot } from '../../helpers/project-copy.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';

/** `agentsite build` against `agentsite build --plain`, which uses no acceleration and nothing of earlier builds. */
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const sites = {
  'the example': (folder: string) => {
    layOutProject(folder, join(projectRoot, 'content'));
    // Smaller copies of images are kept by their digest, and take most of the time of a first build.
    const images = 'node_modules/.cache/agentsite/images';
    cpSync(join(inject('siteFolder'), images), join(folder, images), {
      recursive: true,
      preserveTimestamps: true,
    });
  },
  // Too large for a search index in the browser, which the example has.
  'a site of 300 posts': (folder: string) => {
    layOutAgentsite(folder, 300);
    const settings = join(folder, 'src/site.ts');
    const text = readFileSync(settings, 'utf8');
    writeFileSync(settings, text.replace("  timezone: '", "  searchIndexLimit: 100,\n  timezone: '"));
  },
  'a site in three languages': (folder: string) => {
    layOutProject(folder);
    writeFileSync(join(folder, 'src/site.ts'), `export const site = ${JSON.stringify(languagesSettings)};\n`);
    for (const [file, text] of Object.entries(languagesFiles)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  },
} as const;

function newFolder(name: string): string {
  const folder = makeQuickFolder(name);
  folders.push(folder);
  return folder;
}

function build(folder: string, ...options: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/cli/build.ts', ...options], {
    cwd: folder,
    env: { ...plainEnvironment, SITE_URL: 'https://plain.example.org' },
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

function readFiles(folder: string): Map<string, Buffer> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const all = files.map((file) => relative(folder, join(file.parentPath, file.name))).sort();
  // The list of changes says what the builds before this one published.
  const paths = all.filter((path) => path !== 'changes.json' && !path.startsWith('_changes/'));
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path))]));
}

function expectSame(fast: string, plain: string): void {
  const [one, other] = [fast, plain].map((folder) => readFiles(join(folder, 'dist/client')));
  if (!one || !other) throw new Error('There are two sites.');
  expect([...one.keys()]).toEqual([...other.keys()]);
  const different = [...one].filter(([path, bytes]) => !other.get(path)?.equals(bytes));
  expect(different.map(([path]) => path)).toEqual([]);
  expectSameIndex(join(fast, 'dist/server/content.sqlite'), join(plain, 'dist/server/content.sqlite'));
}

interface Place {
  readonly content: string;
  /** A post of the site. */
  readonly file: string;
  /** The post that the third edit adds. */
  readonly added: string;
}

const append = (text: string) => (place: Place) => appendFileSync(place.file, `\n${text}\n`);
/** Gives a post a field, or its field another value. */
const setField =
  (name: string, value: string, which: 'file' | 'added' = 'file') =>
  (place: Place) => {
    const text = readFileSync(place[which], 'utf8').replace(new RegExp(`^${name}: .*\\n`, 'm'), '');
    writeFileSync(place[which], value === '' ? text : text.replace('---\n', `---\n${name}: ${value}\n`));
  };

/** What authors do, one after the other; most edits are of a body. */
const edits: readonly ((place: Place) => void)[] = [
  append('One more sentence: numbat and quokka.'),
  setField('title', 'Another title'),
  ({ added }) => writeFileSync(added, '---\ntitle: An added post\ndate: 2025-05-05\n---\n\nQuokka.\n'),
  setField('series', 'Marsupials'),
  setField('series', 'Marsupials', 'added'),
  ({ content, file }) => {
    for (const name of ['one.png', 'two.png'])
      cpSync(join(projectRoot, 'public/apple-touch-icon.png'), join(content, 'posts', name));
    append('![One](one.png)\n![Two](two.png)')({ content, file, added: '' });
  },
  setField('visibility', 'unlisted', 'added'),
  append(':::note\nA container with a quoll.\n:::'),
  setField('visibility', '', 'added'),
  append('H~2~O and `x`.[^added]\n\n[^added]: A footnote.'),
  setField('draft', 'true', 'added'),
  append('```mermaid\nflowchart LR\n  a --> b\n```'),
  setField('draft', '', 'added'),
  setField('date', '2025-07-07T07:07:07'),
  ({ added, content }) => renameSync(added, join(content, 'posts/renamed.md')),
  setField('redirectFrom', '[/an-old-address/]'),
  setField('password', 'open'),
  ({ content }) => writeFileSync(join(content, 'pages/quolls.md'), '---\ntitle: Quolls\n---\n\nA page.\n'),
  ({ content }) => rmSync(join(content, 'posts/renamed.md')),
  append('The last sentence: bandicoot.'),
];

describe.each([
  ['the example', 1],
  ['a site of 300 posts', 4],
  ['a site in three languages', 4],
] as const)('%s', (name, editsPerBuild) => {
  const layOut = sites[name];
  it('is the same with and without accelerations, cold and after 20 edits', () => {
    const fast = newFolder('fast');
    layOut(fast);
    build(fast);
    const random = createRandom(name.length);
    const content = join(fast, 'content');
    mkdirSync(join(content, 'pages'), { recursive: true });
    const posts = globSync('posts/*.md', { cwd: content }).sort();
    for (const [at, edit] of edits.entries()) {
      const file = join(content, posts[Math.floor(random() * posts.length)] ?? '');
      edit({ content, file, added: join(content, 'posts/added.md') });
      // Authors also save several files before they build.
      if (at % editsPerBuild === editsPerBuild - 1) build(fast);
    }
    const copy = (to: string, part: string) =>
      cpSync(join(fast, part), join(to, part), { recursive: true, preserveTimestamps: true });

    // What the last build left is not trusted, nor kept.
    const plain = newFolder('plain');
    layOut(plain);
    rmSync(join(plain, 'content'), { recursive: true });
    for (const part of ['content', 'dist', 'node_modules/.cache/agentsite']) copy(plain, part);
    writeFileSync(join(plain, 'dist/client/index.html'), 'damaged');
    writeFileSync(join(plain, 'dist/client/left-over.html'), 'stale');
    expect(build(plain, '--plain'), 'nothing is taken from the engine').toContain('Theme compiled');
    expectSame(fast, plain);

    const cold = newFolder('cold');
    layOut(cold);
    rmSync(join(cold, 'content'), { recursive: true });
    copy(cold, 'content');
    build(cold);
    expectSame(cold, plain);
    expect(build(plain), 'the next build continues from a plain one').toContain('0 other files written');
    expectSame(fast, plain);
  });
});
