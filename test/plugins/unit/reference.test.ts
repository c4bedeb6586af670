import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../helpers/project-copy.ts';
import { referenceFile, renderReference } from '../../plugin-reference.ts';

test('the reference in the manual is that of the types (`npm run plugins`)', () => {
  const written = readFileSync(join(projectRoot, referenceFile), 'utf8');
  expect(written).toBe(renderReference());
  for (const name of [
    'PluginParts',
    'Publication',
    'Surface',
    'SidecarContext',
    'PluginRoute',
    'buildTestSite',
  ])
    expect(written).toContain(`### \`${name}\``);
});
