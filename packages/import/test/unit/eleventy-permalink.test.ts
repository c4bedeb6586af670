import { expect, it } from 'vitest';
import { fillPermalink } from '../../src/folder/systems/eleventy-permalink.ts';

const data = {
  ...{ slug: 'one', title: 'Warp & weft', date: '2024-02-04', stem: '/blog/one' },
  others: { topic: 'Cloth', number: 7 },
};

it.each([
  ['/{{ page.date | date: "%Y/%m" }}/{{ title | slug }}/', '/2024/02/warp-weft/'],
  ["posts/{{ date | readable('yyyy-LL-d') }}/{{ page.fileSlug }}/index.html", '/posts/2024-02-4/one/'],
  ['/{{ topic | slugify }}/{{ page.filePathStem }}.html', '/cloth/blog/one.html'],
  ['/{{ page.date | toYear }}/{{number}}/', '/2024/7/'],
  ['/{{- page.date | date: "%-m" -}}/index.html', '/2/'],
])('%s', (permalink, path) => {
  expect(fillPermalink(permalink, data)).toBe(path);
});

it.each([
  '/{{ page.date | season }}/',
  '/{{ collection }}/',
  "/{{ date | f('MMMM') }}/",
  '/{% if a %}b{% endif %}/',
])('%s is not known', (permalink) => {
  expect(fillPermalink(permalink, data)).toBeNull();
});
