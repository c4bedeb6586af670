import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/core/languages/words.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { mapped, maxFiles, packages } from '../../rooms.ts';

/** What contributors read. */
const documents = [
  'CONTRIBUTING.md',
  'README.md',
  'docs/structure.md',
  ...globSync('{src,sidecar,deploy,packages,test}/**/README.md', { cwd: projectRoot, exclude: isForeign }),
].map((file) => ({ file: file.replaceAll('\\', '/'), text: readFileSync(join(projectRoot, file), 'utf8') }));

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Places in the folder of a site, of a build or of a server, which this project does not contain. */
const inSites =
  /^(?:src\/pages\/|content\/(?:comments|embeds)\b|content\/(?:redirects|embeds)\.yaml$|(?:dist|preview|releases|vendor|\.data|node_modules|current)\/)/;
const rootFolders = ['src', 'sidecar', 'test', 'deploy', 'content', 'packages', 'docs', 'public'];

function isForeign(name: string): boolean {
  return /node_modules|fixtures|recordings/.test(name);
}

/** Files and folders that a document names in backticks, relative to the root or to its own folder. */
function listPaths(markdown: string, siblings: readonly string[]): string[] {
  const code = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`]+)`/g);
  const names = Array.from(code, ([, name = '']) => name);
  return names.filter((name) => {
    // `wp/v2` is an address.
    if (!/^[\w.-]+\/[\w./-]*$/.test(name) || name.startsWith('wp/v2')) return false;
    const [first = ''] = name.split('/');
    return rootFolders.includes(first) || siblings.includes(first) || /\.(?:ts|mjs|css|astro|md)$/.test(name);
  });
}

function listMissing({ file, text }: (typeof documents)[number]): string[] {
  const folder = join(projectRoot, dirname(file));
  const paths = listPaths(text, readdirSync(folder)).filter((path) => !inSites.test(path));
  return paths
    .filter((path) => ![folder, projectRoot].some((from) => existsSync(join(from, path))))
    .map((path) => `${file}: ${path}`);
}

describe('CONTRIBUTING and the READMEs', () => {
  it('name files and folders that exist', () => {
    expect(documents.map(({ file }) => file)).toEqual(expect.arrayContaining(mapped));
    const count = documents.flatMap(({ text }) => listPaths(text, [])).length;
    expect(count).toBeGreaterThan(200);
    expect(documents.flatMap(listMissing)).toEqual([]);
  });

  it('a file that does not exist is found in a row, from the root and from the folder', () => {
    const text =
      '| change it | `src/core/gone.ts`, `model/gone.ts`, `text/gone/`, `npm run x`, `/a/b.md` |\n```\n`src/a.ts`\n```';
    expect(listMissing({ file: 'src/core/README.md', text })).toEqual([
      'src/core/README.md: src/core/gone.ts',
      'src/core/README.md: model/gone.ts',
      'src/core/README.md: text/gone/',
    ]);
  });

  it('name every area of tests', () => {
    const { text = '' } = documents.find(({ file }) => file === 'test/README.md') ?? {};
    const areas = globSync('test/*/{unit,system}', { cwd: projectRoot }).map((path) => dirname(path));
    expect(areas.filter((area) => !text.includes(`\`${area.replaceAll('\\', '/')}\``))).toEqual([]);
  });

  it('link to files and headings that exist', () => {
    const lost = documents.flatMap(({ file, text }) =>
      Array.from(text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g), ([, path = '', heading]) => ({
        link: `${file}: ${path}#${heading ?? ''}`,
        target: join(projectRoot, path === '' ? file : join(dirname(file), path)),
        heading,
      })).filter(({ target, heading }) => !existsSync(target) || (heading && !hasHeading(target, heading))),
    );
    expect(lost.map(({ link }) => link)).toEqual([]);
  });

  it('name commands that exist', () => {
    const commands = documents.flatMap(({ text }) =>
      Array.from(text.matchAll(/`npm run ([\w:-]+\w)/g), ([, name = '']) => name),
    );
    expect(commands.length).toBeGreaterThan(30);
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
    const workspaces = documents.flatMap(({ text }) =>
      Array.from(text.matchAll(/npm test -w ([\w-]+)/g), ([, name = '']) => name),
    );
    const names = packages.map((folder) => readName(folder));
    expect(workspaces.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('have true numbers, and CONTRIBUTING is one page', () => {
    const textOf = (name: string) => documents.find(({ file }) => file === name)?.text ?? '';
    expect(textOf('CONTRIBUTING.md').split('\n').length).toBeLessThanOrEqual(151);
    expect(textOf('CONTRIBUTING.md')).toContain(`at most ${maxFiles} files`);
    expect(languages).toHaveLength(15);
    expect(textOf('README.md')).toContain('fifteen interface languages');
  });
});

const readName = (folder: string) =>
  (JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8')) as { name: string }).name;

/** As GitHub makes anchors of headings. */
function hasHeading(file: string, anchor: string): boolean {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, words = '']) =>
    words
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  ).includes(anchor);
}
