import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../../../test/helpers/project-copy.ts';
import { adapt } from '../../src/form/bundle.ts';

const cms = join(projectRoot, 'node_modules/@sveltia/cms/npm');
const code = readFileSync(join(cms, 'index.js'), 'utf8');
const assets = readdirSync(join(cms, 'assets'));

it('the tested version of Sveltia has each place that is replaced, and its fonts', () => {
  const adapted = adapt(code, assets);
  expect(adapted).not.toBeNull();
  expect(adapted).not.toContain('cdn.jsdelivr.net/fontsource');
});

it.each([
  ['a place where line endings are rewritten', code.replaceAll('.replace(/\\r\\n?/g,`\n`)', '')],
  ['a place where the end of a file is rewritten', code.replaceAll('.trim()}\\n`', '}`')],
  ['a place where dates are compared', code.replaceAll('.getTime()!==', '!==')],
  ['a place before a save', code.replaceAll('type:`preSave`', '')],
  ['a place where another author is noticed', code.replaceAll('`save_conflict`,{cause:', '`other`,{cause:')],
  ['a place where a conflict is described', code.replaceAll('if(e===`deleted`)return', 'if(e)return')],
  ['a place where an entry is loaded again', code.replaceAll('.type===`modified`&&', '.type&&')],
  ['a place where folders are listed', code.replaceAll('{subfolders:', '{others:')],
  ['a place where files are named', code.replaceAll('{assetNamesInSameFolder:g}', '{}')],
  ['a place where a save waits', code.replaceAll('.allSettled(S8)', '.all(S8)')],
  ['a font', code.replaceAll('fontsource/fonts/', 'fontsource/fonts/other-')],
])('a version without %s is not bundled', (_, other) => {
  expect(other).not.toBe(code);
  expect(adapt(other, assets)).toBeNull();
});
