import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { adviseOnStyles } from '../../../src/content/check/advise-on-styles.ts';

const root = mkdtempSync(join(tmpdir(), 'agentsite-styles-'));
mkdirSync(join(root, 'theme'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function remarks(css: string): Promise<string[]> {
  writeFileSync(join(root, 'theme/own.css'), css);
  const advice = await adviseOnStyles(root, ['./theme/own.css', 'a-package/theme.css']);
  return advice.map(({ file, message }) => `${file} ${message}`);
}

it.each([
  [
    'a property that does not exist',
    'p {\n  colour: red;\n}',
    /^theme\/own\.css:2:3 colour: is not a CSS property; did you mean "color"\?$/,
  ],
  ['one below a rule for widths', '@media (width > 9rem) { p { paddding: 0 } }', /did you mean "padding"\?$/],
  [
    'a token that nothing reads',
    ':root { --acent: red; }',
    /^theme\/own\.css:1:9 --acent: is used by neither the theme nor your styles; did you mean "--accent"\?$/,
  ],
  [
    'a declaration without a colon',
    'p { color red; }',
    /^theme\/own\.css:1:\d+ is not CSS, and browsers skip it/,
  ],
])('reports %s', async (_, css, expected) => {
  const [first, ...others] = await remarks(css);
  expect(first).toMatch(expected);
  expect(others).toEqual([]);
});

it.each([
  ':root { --accent: light-dark(#7a1f4b, #f0a3c8); --measure: 34rem; }',
  ':root { --brand: red; } a { color: var(--brand); }',
  'p { -webkit-line-clamp: 3; text-box-trim: both; @media print { display: none } &:hover { color: red } }',
  '@layer own { @container (width > 20rem) { h2 { text-wrap: balance; inset-inline: 0 } } }',
])('is silent about %s', async (css) => {
  expect(await remarks(css)).toEqual([]);
});
