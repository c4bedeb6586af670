import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { renderFeedStyle } from '../../../src/core/feeds/feed-style.ts';
import { feedPaths, listFeeds } from '../../../src/core/feeds/feeds.ts';
import { createLibrary, createSite, type DocumentFields, lockedBody } from '../../helpers/library.ts';
import { wholeFeeds } from '../../helpers/whole-feeds.ts';

const hostile = '<dialog> & "co" ]]> &amp; \u0008';
const documents: DocumentFields[] = [
  {
    title: hostile,
    slug: 'newest',
    excerpt: 'A <b>summary</b> ]]> & more.',
    categories: ['guides'],
    tags: ['http'],
    series: 'Building',
    image: { src: '/media/posts/über uns.png', alt: '', width: 1, height: 1 },
    modified: '2026-09-01T12:00:00',
    modifiedGmt: '2026-09-01T10:00:00',
    html:
      '<p>A <a href="/about/">link</a>, <a href="#fn-1">a note</a>, <img src="/media/x.png" alt=""> and ' +
      '<code>]]&gt;</code> ]]> ]]></p>\n<pre>a &amp;amp; b</pre>',
  },
  { title: 'Secret', locked: lockedBody, html: '<p>canary</p>', categories: ['guides'] },
  ...Array.from({ length: 30 }, (_, index) => ({ title: `Old ${index}`, html: '<p>Text</p>' })),
  { title: 'A talk', kind: 'talk', html: '<p>talk</p>' },
];
const library = createLibrary({
  documents,
  categories: [{ slug: 'guides', name: 'Guides & <more>' }],
  tags: [
    { slug: 'http', name: 'HTTP' },
    { slug: 'empty', name: 'Empty' },
  ],
});
const [siteFeed] = listFeeds(library);
const [rss, atom, json] = wholeFeeds(library, siteFeed!);

const parser = new XMLParser({ ignoreAttributes: false, processEntities: true, trimValues: false });
function parse(xml: string) {
  expect(XMLValidator.validate(xml)).toBe(true);
  return parser.parse(xml);
}
const cleanTitle = '<dialog> & "co" ]]> &amp; ';
const cleanHtml =
  '<p>A <a href="https://notes.example.org/about/">link</a>, <a href="https://notes.example.org/newest/#fn-1">a note</a>, ' +
  '<img src="https://notes.example.org/media/x.png" alt=""> and <code>]]&gt;</code> ]]> ]]></p>\n<pre>a &amp;amp; b</pre>';

describe('RSS', () => {
  const { channel } = parse(rss!.text).rss;

  it('names itself, its page and the newest change', () => {
    expect(rss?.path).toBe('/feed.xml');
    expect(channel).toMatchObject({
      title: 'Field notes',
      link: 'https://notes.example.org/',
      description: 'Notes on machines that read.',
      language: 'en',
      lastBuildDate: 'Tue, 01 Sep 2026 10:00:00 GMT',
      'atom:link': {
        '@_href': 'https://notes.example.org/feed.xml',
        '@_rel': 'self',
        '@_type': 'application/rss+xml',
      },
    });
  });

  it('has the newest 20 posts with whole text, absolute addresses and permanent ids', () => {
    expect(channel.item).toHaveLength(20);
    expect(channel.item[0]).toEqual({
      '#text': expect.anything(),
      title: cleanTitle,
      link: 'https://notes.example.org/newest/',
      guid: { '#text': 'https://notes.example.org/newest/', '@_isPermaLink': 'true' },
      pubDate: 'Mon, 10 Aug 2026 07:40:00 GMT',
      'dc:creator': 'The keeper',
      category: ['Guides & <more>', 'HTTP'],
      description: 'A <b>summary</b> ]]> & more.',
      'content:encoded': cleanHtml,
    });
  });
});

describe('Atom', () => {
  const { feed } = parse(atom!.text);

  it('names itself, its page and the newest change', () => {
    expect(atom?.path).toBe('/atom.xml');
    expect(feed).toMatchObject({
      '@_xml:lang': 'en',
      id: 'https://notes.example.org/',
      title: 'Field notes',
      updated: '2026-09-01T10:00:00Z',
      author: { name: 'The keeper' },
      link: [
        { '@_rel': 'self', '@_href': 'https://notes.example.org/atom.xml' },
        { '@_rel': 'alternate', '@_href': 'https://notes.example.org/' },
      ],
    });
  });

  it('has the same posts, with both dates', () => {
    expect(feed.entry).toHaveLength(20);
    expect(feed.entry[0]).toMatchObject({
      id: 'https://notes.example.org/newest/',
      title: cleanTitle,
      published: '2026-08-10T07:40:00Z',
      updated: '2026-09-01T10:00:00Z',
      summary: 'A <b>summary</b> ]]> & more.',
      content: { '@_type': 'html', '#text': cleanHtml },
    });
  });
});

describe('JSON Feed', () => {
  const feed = JSON.parse(json!.text);

  it('is version 1.1 and names itself', () => {
    expect(json?.path).toBe('/feed.json');
    expect(feed).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Field notes',
      home_page_url: 'https://notes.example.org/',
      feed_url: 'https://notes.example.org/feed.json',
      language: 'en',
      authors: [{ name: 'The keeper' }],
    });
    expect(feed).not.toHaveProperty('author');
  });

  it('has the same posts', () => {
    expect(feed.items).toHaveLength(20);
    expect(feed.items[0]).toEqual({
      id: 'https://notes.example.org/newest/',
      url: 'https://notes.example.org/newest/',
      title: hostile,
      content_html: cleanHtml,
      summary: 'A <b>summary</b> ]]> & more.',
      image: 'https://notes.example.org/media/posts/%C3%BCber%20uns.png',
      date_published: '2026-08-10T07:40:00Z',
      date_modified: '2026-09-01T10:00:00Z',
      authors: [{ name: 'The keeper' }],
      tags: ['Guides & <more>', 'HTTP'],
    });
  });
});

describe('the style sheet of feeds', () => {
  it('is named by RSS and Atom, and begins with what to do', () => {
    const [rss, atom] = wholeFeeds(library, listFeeds(library)[0]!);
    const named = '\n<?xml-stylesheet type="text/css" href="https://notes.example.org/feed.css"?>\n<';
    expect(rss?.text).toContain(named);
    expect(atom?.text).toContain(named);
    expect(renderFeedStyle(library.site)).toContain('content: "Copy the address of a feed');
    expect(renderFeedStyle({ ...library.site, language: 'ar' })).toContain('direction: rtl');
  });
});

it('feeds name the WebSub hub', () => {
  const site = createSite({ connect: { webSub: 'https://hub.example/' } });
  const [rss, atom, json] = wholeFeeds({ ...library, site }, listFeeds(library)[0]!);
  expect(rss?.text).toContain('<atom:link href="https://hub.example/" rel="hub"/>');
  expect(atom?.text).toContain('<link rel="hub" href="https://hub.example/"/>');
  expect(JSON.parse(json!.text).hubs).toEqual([{ type: 'WebSub', url: 'https://hub.example/' }]);
});

describe('all feeds', () => {
  it('there is one for the site, for each category, tag, series and author', () => {
    expect(listFeeds(library).map(({ path, documents: shown }) => [path, shown.length])).toEqual([
      ['/', 32],
      ['/category/guides/', 2],
      ['/tag/http/', 1],
      ['/tag/empty/', 0],
      ['/series/building/', 1],
      ['/author/keeper/', 32],
    ]);
    expect(feedPaths('/tag/http/')).toEqual({
      rss: '/tag/http/feed.xml',
      atom: '/tag/http/atom.xml',
      json: '/tag/http/feed.json',
    });
  });

  it('an empty one is valid and does not depend on the clock', () => {
    const [first, second, third] = wholeFeeds(library, { ...siteFeed!, documents: [] });
    expect(parse(first!.text).rss.channel.lastBuildDate).toBe('Thu, 01 Jan 1970 00:00:00 GMT');
    expect(parse(second!.text).feed.updated).toBe('1970-01-01T00:00:00Z');
    expect(JSON.parse(third!.text).items).toEqual([]);
  });

  it('none contains the text of a protected post or a relative address', () => {
    for (const feed of listFeeds(library)) {
      for (const { text } of wholeFeeds(library, feed)) {
        expect(text).not.toContain('canary');
        expect(text).not.toMatch(/(?:href|src)=(?:"|&quot;|\\")[/#]/);
      }
    }
    expect(rss?.text).toContain('This page is password protected.');
  });
});

it('an entry keeps the identity that the document says, in all three forms', () => {
  const guid = 'https://old.example/?p=7&x=1';
  const moved = createLibrary({ documents: [{ title: 'Moved', guid }] });
  const [feed] = listFeeds(moved);
  const [inRss, inAtom, inJson] = wholeFeeds(moved, feed!);
  expect(inRss?.text).toContain(`<guid isPermaLink="false">${guid.replace('&', '&amp;')}</guid>`);
  expect(inAtom?.text).toContain(`<id>${guid.replace('&', '&amp;')}</id>`);
  expect(JSON.parse(inJson?.text ?? '').items[0]).toMatchObject({
    id: guid,
    url: 'https://notes.example.org/moved/',
  });
});
