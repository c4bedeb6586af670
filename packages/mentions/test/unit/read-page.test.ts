import { expect, it } from 'vitest';
import { readPage, readPageAside } from '../../src/endpoint/read-page.ts';

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

it.each([
  ['a relative base', '<base href="/">', ''],
  ['a base elsewhere', '<base href="https://cdn.example/x/">', ''],
  ['a link without a host', '', '<a href="//">nowhere</a>'],
  ['a link to a protocol', '', '<A class=u-url HREF=http:>nowhere</A>'],
  ['an image that is nowhere', '', '<img src="//[">'],
])('a reply on a page with %s is read', (_, head, more) => {
  const text = `<head>${head}</head><div class="h-entry"><b class="p-author h-card">Ann</b>
    <a class="u-in-reply-to" href="${target}">x</a> <p class="e-content">Quite.</p>${more}</div>`;
  const read = readPage({ url: 'https://ann.example/p/', type: 'text/html', text, target });
  expect(read).toMatchObject({ 'wm-property': 'in-reply-to', author: { name: 'Ann' } });
});

it('a page that only links counts, and so does one that can not be read', () => {
  const of = (text: string) => readPage({ url: 'https://ann.example/', type: 'text/html', text, target });
  expect(of(`<link rel="cite" href="${target}">`)).toMatchObject({
    'wm-property': 'mention-of',
    author: null,
  });
  const broken = `<div class="h-entry"><a href="${target}">x</a><b class="u-url">//[</b></div>`;
  expect(of(broken)).toMatchObject({ 'wm-property': 'mention-of', author: null });
  expect(of(`<!-- <a href="${target}"> -->`)).toBe(null);
});
