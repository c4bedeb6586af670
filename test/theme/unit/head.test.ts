import { describe, expect, it } from 'vitest';
import { documentTitle, metaDescription, renderHeadLinks, socialImage } from '../../../src/core/html/head.ts';
import { renderGraph } from '../../../src/core/html/json-ld.ts';
import { renderProgramsNotice } from '../../../src/core/html/programs-notice.ts';
import { languages } from '../../../src/core/languages/words.ts';
import type { ListedPage } from '../../../src/core/pages/page.ts';
import { describeNotFound, describePages, describeSearch } from '../../../src/core/pages/pages.ts';
import { directionOf, formatDay } from '../../../src/core/text/locale.ts';
import { createLibrary, createSite, lockedBody } from '../../helpers/library.ts';

const site = createSite({ postsPerPage: 2 });
const library = createLibrary({
  site,
  documents: [
    {
      title: 'Weaving </script>',
      slug: 'weaving',
      description: 'On "looms" & more.',
      excerpt: 'On "looms" & more.',
      tags: ['http'],
      series: 'Looms',
      wordCount: 500,
    },
    { title: 'Second', image: { src: '/media/x.png', alt: 'A loom', width: 800, height: 400 } },
    { title: 'Secret', locked: lockedBody },
    {
      title: 'Engines',
      kind: 'talk',
      facts: { event: 'Conf', location: 'Rome', slides: '/s.md' },
    },
    {
      title: 'Plug',
      kind: 'plugin',
      facts: { repository: 'https://example.org/r', version: '2.1', license: 'MIT' },
    },
    { title: '서울', slug: 'seoul' },
  ],
  tags: [{ slug: 'http', name: 'HTTP' }],
});
const at = (path: string) => describePages(library).find((page) => page.path === path) as ListedPage;

describe('the head of a page', () => {
  it('names the page and the site where there is room for both', () => {
    expect(documentTitle(at('/second/'), site)).toBe('Second · Field notes');
    expect(documentTitle(at('/'), site)).toBe('Field notes');
    expect(documentTitle({ ...at('/second/'), title: 'x'.repeat(65) }, site)).toBe('x'.repeat(65));
  });

  it('names the sign-in of the editor on the home page, where the site says so', () => {
    const linksOf = (editor: object | boolean, path = '/') =>
      renderHeadLinks(at(path), createSite({ postsPerPage: 2, editor } as never));
    const url = 'https://edit.example.org';
    const home = linksOf({ url, indieAuth: true });
    for (const link of [
      `<link rel="indieauth-metadata" href="${url}/.well-known/oauth-authorization-server">`,
      `<link rel="authorization_endpoint" href="${url}/edit/oauth/authorize">`,
      `<link rel="token_endpoint" href="${url}/edit/oauth/token">`,
      `<link rel="micropub" href="${url}/edit/micropub">`,
    ])
      expect(home).toContain(link);
    expect(linksOf({ url, indieAuth: true }, '/second/')).toBe(linksOf(false, '/second/'));
    for (const editor of [true, { url, indieAuth: false }, { url, indieAuth: false, registration: true }])
      expect(linksOf(editor)).toBe(linksOf(false));
  });

  it('distinguishes a page, a category, a tag, a series and an author of one name, in every language', () => {
    const name = 'Soil';
    const document = { title: 'First', series: name, tags: ['soil'], categories: ['soil', 'below'] };
    for (const language of languages) {
      const library = createLibrary({
        site: createSite({ language, postsPerPage: 1, owner: { name, slug: 'soil', description: '' } }),
        documents: [
          document,
          { ...document, title: 'Second' },
          { title: name, kind: 'page', path: '/soil/' },
          { title: 'Garden', kind: 'page', path: '/garden/' },
          { title: name, kind: 'page', path: '/garden/soil/', parent: '/garden/' },
        ],
        categories: [
          { slug: 'soil', name },
          { slug: 'roots', name: 'Roots' },
          { slug: 'below', name, parent: 'roots' },
        ],
        tags: [{ slug: 'soil', name }],
      });
      const titles = describePages(library).map((page) => documentTitle(page, library.site));
      expect(
        titles.filter((title, at) => titles.indexOf(title) !== at),
        language,
      ).toEqual([]);
    }
  });

  it('cuts a long description between words', () => {
    const description = metaDescription({ ...at('/second/'), description: 'word '.repeat(100).trim() }, site);
    expect(description.length).toBeLessThanOrEqual(202);
    expect(description).toMatch(/word …$/);
  });

  it('has a description on every page, which reveals nothing of a protected text', () => {
    for (const page of describePages(library)) expect(metaDescription(page, site), page.path).not.toBe('');
    expect(metaDescription(at('/secret/'), site)).toContain('encrypted');
  });

  it('links the twin, the neighbours and everything for programs', () => {
    const links = renderHeadLinks(at('/second/'), site);
    expect(links).toContain(
      '<link rel="alternate" href="https://notes.example.org/second.md" type="text/markdown" title="Markdown">',
    );
    expect(links).toContain('<link rel="prev" href="/secret/"><link rel="next" href="/weaving/">');
    expect(links).toContain('<link rel="describedby" href="/llms.txt" type="text/plain"');
    expect(links).toContain('<link rel="alternate" href="/feed.xml" type="application/rss+xml"');
  });

  it('begins with the twin, search and MCP, and a page ends with them', () => {
    const beginning = renderHeadLinks(at('/second/'), site).slice(0, 1000);
    const notice = renderProgramsNotice(at('/second/'), site);
    for (const way of [
      'https://notes.example.org/wp-json/wp/v2/search?search=WORDS&amp;per_page=5&amp;_fields=title,url,snippet',
      '/wp-json/agentsite/v1/mcp',
    ]) {
      expect(beginning).toContain(way);
      expect(notice).toContain(way);
    }
    expect(beginning).toContain('href="https://notes.example.org/second.md"');
    expect(notice).toContain(
      '<a href="/second.md" tabindex="-1">this page as Markdown</a>; search: <code>GET ',
    );
    expect(renderProgramsNotice(at('/secret/'), site)).toBe('');
  });

  it('names neither search nor MCP where only files are served', () => {
    const files = createSite({ deploy: 'static' });
    const both = renderHeadLinks(at('/second/'), files) + renderProgramsNotice(at('/second/'), files);
    expect(both).not.toMatch(/WORDS|MCP/);
    expect(both).toContain('this page as Markdown');
  });

  it('says where the JSON interface begins and which object the page is, in absolute addresses', () => {
    const linked = (path: string) =>
      [...renderHeadLinks(at(path), site).matchAll(/<link[^>]*(?:"application\/json"|api\.w\.org)[^>]*>/g)]
        .map(([link]) => link)
        .filter((link) => !/openapi|rel="search"/.test(link));
    const root =
      '<link rel="https://api.w.org/" href="https://notes.example.org/wp-json/" type="application/json" title="JSON interface">';
    const object = (path: string) =>
      `<link rel="alternate" href="https://notes.example.org/wp-json/wp/v2/${path}" type="application/json" title="JSON">`;
    const idOf = (path: string) => library.documents.find((document) => document.path === path)?.id;
    expect(linked('/second/')).toEqual([object(`posts/${idOf('/second/')}`), root]);
    expect(linked('/secret/')).toEqual([object(`posts/${idOf('/secret/')}`), root]);
    expect(linked('/talks/engines/')).toEqual([object(`talks/${idOf('/talks/engines/')}`), root]);
    expect(linked('/plugins/plug/')).toEqual([object(`plugin-entries/${idOf('/plugins/plug/')}`), root]);
    expect(linked('/tag/http/')).toEqual([object(`tags/${library.terms[0]?.id}`), root]);
    expect(linked('/posts/')).toEqual([root]);
    expect(linked('/')).toEqual([root]);
  });

  it('links the feed of a category, a tag and a series', () => {
    for (const path of ['/tag/http/', '/series/looms/']) {
      expect(renderHeadLinks(at(path), site)).toContain(
        `<link rel="alternate" href="${path}feed.xml" type="application/rss+xml"`,
      );
    }
    expect(renderHeadLinks(at('/posts/'), site)).not.toContain('/posts/feed.xml');
  });

  it('promises no twin where there is none', () => {
    for (const page of [at('/secret/'), describeNotFound(site)]) {
      expect(renderHeadLinks(page, site)).not.toContain('text/markdown');
    }
    expect(renderHeadLinks(describeSearch(site, []), site)).toContain('/search.md" type="text/markdown"');
  });

  it('shows the image that the author chose, else a card of the page, else that of the site', () => {
    expect(socialImage(at('/second/'), site)).toMatchObject({ src: '/media/x.png', alt: 'A loom' });
    expect(socialImage(at('/talks/engines/'), site).src).toBe('/media/_cards/talks/engines.png');
    expect(socialImage(at('/posts/'), site)).toMatchObject({
      src: '/media/_cards/index.png',
      width: 1200,
      height: 630,
    });
    expect(socialImage(at('/seoul/'), site).src).toBe('/media/_cards/index.png');
  });
});

describe('the graph of a page', () => {
  interface Node {
    readonly '@type': string;
    readonly '@id': string;
    readonly [name: string]: unknown;
  }
  const graph = (page: Parameters<typeof renderGraph>[0]): Node[] => {
    const parsed = JSON.parse(renderGraph(page, site, socialImage(page, site)));
    expect(parsed['@context']).toBe('https://schema.org');
    return parsed['@graph'];
  };
  const typed = (nodes: readonly Node[], type: string) => nodes.find((node) => node['@type'] === type);

  it('has the same ids for the same things on every page', () => {
    for (const page of describePages(library)) {
      const nodes = graph(page);
      const website = page.view === 'document' ? undefined : 'https://notes.example.org/#website';
      expect(typed(nodes, 'WebSite')?.['@id']).toBe(website);
      expect(typed(nodes, 'Person')?.['@id']).toBe('https://notes.example.org/#owner');
      expect(new Set(nodes.map((node) => node['@id'])).size).toBe(nodes.length);
    }
  });

  it('describes the site and its owner on the home page, and names them on the others', () => {
    expect(graph(at('/'))[0]).toMatchObject({ description: site.description, inLanguage: 'en' });
    expect(Object.keys(graph(at('/posts/'))[0] ?? {})).toEqual(['@type', '@id', 'url', 'name']);
    expect(Object.keys(graph(at('/second/'))[0] ?? {})).toEqual(['@type', '@id', 'name', 'url']);
  });

  it('refers to nothing that it does not hold, the author pages apart', () => {
    for (const page of describePages(library)) {
      const nodes = graph(page);
      const ids = new Set(nodes.map((node) => node['@id']));
      const references = JSON.stringify(nodes).matchAll(/\{"@id":"([^"]*)"\}/g);
      for (const [, id = ''] of references) expect(ids, page.path).toContain(id);
    }
  });

  it('describes a post with its dates, terms and series', () => {
    const nodes = graph(at('/weaving/'));
    expect(typed(nodes, 'BlogPosting')).toMatchObject({
      headline: 'Weaving </script>',
      datePublished: '2026-08-10T09:40:00+02:00',
      keywords: ['HTTP'],
      wordCount: 500,
      position: 1,
      mainEntityOfPage: 'https://notes.example.org/weaving/',
    });
    expect(typed(nodes, 'CreativeWorkSeries')).toMatchObject({ name: 'Looms' });
    expect(typed(nodes, 'BreadcrumbList')).toMatchObject({
      itemListElement: [{ position: 1 }, { position: 2 }, { position: 3 }],
    });
  });

  it('describes talks and plugin entries as what they are, and says which text is not free', () => {
    expect(typed(graph(at('/talks/engines/')), 'PresentationDigitalDocument')).toMatchObject({
      releasedEvent: { name: 'Conf', location: { name: 'Rome' } },
    });
    expect(typed(graph(at('/plugins/plug/')), 'SoftwareSourceCode')).toMatchObject({
      version: '2.1',
      license: 'MIT',
      codeRepository: 'https://example.org/r',
    });
    expect(typed(graph(at('/secret/')), 'BlogPosting')).toMatchObject({ isAccessibleForFree: false });
  });

  it('cannot end its script element', () => {
    expect(renderGraph(at('/weaving/'), site, socialImage(at('/weaving/'), site))).not.toContain('</script');
  });
});

describe('the language of the site', () => {
  it('decides how days are written and where lines begin', () => {
    expect(formatDay('2026-08-10T23:59:00', { language: 'en-GB' })).toBe('10 August 2026');
    expect(formatDay('2026-08-10', { language: 'de' })).toBe('10. August 2026');
    expect(directionOf('de-CH')).toBe('ltr');
    expect(directionOf('ar-EG')).toBe('rtl');
    expect(directionOf('he')).toBe('rtl');
    expect(directionOf('arn')).toBe('ltr');
  });
});
