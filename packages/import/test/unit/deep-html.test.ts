import { expect, it } from 'vitest';
import { flattenDeepHtml } from '../../src/markdown/convert-html.ts';

const nested = (name: string, levels: number) =>
  `${`<${name}>`.repeat(levels)}words${`</${name}>`.repeat(levels)}`;

it.each(['div', 'span', 'b', 'x-card', 'blockquote'])(
  'the HTML parser never sees thousands of %s in each other',
  (name) => {
    const flat = flattenDeepHtml(`<p>before</p>${nested(name, 3_000)}`);
    expect(flat).not.toMatch(/<[a-z]/);
    expect(flat.trim().split(/\s+/)).toEqual(['before', 'words']);
  },
);

it('long documents that are not deep stay as they are', () => {
  for (const text of [
    '<div>a</div>'.repeat(5_000),
    '<p>a<br>'.repeat(5_000),
    `<ul>${'<li>a'.repeat(5_000)}</ul>`,
    '</div>'.repeat(5_000),
    nested('div', 500),
    'a < b '.repeat(5_000),
  ])
    expect(flattenDeepHtml(text)).toBe(text);
});
