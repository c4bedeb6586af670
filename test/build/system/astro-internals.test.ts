import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { layOutAgentsite } from '../../bench/generate-site.ts';
import { plainEnvironment } from '../../helpers/environment.ts';
import { makeQuickFolder } from '../../helpers/quick-folder.ts';

/** Builds with an Astro whose undocumented exports are missing, renamed, or return something else. */
const folder = makeQuickFolder('astro-internals');
const astro = join(folder, 'node_modules/astro');
const runtime = join(astro, 'dist/runtime/server/index.js');
const manifest = join(astro, 'package.json');
let expected: ReadonlyMap<string, string>;

beforeAll(() => {
  layOutAgentsite(folder, 6);
  const installed = realpathSync(astro);
  rmSync(astro);
  cpSync(installed, astro, { recursive: true });
  expect(run('build', '--plain').said).not.toContain('one request each');
  expected = readPages();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(command: string, ...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`src/cli/${command}.ts`, ...options], {
    cwd: folder,
    env: { ...plainEnvironment, SITE_URL: 'https://internals.example.org' },
    encoding: 'utf8',
  });
  return { status, said: stdout + stderr };
}

function readPages(): ReadonlyMap<string, string> {
  const client = join(folder, 'dist/client');
  const names = readdirSync(client, { recursive: true }) as string[];
  const pages = names.filter((name) => name.endsWith('.html')).sort();
  return new Map(pages.map((name) => [relative('.', name), readFileSync(join(client, name), 'utf8')]));
}

/** Forgets all that earlier builds compiled, and changes one file of Astro during a build. */
function buildWith(file: string, change: (text: string) => string): string {
  const text = readFileSync(file, 'utf8');
  expect(change(text)).not.toBe(text);
  for (const name of ['dist', 'compiled/theme', 'node_modules/.cache'])
    rmSync(join(folder, name), { recursive: true, force: true });
  writeFileSync(file, change(text));
  const { status, said } = run('build');
  writeFileSync(file, text);
  expect(status, said).toBe(0);
  return said;
}

/** Replaces the export of `renderToString`, whose name is first in an import and last in the export. */
function exportAs(text: string, exported: string): string {
  const at = text.lastIndexOf('renderToString,');
  return `${text.slice(0, at)}${exported},${text.slice(at + 'renderToString,'.length)}`;
}

const warning = /Pages are rendered one request each, which takes longer: (.*)/g;
const reasonsOf = (said: string) => [...said.matchAll(warning)].map(([, reason]) => reason);

describe('many pages by one result object', () => {
  it('is not announced while Astro is as it was tested', () => {
    const said = buildWith(runtime, (text) => `${text}\n`);
    expect(reasonsOf(said)).toEqual([]);
    expect(readPages()).toEqual(expected);
  });

  it.each<[name: string, file: string, change: (text: string) => string, reason: RegExp]>([
    [
      'a module that is missing',
      manifest,
      (text) => text.replace('"./fetch":', '"./fetch-of-another-name":'),
      /this version of Astro has no renderer for many pages/,
    ],
    [
      'an export that is renamed',
      runtime,
      (text) => exportAs(text, 'renderToString as renderToText'),
      /renderToString is not a function/,
    ],
    [
      'other bytes',
      runtime,
      (text) =>
        `${exportAs(text, 'changed as renderToString')}
async function changed(...given) { return \`\${await renderToString(...given)}<!-- changed -->\`; }
`,
      /is another page when it is rendered with what others left/,
    ],
  ])('falls back to a request for each page, and says so once: %s', (_name, file, change, reason) => {
    const reasons = reasonsOf(buildWith(file, change));
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatch(reason);
    expect(readPages()).toEqual(expected);
  });
});

it('agentsite check needs no Astro, and says how to install it', () => {
  rmSync(astro, { recursive: true });
  const { status, said } = run('check');
  expect(status, said).toBe(0);
  expect(said).toMatch(/package\.json: Astro is not installed.*npm install astro@~/);
});
