import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { cacheTheme } from '../../../src/build/pages/cached-themes.ts';

const folder = mkdtempSync(join(tmpdir(), 'agentsite-themes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the themes that were used last are kept, and what a broken compilation left is not', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const [index, code] of names.entries()) {
    const server = join(folder, code, 'server');
    mkdirSync(server, { recursive: true });
    writeFileSync(join(server, 'entry.mjs'), '');
    writeFileSync(join(server, 'theme.json'), JSON.stringify({ code, server: [] }));
    utimesSync(join(server, 'theme.json'), 1_700_000_000 + index, 1_700_000_000 + index);
  }
  mkdirSync(join(folder, 'broken/server'), { recursive: true });
  cacheTheme({ folder: join(folder, 'a'), code: 'a' });
  expect(readdirSync(folder).sort()).toEqual(['a', 'c', 'd', 'e']);
});
