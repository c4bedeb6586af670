import { describe, expect, it } from 'vitest';
import { findForeignMarkup } from '../../src/folder/foreign-markup.ts';
import { readFields, readMoment } from '../../src/folder/rules/fields.ts';
import { readProgramFields } from '../../src/folder/rules/program-fields.ts';
import { plainCards } from '../../src/ghost/ghost-cards.ts';
import { readGhostRedirects } from '../../src/ghost/ghost-redirects.ts';
import { expectedFiles } from '../../src/live/download-media.ts';
import { ownHosts } from '../../src/live/record-site.ts';
import { parseProgram } from '../../src/model/program-values.ts';
import { missingAddresses, missingWords } from '../../src/stored-text/missing-words.ts';

describe('front matter by standard names', () => {
  it('keeps what it does not know', () => {
    const fields = readFields(
      { pubDate: '2020-01-02', summary: ' S ', tags: 'a, b', cover: { src: 'x.png' }, mood: 1 },
      /,\s*/,
    );
    expect(fields).toMatchObject({
      ...{ date: '2020-01-02', description: 'S', tags: ['a', 'b'], image: { url: 'x.png', alt: '' } },
      others: { mood: 1 },
    });
  });

  it.each([
    ['2024-05-01T10:00:00+02:00', { local: '2024-05-01 10:00:00', gmt: '2024-05-01 08:00:00' }],
    ['2024-5-1', { local: '2024-05-01 00:00:00', gmt: '' }],
    ['Jul 08 2022', { local: '2022-07-08 00:00:00', gmt: '' }],
    ['soon', { local: '', gmt: '' }],
  ])('reads the date %s', (written, moment) => {
    expect(readMoment(written)).toEqual(moment);
  });

  it('of a program has its plain values, and the code of the others', () => {
    expect(readProgramFields('{ title: "A", n: -1, at: now() }')).toEqual({
      title: 'A',
      n: -1,
      computed: 'at: now()',
    });
    expect(parseProgram('const ;')).toBeNull();
  });
});

it('markup of other dialects is found outside of code', () => {
  expect(
    findForeignMarkup('`==a==` ==b==\n~~~\n:smile:\n~~~\nhttp://x:y:z').map(({ line, what }) => [line, what]),
  ).toEqual([[1, 'highlight ==b==']]);
});

it('cards of Ghost become plain HTML', () => {
  const card =
    '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">So <b>it</b> is</div></div>';
  expect(plainCards(card, () => false)).toBe(
    '<blockquote class="kg-card kg-callout-card"><p>💡 So <b>it</b> is</p></blockquote>'.replace(
      ' class="kg-card kg-callout-card"',
      '',
    ),
  );
});

it.each([
  ['301:\n  /a: /b\n', [{ from: '/a', to: '/b', permanent: true }]],
  ['[{"from":"^/c","to":"/d"}]', [{ from: '^/c', to: '/d', permanent: false }]],
  ['{"redirects":[]}', null],
])('redirects of Ghost: %s', (file, rules) => {
  expect(readGhostRedirects(file)).toEqual(rules);
});

describe('a site that answers', () => {
  it('has its own host, with and without www', () => {
    const isOwn = ownHosts('https://www.old.example/blog');
    expect(
      ['https://old.example/', 'http://www.old.example/x', 'https://evil.example/', 'ftp://old.example/'].map(
        (url) => isOwn(new URL(url)),
      ),
    ).toEqual([true, true, false, false]);
  });

  it('gives files below its folder of uploads only', () => {
    const addresses = [
      'https://o.example/up/2020/a.jpg?x=1',
      'https://o.example/other/b.jpg',
      'https://o.example/up/%2e%2e/c.jpg',
      'https://o.example/up/d.php',
    ];
    expect([...expectedFiles(addresses, '/up/').keys()]).toEqual(['2020/a.jpg']);
  });
});

describe('what a conversion lost', () => {
  it('are words by their number, without shortcodes and addresses', () => {
    expect(missingWords('<p>One one two [gallery ids="1"] https://x.example/y</p>', ['one', 'two'])).toEqual([
      'one',
    ]);
  });

  it('are addresses of other sites and of files, whatever their size', () => {
    const html =
      '<a href="https://a.example/x/">a</a><img src="/up/b-300x200.jpg"><a href="/own/">c</a><img src="/up/d.png">';
    expect(missingAddresses(html, '[a](https://www.a.example/x) ![](/up/b.jpg)', () => false)).toEqual([
      '/up/d.png',
    ]);
  });
});
