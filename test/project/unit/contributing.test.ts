import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../helpers/project-copy.ts';

const text = readFileSync(join(projectRoot, 'CONTRIBUTING.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Places in the folder of a site, which this one does not use. */
const inSites = new Set(['src/pages/', 'content/redirects.yaml']);

/** Files and folders of this project that a text names in backticks. */
function listPaths(markdown: string): string[] {
  const code = markdown.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`]+)`/g);
  const names = Array.from(code, ([, name = '']) => name);
  return names.filter((name) => /^(?:src|sidecar|test|deploy|content)\/[^\s<>*{}]+$/.test(name));
}

it('CONTRIBUTING names files and folders that exist', () => {
  const paths = listPaths(text);
  expect(paths.length).toBeGreaterThan(100);
  const missing = paths.filter((path) => !inSites.has(path) && !existsSync(join(projectRoot, path)));
  expect(missing).toEqual([]);
});

it('a file that does not exist is found in a row', () => {
  expect(listPaths('| change it | `src/core/gone.ts`, `npm run x` |\n```\n`src/a.ts`\n```')).toEqual([
    'src/core/gone.ts',
  ]);
});

it('CONTRIBUTING names commands that exist', () => {
  const commands = Array.from(text.matchAll(/`npm run ([\w:-]+\w)/g), ([, name = '']) => name);
  expect(commands.length).toBeGreaterThan(10);
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
});
