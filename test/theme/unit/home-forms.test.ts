import { describe, expect, it } from 'vitest';
import { pageKey } from '../../../src/build/plan/page-key.ts';
import { toListedHtml } from '../../../src/core/html/listed-text.ts';
import { renderHomeTwin } from '../../../src/core/markdown/archive-twin.ts';
import { homeForms } from '../../../src/core/model/settings/home.ts';
import type { HomePage } from '../../../src/core/pages/page.ts';
import { describePages } from '../../../src/core/pages/pages.ts';
import { createLibrary, createSite, type DocumentFields, lockedBody } from '../../helpers/library.ts';

const image = { src: '/media/posts/weir.jpg', alt: '', width: 1600, height: 1000 };
const essay = { title: 'Essay', date: '2026-05-01T09:00:00', html: '<p>An essay.</p>', wordCount: 300 };
const documents: readonly DocumentFields[] = [
  essay,
  { title: 'A remark', untitled: true, date: '2026-04-01T09:00:00', html: '<p>A remark.</p>' },
  {
    title: 'Elsewhere',
    link: 'https://weir.example/a',
    date: '2026-03-01T09:00:00',
    html: '<p>Read it.</p>',
  },
  { title: 'Weir', image, date: '2026-02-01T09:00:00', html: '<p>The weir.</p>', wordCount: 300 },
  { title: 'Secret', locked: lockedBody, date: '2026-01-02T09:00:00' },
  { title: 'Pinned', sticky: true, date: '2025-01-01T09:00:00', wordCount: 300 },
];

type Form = (typeof homeForms)[number];
const siteOf = (form: Form) => createSite({ home: { form }, postsPerPage: 10 });
function homeOf(form: Form, listed: readonly DocumentFields[] = documents): HomePage {
  const pages = describePages(createLibrary({ site: siteOf(form), documents: listed }));
  return pages.find((page) => page.view === 'home') as HomePage;
}
const outline = (home: HomePage) =>
  home.sections.map(({ name, layout, entries }) => [name, layout, entries.map(({ title }) => title)]);
const bodies = (home: HomePage) => home.sections.flatMap((section) => Object.keys(section.bodies ?? {}));

describe('the home page', () => {
  it('is a letter unless the settings say otherwise: what is featured, then the latest posts', () => {
    const plain = describePages(createLibrary({ site: createSite({ postsPerPage: 10 }), documents }));
    const letter = homeOf('letter');
    expect(outline(plain.find((page) => page.view === 'home') as HomePage)).toEqual(outline(letter));
    expect(outline(letter)).toEqual([
      ['featured', 'list', ['Pinned']],
      ['latest', 'list', ['Essay', 'A remark', 'Elsewhere', 'Weir', 'Secret']],
    ]);
    expect(bodies(letter)).toEqual([]);
  });

  it('as a journal shows the bodies of five posts, of those without a password', () => {
    const journal = homeOf('journal');
    expect(outline(journal)).toEqual([
      ['latest', 'list', ['Essay', 'A remark', 'Elsewhere', 'Weir', 'Secret']],
    ]);
    expect(bodies(journal)).toEqual(['/essay/', '/a-remark/', '/elsewhere/', '/weir/']);
    expect(journal.sections[0]?.bodies?.['/essay/']?.html).toBe('<p>An essay.</p>');
  });

  it('as a notebook shows the bodies of notes and links', () => {
    expect(bodies(homeOf('notebook'))).toEqual(['/a-remark/', '/elsewhere/']);
  });

  it('as an index has one line for each post, up to a hundred', () => {
    const many = Array.from({ length: 120 }, (_, index) => ({ title: `Post ${index}` }));
    expect(outline(homeOf('index'))[0]?.slice(0, 2)).toEqual(['latest', 'compact']);
    expect(homeOf('index').sections[0]?.entries.length).toBe(6);
    expect(homeOf('index', many).sections[0]?.entries.length).toBe(100);
  });

  it('as a portfolio begins with images, and is a list where there are none', () => {
    expect(outline(homeOf('portfolio'))).toEqual([
      ['latest', 'images', ['Weir']],
      ['others', 'compact', ['Essay', 'A remark', 'Elsewhere', 'Secret', 'Pinned']],
    ]);
    expect(homeOf('portfolio').recent.length).toBe(6);
    expect(outline(homeOf('portfolio', [essay]))).toEqual([['latest', 'list', ['Essay']]]);
    const [only] = homeOf('portfolio', [{ title: 'Weir', image }]).sections;
    expect(only).toMatchObject({ layout: 'images', more: { path: '/posts/' } });
  });

  it.each(homeForms)('as %s exists without posts and with one, and its twin lists what it shows', (form) => {
    expect(homeOf(form, []).sections).toEqual([]);
    expect(homeOf(form, [essay]).sections.map(({ entries }) => entries.length)).toEqual([1]);
    const twin = renderHomeTwin(homeOf(form), null, siteOf(form));
    for (const { title } of documents) {
      const isShown = form !== 'journal' || title !== 'Pinned';
      expect(twin.includes(`[${title}](`)).toBe(isShown);
    }
  });

  it('has another key when a body that it shows changes, and only then', () => {
    const edited = documents.map((one) => (one === essay ? { ...one, html: '<p>Edited.</p>' } : one));
    const isSame = (form: Form) => pageKey(homeOf(form)) === pageKey(homeOf(form, edited));
    expect(isSame('journal')).toBe(false);
    expect(isSame('letter')).toBe(true);
    expect(isSame('notebook')).toBe(true);
  });
});

describe('an entry', () => {
  it.each([
    ['link', { link: 'https://weir.example/a' }],
    ['note', { untitled: true }],
    ['note', { format: 'status' }],
    ['audio', { format: 'audio' }],
    ['photo', { format: 'gallery', wordCount: 900 }],
    ['photo', { images: [image], wordCount: 20 }],
    [undefined, { images: [image], wordCount: 200 }],
    [undefined, { kind: 'talk', images: [image] }],
    [undefined, {}],
  ] as const)('is marked %s: %j', (mark, fields) => {
    const library = createLibrary({
      site: createSite({ home: { talks: 1 } }),
      documents: [{ title: 'One', ...fields } as DocumentFields],
    });
    const home = describePages(library).find((page) => page.view === 'home') as HomePage;
    expect(home.sections[0]?.entries[0]?.mark).toBe(mark);
  });
});

describe('a body among others', () => {
  it('has no ids, links to its own page, and headings one level down', () => {
    const html =
      '<h2 id="a">A</h2><p id=b>See <a href="#a">A</a><sup><a href="#fn" id="ref" aria-describedby="label">1</a></sup></p><H5>x</H5><h6>y</h6>';
    expect(toListedHtml(html, '/essay/')).toBe(
      '<h3 >A</h3><p >See <a href="/essay/#a">A</a><sup><a href="/essay/#fn"  >1</a></sup></p><H6>x</H6><h6>y</h6>',
    );
  });

  it('keeps what is no attribute', () => {
    const html = '<p title=\'id="a" href="#b"\'>&lt;h2 id="a"&gt; <code>href="#b"</code></p>';
    expect(toListedHtml(html, '/essay/')).toBe(html);
  });
});
