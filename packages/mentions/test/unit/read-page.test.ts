import { expect, it } from 'vitest';
import { readPageAside } from '../../src/endpoint/read-page.ts';

const target = 'https://notes.example.org/hello/';
const attributes = Array.from({ length: 20_000 }, (_, at) => `a${at}=b`).join(' ');

it.each([
  ['15,000 levels', '<div>'.repeat(15_000)],
  ['a tag of 20,000 attributes', `<i ${attributes}>`],
])('a page of %s is read, or given up, while other work goes on', async (_, html) => {
  const text = `<a href="${target}">x</a>${html}`;
  let ticks = 0;
  const ticking = setInterval(() => ticks++, 20);
  const read = await readPageAside({ url: 'https://a.example/', type: 'text/html', text, target });
  clearInterval(ticking);
  expect(ticks).toBeGreaterThan(5);
  expect(['spam', 'mention-of']).toContain(read === 'spam' ? read : read?.['wm-property']);
});
