import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Look, lookNames, looks } from '../../../src/core/model/settings/looks.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

const read = (file: string) =>
  readFileSync(join(projectRoot, 'src/styles', file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
const [tokens, others, fonts] = ['tokens.css', 'looks.css', 'fonts.css'].map(read) as [
  string,
  string,
  string,
];

function declarations(sheet: string, selector: string): Map<string, string> {
  const start = sheet.indexOf(`${selector} {`);
  const block = start < 0 ? '' : sheet.slice(start, sheet.indexOf('}', start));
  return new Map(
    [...block.matchAll(/([\w-]+):\s*([^;{]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  );
}

const tokensOf = (look: Look) =>
  new Map([...declarations(tokens, ':root'), ...declarations(others, `[data-look="${look}"]`)]);

type Scheme = 0 | 1;
/** Red, green and blue from 0 to 1. */
type Color = readonly number[];

function colorOf(look: Look, name: string, scheme: Scheme): Color {
  const value = tokensOf(look).get(name) ?? '';
  const hex = [...value.matchAll(/#([\da-f]{6})|transparent/gi)].map(([, found]) => found)[scheme];
  if (!hex) throw new Error(`${look}: ${name} is ${value}`);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
}

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const luminance = ([red = 0, green = 0, blue = 0]: Color) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** As WCAG 2.2 defines it. */
function contrast(a: Color, b: Color): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** What `color-mix()` makes of a callout's background, near enough: a part of the tone in the paper. */
const mix = (tone: Color, paper: Color) =>
  paper.map((part, index) => part * 0.92 + (tone[index] ?? 0) * 0.08);

const code = ['keyword', 'string', 'name', 'value', 'comment'].map((name) => `--code-${name}`);
const tones = ['note', 'tip', 'important', 'warning', 'caution'].map((name) => `--${name}`);

describe.each(lookNames)('the look %s', (look) => {
  it.each([
    ['light', 0],
    ['dark', 1],
  ] as const)('can be read by the %s scheme', (_name, scheme) => {
    const color = (name: string) => colorOf(look, name, scheme);
    const pairs: (readonly [string, Color, Color])[] = [
      ...['--ink', '--ink-soft', '--accent'].flatMap((ink) =>
        ['--paper', '--surface', '--accent-surface'].map(
          (paper) => [`${ink} on ${paper}`, color(ink), color(paper)] as const,
        ),
      ),
      ['--ink on --mark', color('--ink'), color('--mark')],
      ...code.map((ink) => [`${ink} on --surface`, color(ink), color('--surface')] as const),
      ...tones.flatMap((tone) => [
        [`${tone} in its callout`, color(tone), mix(color(tone), color('--paper'))] as const,
        [`--accent in ${tone}`, color('--accent'), mix(color(tone), color('--paper'))] as const,
      ]),
    ];
    const weak = pairs.filter(([, ink, paper]) => contrast(ink, paper) < 4.5).map(([name]) => name);
    expect(weak).toEqual([]);
    expect(contrast(color('--focus'), color('--paper'))).toBeGreaterThanOrEqual(3);
  });

  it('has the widths that the sizes of images count with', () => {
    const rem = (value = '') => Number(value.replace('rem', ''));
    const own = tokensOf(look);
    const { measure, frame } = looks[look];
    expect(rem(own.get('--measure'))).toBe(measure);
    const wide = rem(declarations(others, '[data-frame="wide"]').get('--frame'));
    expect(frame).toBe(frame > measure ? wide : measure);
  });
});

it('a look is made of tokens alone', () => {
  const rules = [...others.matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  expect(rules.map(([, selector = '']) => selector.trim())).toEqual([
    '[data-look="magazine"]',
    '[data-frame="wide"]',
    '[data-look="notebook"]',
    '[data-look="poster"]',
  ]);
  const names = rules.flatMap(([, , body = '']) =>
    [...body.matchAll(/^\s*([\w-]+):/gm)].map((one) => one[1]),
  );
  const known = declarations(tokens, ':root');
  expect(names.filter((name) => !known.has(name ?? ''))).toEqual([]);
});

it('each file of a font of the interface has at most 40 KB', () => {
  const files = [...fonts.matchAll(/url\("(@fontsource-variable\/commissioner\/[^"]+)"\)/g)];
  expect(files.length).toBe(4);
  for (const [, file = ''] of files)
    expect(statSync(join(projectRoot, 'node_modules', file)).size).toBeLessThanOrEqual(40_000);
});
