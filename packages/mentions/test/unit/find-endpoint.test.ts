import { describe, expect, it } from 'vitest';
import { findEndpoint } from '../../src/find-endpoint.ts';

const url = 'https://rocks.example/test/22';
const right = 'https://rocks.example/test/right';
const find = (html: string, link: string | null = null) => findEndpoint({ html, link, url });

/** The cases that https://webmention.rocks tests senders with, in its order; 23 is a redirect, tested with a server. */
const cases: readonly [name: string, html: string, link: string | null, expected: string | null][] = [
  ['1: header, relative', '', '</test/right>; rel=webmention', right],
  ['2: header, absolute', '', `<${right}>; rel=webmention`, right],
  ['3: link element, relative', '<link rel="webmention" href="/test/right">', null, right],
  ['4: link element, absolute', `<link href="${right}" rel="webmention">`, null, right],
  ['5: a element, relative', '<p><a rel="webmention" href="/test/right">here</a>', null, right],
  ['6: a element, absolute', `<p><a href='${right}' rel=webmention>here</a>`, null, right],
  ['8: header, quoted relation', '', `<${right}>; rel="webmention"`, right],
  ['9: several relations of an element', `<link rel="webmention other" href="${right}">`, null, right],
  ['10: several relations of a header', '', `<${right}>; rel="webmention other"`, right],
  [
    '11: the header comes first',
    '<link rel="webmention" href="/wrong"><a href="/wrong" rel="webmention">',
    `<${right}>; rel="webmention"`,
    right,
  ],
  [
    '12: relations are whole words',
    '<link rel="not-webmention" href="/wrong"><a href="/test/right" rel="webmention">',
    null,
    right,
  ],
  [
    '13: not in a comment',
    '<!-- <a href="/wrong" rel="webmention"></a> --><a href="/test/right" rel="webmention">',
    null,
    right,
  ],
  [
    '14: not in escaped HTML',
    '<code>&lt;a href="/wrong" rel="webmention"&gt;</code><a href="/test/right" rel="webmention">',
    null,
    right,
  ],
  ['15: an empty address is the page', '<link rel="webmention" href="">', null, url],
  [
    '16: the first element, an a',
    '<a href="/test/right" rel="webmention"></a><link rel="webmention" href="/wrong">',
    null,
    right,
  ],
  [
    '17: the first element, a link',
    '<link rel="webmention" href="/test/right"><a href="/wrong" rel="webmention"></a>',
    null,
    right,
  ],
  ['18, 19: several headers', '', `</wrong>; rel="other", <${right}>; rel="webmention"`, right],
  ['20: no address', '<link rel="webmention"><a href="/test/right" rel="webmention">', null, right],
  ['21: a query stays', '<link rel="webmention" href="/test/right?query=yes">', null, `${right}?query=yes`],
  ['22: relative to the path', '<link rel="webmention" href="22/webmention">', null, `${url}/webmention`],
  ['a base element', '<base href="/test/"><link rel="webmention" href="right">', null, right],
  [
    'references in an address',
    '<link rel="WebMention" href="/a?b&amp;c">',
    null,
    'https://rocks.example/a?b&c',
  ],
  ['neither', '<link rel="alternate" href="/feed.xml">', '</x>; rel="describedby"', null],
  ['not on other elements', '<b rel="webmention" href="/wrong"></b>', null, null],
  ['not another protocol', '<link rel="webmention" href="mailto:a@b.example">', null, null],
];

describe('the endpoint of a page for webmentions', () => {
  it.each(cases)('%s', (_name, html, link, expected) => {
    expect(find(html, link)).toBe(expected);
  });
});
