import { expect, it } from 'vitest';
import { describeFront } from '../../../src/core/front/front-table.ts';
import { renderNginxFiles } from '../../../src/core/front/servers/nginx-maps.ts';
import { countSteps } from '../../helpers/counted-steps.ts';
import { createLibrary, createSite } from '../../helpers/library.ts';

/** Long enough to distinguish squares from multiples. */
const length = 1500;
const library = {
  ...createLibrary({
    site: createSite({ guessAddresses: true, permalinks: { post: '/blog/{year}/{slug}/' } }),
    documents: [{ title: 'New', path: '/new/', redirectFrom: ['/old/', '/an old page/'] }],
  }),
  redirects: [
    { from: '/{a}-{b}-{c}/', to: '/{c}/', status: 301 as const },
    { from: '/{a*}/x/{b*}/y', to: '/{b}', status: 301 as const },
    { from: '/{a}{b}{c:number}.html', to: '/{b}', status: 301 as const },
    { from: '/moved/{a}/{rest*}', to: '/{rest}', status: 301 as const },
  ],
};
const files = renderNginxFiles({
  site: library.site,
  front: describeFront(library),
  wpAnswers: [],
  twinSizes: [],
});

/** The regular expressions of each map, in their order. */
const maps = [...(files['site.conf'] ?? '').matchAll(/^map (.*) \{\n([\s\S]*?)\n\}/gm)].map(
  ([, name = '', body = '']) => ({
    name,
    patterns: [...body.matchAll(/^ {4}"~(\*?)(?:\(\?s\))?(.*)" [^"]*?(?:"[^"]*"|'[^']*')?;$/gm)].map(
      ([, fold, source = '']) => new RegExp(source, fold ? 'is' : 's'),
    ),
  }),
);

it('the maps of the site read a long request in linear time', () => {
  expect(maps.flatMap(({ patterns }) => patterns).length).toBeGreaterThan(15);
  const pieces = [
    ' ',
    '-',
    '/',
    'a-',
    'a/x/',
    'feed/',
    '1/',
    '2019/',
    'a',
    'p=1&',
    '&',
    '?',
    'a 1.html',
    '/old/ /old/ ',
  ];
  for (const { name, patterns } of maps)
    for (const piece of pieces)
      for (const start of ['/', '/moved/', '/blog/', '1', '']) {
        // An address that has no entry in the table of redirects ends with the space before it.
        const text = `${start}${piece.repeat(length / piece.length)}${name.includes('redirect_entry') ? ' ' : ''}`;
        const steps = countSteps(() => void patterns.some((pattern) => pattern.test(text)));
        expect(steps, `${name}: ${start}${piece}`).toBeLessThan(60 * (patterns.length + 1) * length);
      }
});
