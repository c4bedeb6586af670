import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../helpers/project-copy.ts';

/** Every style of the theme: the sheets, and what is in components. */
const sheets: ReadonlyMap<string, string> = new Map(
  globSync('src/{styles,components,layouts,routes}/**/*.{css,astro}', { cwd: projectRoot }).map((file) => {
    const text = readFileSync(join(projectRoot, file), 'utf8');
    const style = file.endsWith('.css') ? text : /<style[^>]*>([\s\S]*?)<\/style>/.exec(text)?.[1];
    return [basename(file), style ?? ''];
  }),
);

const physicalName =
  /^(?:left|right|(?:margin|padding|scroll-margin|scroll-padding)-(?:left|right)|border-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius)$/;
const physicalValue: Readonly<Record<string, RegExp>> = {
  'text-align': /^(?:left|right)$/,
  float: /^(?:left|right)$/,
  clear: /^(?:left|right)$/,
  'border-radius': /^\S+ \S+/,
};
/** Four sides, of which the left and the right differ. */
const sided =
  /^(?:margin|padding|inset|border-width|border-color|border-style|scroll-margin|scroll-padding)$/;

/** Is a declaration another one in right-to-left text? */
function isPhysical(name: string, value: string): boolean {
  if (physicalName.test(name) || physicalValue[name]?.test(value)) return true;
  const sides = value.match(/(?:[^\s(]|\([^)]*\))+/g) ?? [];
  return sided.test(name) && sides.length === 4 && sides[1] !== sides[3];
}

function declarationsOf(sheet: string): [name: string, value: string][] {
  const text = sheet.replace(/\/\*[\s\S]*?\*\//g, '');
  return [...text.matchAll(/(?<=[;{]\s*)([\w-]+)\s*:\s*([^;{}]+)(?=[;}])/g)].map(
    ([, name = '', value = '']) => [name, value.trim()],
  );
}

describe('the styles of the theme', () => {
  it('have no left and no right, so that they fit both directions', () => {
    const found = [...sheets].flatMap(([file, sheet]) =>
      declarationsOf(sheet)
        .filter(([name, value]) => isPhysical(name, value))
        .map(([name, value]) => `${file}: ${name}: ${value}`),
    );
    expect(found).toEqual([]);
  });

  it('space letters only in scripts whose letters stand alone', () => {
    const spaced = [...sheets.values()]
      .flatMap(declarationsOf)
      .filter(([name, value]) => name === 'letter-spacing' && value !== 'normal');
    expect(spaced.length).toBeGreaterThan(0);
    expect(spaced.filter(([, value]) => !value.startsWith('calc(var(--tracking) *'))).toEqual([]);
    expect(sheets.get('tokens.css')).toMatch(/:is\([^)]*:lang\(ar\)[\s\S]*?\) \{\s*--tracking: 0;/);
  });

  it.each([
    ['padding', '0.5em 0.9em 0.5em 0'],
    ['margin-left', '1rem'],
    ['text-align', 'right'],
    ['border-radius', '0 var(--radius) var(--radius) 0'],
    ['border-top-left-radius', '1px'],
    ['inset', '0 auto 0 calc(1px + 2px)'],
  ])('%s: %s counts as physical', (name, value) => {
    expect(isPhysical(name, value)).toBe(true);
  });

  it.each([
    ['padding', '1px 2px'],
    ['margin', '1px 2px 3px 2px'],
    ['text-align', 'end'],
    ['inset', '0'],
  ])('%s: %s does not', (name, value) => {
    expect(isPhysical(name, value)).toBe(false);
  });
});
