import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listMigrations } from '../../../src/cli/site/migrations.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

const rows = [
  {
    version: '2.0.0',
    file: 'site.ts',
    applies: (text: string) => text.includes('oldName'),
    todo: 'rename it.',
  },
];

it('says what has to be done only where it applies', () => {
  expect(listMigrations(() => 'oldName: 1', rows)).toEqual([
    { file: 'site.ts', message: 'since version 2.0.0: rename it.' },
  ]);
  expect(listMigrations(() => 'newName: 1', rows)).toEqual([]);
  expect(listMigrations(() => null, rows)).toEqual([]);
});

it('a site that carries the engine with it learns how to take it from the package', () => {
  const config = readFileSync(join(projectRoot, 'astro.config.mjs'), 'utf8');
  expect(listMigrations(() => config).map(({ file }) => file)).toEqual(['astro.config.mjs']);
  expect(listMigrations(() => config.replace('./src/astro/agentsite.ts', 'agentsite'))).toEqual([]);
});
