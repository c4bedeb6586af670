import { expect, it } from 'vitest';
import { findLostWords } from '../../src/checks/pages/lost-words.ts';
import { readHtml } from '../../src/documents/html-page.ts';
import { readMarkdown } from '../../src/documents/markdown-text.ts';
import { isRendered } from '../../src/visit/pages.ts';

const rendered = (body: string) => isRendered({ html: readHtml(`<html><body>${body}</body></html>`) });
const script = '<script src="/app.js"></script>';

it.each([
  `<h1>Moved</h1><p>We are at the lake.</p>${script}`,
  `<main><h1>休業</h1><p>本日は休みます。</p></main>${script}`,
  '<p>Short.</p>',
  `<p>We moved to the lake.</p>${script}`,
  `<p>本日は休みます。</p>${script}`,
  `<head><title>Moved</title>${script}<body><p>We moved to the lake.`,
])('a short static page contains its text: %s', (body) => {
  expect(rendered(body)).toBe(true);
});

it.each([
  `<div id="root"></div>${script}`,
  `<h1>Loading…</h1><div id="app"></div>${script}`,
  `<noscript><h1>Enable JavaScript</h1><p>This app needs it.</p></noscript><div id="root"></div>${script}`,
  `<div id="root">Loading, please wait</div>${script}`,
  `<div id="root">You need to enable JavaScript to run this app.</div>${script}`,
])('a shell that scripts fill does not: %s', (body) => {
  expect(rendered(body)).toBe(false);
});

const text =
  '<p>The frost came early this year, and the beans went black in one night, all of them but two.</p>';
const twin = 'The frost came early this year, and the beans went black in one night, all of them but two.';

it.each([
  '<section class="newsletter"><h2>Newsletter</h2><p>Get new posts by email every week, for as long as you like.</p><form><input></form></section>',
  '<section id="comments"><h2>Comments</h2><p>Your browser contacts the service only when you ask for the comments.</p></section>',
  '<div class="post-share"><p>Share this post with someone who likes beans and frost and gardens.</p></div>',
  '<div class="cookie-notice"><p>This site uses cookies to count how many people read about beans.</p></div>',
  '<ul class="related-posts"><li>Why the tomatoes did well in the very same summer, and what that says</li></ul>',
  '<figure class="video"><a href="/x">A video</a><figcaption>Plays from www.youtube-nocookie.com.</figcaption></figure>',
])('a widget below a short text is no part of it: %s', (widget) => {
  const { main } = readHtml(`<main><article>${text}${widget}</article></main>`);
  expect(findLostWords(main, twin).share).toBe(0);
});

it('a list may cut a summary of few, long words', () => {
  const summary =
    'Ein Wort: Rechtsschutzversicherungsgesellschaftengebäude und eine sehr lange Liste anderer Wörter.';
  const list =
    '- [Herbst](/herbst.md), 2026-11-20: Ein Wort: Rechtsschutzversicherungsgesellschaftengebäude und …';
  const other =
    'Kein Satz davon ist in der Liste, und das ist ein Fehler, den jemand finden soll, bald und ganz.';
  expect(findLostWords([summary, other], list)).toEqual({
    share: expect.closeTo(0.61, 1),
    examples: [other.slice(0, 60)],
  });
  expect(findLostWords([`${summary} ${summary}`], list).share).toBe(0);
});

it('names with underscores are found, and emphasis by underscores too', () => {
  const said =
    'Hier ist eine_lange_variable_ohne_jeden_trennstrich_darin, und zwei_andere_kurze_namen_auch_noch, dazu drei_weitere_mit_ganz_anderen_teilen.';
  const { words } = readMarkdown(said.replace('Hier', '_Hier_'));
  expect(findLostWords([said], words).share).toBe(0);
  expect(words).not.toContain('_Hier');
});

it('classes that name the terms of a post make no widget of it', () => {
  const { main } = readHtml(`<div class="post category-social tag-share">${text}</div>`);
  expect(main).toHaveLength(1);
});

it('words are counted where no spaces are between them, and found across emphasis', () => {
  const said =
    '霜が例年より早く降り、豆は二株を残して一晩で黒くなってしまいましたので、来年はもっと早く種をまくつもりです。';
  const marked = said.replace('一晩', '**一晩**');
  expect(findLostWords([said], marked).share).toBe(0);
  expect(findLostWords([said], '別の話').share).toBe(1);
  expect(findLostWords(['コメントを表示', '購読する'], said).share).toBe(0);
});

it('marks above and below letters do not part Arabic and Hindi words', () => {
  const arabic = 'وَصَلَ الصَّقِيعُ مُبَكِّرًا';
  expect(findLostWords([arabic], 'x')).toEqual({ share: 0, examples: [] });
});
