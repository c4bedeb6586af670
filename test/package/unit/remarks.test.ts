import { expect, it } from 'vitest';
import { keyOf, listRemarks } from '../../../src/cli/site/remarks.ts';
import type { Advice } from '../../../src/content/check/advice.ts';

const bare = Array.from({ length: 300 }, (_, at): Advice => {
  return { file: `content/posts/${at}.md`, about: 'description', message: 'description: is missing.' };
});
const links = ['a', 'b'].map((name): Advice => {
  return { file: `content/posts/${name}.md:7:1`, about: 'link', message: 'link: has no target.' };
});
const alt: Advice = { file: 'content/pages/c.md', about: 'alt', message: 'the image /x.png has no text.' };
const how = (about: string) => `check --only ${about}`;

it('a few remarks are listed one by one', () => {
  expect(listRemarks([...links, alt], null, how)).toEqual([
    'content/posts/a.md:7:1 link: has no target.',
    'content/posts/b.md:7:1 link: has no target.',
    'content/pages/c.md: the image /x.png has no text.',
  ]);
});

it('many are grouped with their number and an example, the rarest first', () => {
  expect(listRemarks([...bare, ...links, alt], null, how)).toEqual([
    'content/pages/c.md: the image /x.png has no text.',
    '2 remarks about link, such as content/posts/a.md:7:1 link: has no target.',
    '  check --only link',
    '300 remarks about description, such as content/posts/0.md: description: is missing.',
    '  check --only description',
  ]);
});

it('what is new since the last check comes first, wherever its line moved', () => {
  const known = new Set([...bare, ...links].map(keyOf));
  const moved = links.map((link) => ({ ...link, file: link.file.replace(':7:', ':9:') }));
  expect(listRemarks([...bare, ...moved, alt], known, how).slice(0, 3)).toEqual([
    '1 new remark since the last check:',
    'content/pages/c.md: the image /x.png has no text.',
    '2 remarks about link, such as content/posts/a.md:9:1 link: has no target.',
  ]);
});

it('many new ones are cut', () => {
  const lines = listRemarks(bare, new Set(), how);
  expect(lines).toHaveLength(14);
  expect(lines[0]).toBe('300 new remarks since the last check:');
  expect(lines[13]).toBe('and 288 more');
});
