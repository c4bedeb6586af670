import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findPlace } from '../../../src/settings/import-settings.ts';
import { readSite, settingsAtRest } from '../../../src/settings/read-site.ts';
import { SettingsError } from '../../../src/settings/settings-error.ts';

const parent = mkdtempSync(join(tmpdir(), 'agentsite syntax-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));
let count = 0;

/** The code that reads settings, run by Node itself: the test runner would load the file in its own way. */
const code = `
const { readSite } = await import(${JSON.stringify(new URL('../../../src/settings/read-site.ts', import.meta.url).href)});
const error = await readSite(process.cwd(), undefined).catch((cause) => cause);
console.log(JSON.stringify({ name: error.name, message: error.message, problems: error.problems }));`;

interface Refusal {
  readonly name: string;
  readonly message: string;
  readonly problems: readonly object[];
}

function read(text: string, others: Readonly<Record<string, string>> = {}): Refusal {
  const root = join(parent, String(++count));
  mkdirSync(root);
  for (const [name, content] of Object.entries({ 'site.ts': text, ...others }))
    writeFileSync(join(root, name), content);
  const words = ['--input-type=module', '--eval', code];
  const { stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  const refusal = JSON.parse(stdout) as Refusal;
  expect(refusal.name).toBe('SettingsError');
  return refusal;
}

it.each([
  ['a missing comma', "export const site = {\n  title: 'A'\n  description: 'B',\n};\n", '3:3'],
  [
    'a missing comma after a type',
    'type T = object;\nexport const site: T = {\n  b: 1 1,\n} satisfies T;\n',
    '3:8',
  ],
  ['a missing quote', "export const site = {\n  title: 'A,\n};\n", '2:10'],
  ['a missing brace', "export const site = {\n  title: 'A',\n", '2:1'],
  ['a name that is declared twice', 'const a = 1;\nconst a = 2;\nexport const site = {};\n', '2:7'],
  ['TypeScript that Node does not run', '\nenum A { B }\nexport const site = {};\n', '2:1'],
  ['a missing export of a package', "import { nope } from 'node:fs';\nexport const site = {};\n", '1:10'],
  ['text without quotes', 'export const site = {\n  title: Notes,\n};\n', '2:10'],
  ['a field of nothing', 'const a = null;\nexport const site = {\n  title: a.b,\n};\n', '3:12'],
  ['a missing file', "import { a } from './menu.ts';\nexport const site = { a };\n", '1:1'],
  ['something thrown', "throw 'up';\n", '1:1'],
])('%s is a problem of its line and column', (_name, text, place) => {
  const { message, problems } = read(text);
  const [line, column] = place.split(':').map(Number);
  expect(problems).toMatchObject([{ file: 'site.ts', line, column, field: 'site' }]);
  expect(message).toMatch(
    new RegExp(`^site\\.ts cannot be used:\\nsite\\.ts:${place} site: cannot be read: .*\\.$`),
  );
  expect(message).not.toContain(parent);
});

it('what is wrong in a file that the settings import is a problem of that file', () => {
  const site = "import { menu } from './menu.ts';\nexport const site = { menu };\n";
  const broken = read(site, { 'menu.ts': 'export const menu = [\n  1 2,\n];\n' });
  expect(broken.problems).toMatchObject([{ file: 'menu.ts', line: 2, column: 5 }]);
  const failing = read(site, { 'menu.ts': '\nexport const menu = nothing;\n' });
  expect(failing.problems).toMatchObject([{ file: 'menu.ts', line: 2, column: 21 }]);
});

it('a folder without settings is no site, and says so in a sentence', async () => {
  const folder = join(parent, 'empty');
  mkdirSync(folder);
  await expect(readSite(folder, undefined)).rejects.toThrow(SettingsError);
  await expect(readSite(folder, undefined)).rejects.toThrow(`there is no site.ts in ${folder}`);
});

it('the code of packages is not the place of a problem', () => {
  const stack = `Error: no\n    at file:///notes/node_modules/a/b.js:1:1\n    at file:///other/c.js:2:2\n    at x (file:///notes/site.ts?modified=1.5:3:4)`;
  expect(findPlace(stack, '/notes')).toEqual({ file: 'site.ts', line: 3, column: 4 });
  expect(findPlace('Error: no\n    at file:///other/c.js:2:2', '/notes')).toBeNull();
});

it('a file that is removed and written in parts is at rest after the last part', async () => {
  const file = join(parent, 'site.ts');
  const write = (second: number) => () => {
    writeFileSync(file, 'export');
    utimesSync(file, second, second);
  };
  write(1)();
  const steps = [() => rmSync(file), write(2), write(3), () => undefined, write(4)];
  await settingsAtRest(parent, async () => steps.shift()?.());
  expect(steps).toHaveLength(1);
});
