import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { countUp, renderPages } from '../../../src/build/pages/render-pages.ts';
import { Output } from '../../../src/build/plan/output.ts';
import { ContentError } from '../../../src/content/read/problems.ts';
import { createLibrary } from '../../helpers/library.ts';

it('names the page whose components fail', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-pages-'));
  const output = new Output(folder, {}, new Set());
  const work = renderPages(createLibrary({ documents: [{ title: 'Tea', path: '/tea/' }] }), {
    output,
    next: countUp(),
    open: async () => async (page) => {
      if (page.path === '/tea/') throw new TypeError('No such field');
      return '<!doctype html>';
    },
  });
  const error = await work.catch((reason) => reason);
  rmSync(folder, { recursive: true });
  expect(error).toBeInstanceOf(ContentError);
  expect(error.problems).toMatchObject([{ file: '/tea/', field: 'component' }]);
  expect(error.message).toContain('No such field');
});
