import { expect, it } from 'vitest';
import { findThemeProblems } from '../../../src/build/pages/theme-problems.ts';

const at = (message: string, file: string) =>
  Object.assign(new Error(message), { loc: { file, line: 2, column: 14 } });
const root = '/srv/site';

it('names the places in files of the site, each once', () => {
  const bad = at('Unterminated string', '/srv/site/src/pages/bad.astro');
  const missing = at(
    '\u001B[31m[UNRESOLVED_IMPORT] \u001B[0mCould not resolve ./x\u001B[0m\n   frame',
    '/srv/site/theme/footer.astro',
  );
  const error = Object.assign(new Error('Build failed'), { errors: [bad, missing, missing] });
  expect(findThemeProblems(error, root)).toEqual([
    { file: 'src/pages/bad.astro', line: 2, column: 14, field: 'component', message: 'Unterminated string' },
    { file: 'theme/footer.astro', line: 2, column: 14, field: 'component', message: 'Could not resolve ./x' },
  ]);
  expect(findThemeProblems(bad, root)).toHaveLength(1);
});

it('names the file of a page that could not be rendered', () => {
  const error = Object.assign(new TypeError('No such field'), { id: 'src/pages/bad.astro' });
  expect(findThemeProblems(error, root)).toEqual([
    { file: 'src/pages/bad.astro', line: 1, column: 1, field: 'component', message: 'No such field' },
  ]);
});

it('says what the integration refuses, with what to do', () => {
  const refusal = Object.assign(new Error('It is refused.'), { type: 'AstroUserError', hint: 'Remove it.' });
  expect(findThemeProblems(refusal, root)).toEqual([
    {
      file: 'astro.config.mjs',
      line: 1,
      column: 1,
      field: 'agentsite',
      message: 'It is refused. Remove it.',
    },
  ]);
});

it('leaves everything else a surprise', () => {
  expect(findThemeProblems('text', root)).toBeNull();
  expect(findThemeProblems(new Error('Out of memory'), root)).toBeNull();
  expect(findThemeProblems(at('Broken', '/srv/site/node_modules/some/x.astro'), root)).toBeNull();
  const mixed = { errors: [at('Bad', '/srv/site/theme/x.astro'), new Error('Else')] };
  expect(findThemeProblems(Object.assign(new Error('Build failed'), mixed), root)).toBeNull();
});
