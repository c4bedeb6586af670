import { afterAll, describe, expect, it } from 'vitest';
import { publications } from '../../../src/build/files/publications.ts';
import { allPages, fileOf } from '../../../src/build/pages/render-pages.ts';
import { pageKey } from '../../../src/build/plan/page-key.ts';
import { adviseOnTranslations } from '../../../src/content/check/translations.ts';
import { listFeeds } from '../../../src/core/feeds/feeds.ts';
import { renderSitemap } from '../../../src/core/feeds/sitemap.ts';
import { renderHeadLinks, socialImage } from '../../../src/core/html/head.ts';
import { renderGraph } from '../../../src/core/html/json-ld.ts';
import { renderLlmsTxt } from '../../../src/core/markdown/llms-txt.ts';
import { renderDocumentTwin } from '../../../src/core/markdown/markdown-twin.ts';
import type { Document } from '../../../src/core/model/document.ts';
import { viewsOf } from '../../../src/core/model/language-views.ts';
import { pathsOf, siteAt, siteIn, withoutLanguage } from '../../../src/core/model/languages.ts';
import { siteSchema } from '../../../src/core/model/site.ts';
import { listLanguageLinks } from '../../../src/core/pages/language-links.ts';
import type { DocumentPage } from '../../../src/core/pages/page.ts';
import { describePages, listPages, siteOfPage } from '../../../src/core/pages/pages.ts';
import { ContentProject } from '../../helpers/content-project.ts';
import { languagesFiles, languagesSettings } from '../../helpers/languages-site.ts';

const site = siteSchema.parse(languagesSettings);
const project = new ContentProject(languagesFiles);
const loaded = await project.load(undefined, site);
const { library } = loaded;
afterAll(() => {
  loaded.close();
  project.remove();
});

const bySource = (name: string): Document => {
  const found = library.documents.find(({ source }) => source === `content/${name}.md`);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
};
const pageAt = (path: string) => {
  const page = describePages(library).find((candidate) => candidate.path === path);
  if (!page) throw new Error(`There is no page at ${path}.`);
  return page;
};

describe('addresses of several languages', () => {
  it('leave the default language at the top and put the others into folders', () => {
    expect(bySource('posts/seeds').path).toBe('/seeds/');
    expect(bySource('posts/seeds.de').path).toBe('/de/seeds/');
    expect(bySource('posts/seeds.ar').path).toBe('/ar/buzur/');
    expect(bySource('pages/index.de').path).toBe('/de/');
    expect(bySource('pages/manual/sowing.de').path).toBe('/de/handbuch/saeen/');
    expect(bySource('pages/manual/sowing.de').parent).toBe('/de/handbuch/');
    expect(pathsOf(siteIn(site, 'de'))).toMatchObject({ rss: '/de/feed.xml', wpRoot: '/wp-json/' });
  });

  it('are those of one language when the others come', async () => {
    const alone = new ContentProject({
      'content/posts/seeds.md': languagesFiles['content/posts/only-here.md']?.replace(/^tags.*$/m, '') ?? '',
    });
    const { languages: _none, ...settings } = languagesSettings;
    const single = await alone.load(undefined, siteSchema.parse(settings));
    const [only] = single.library.documents;
    expect([only?.id, only?.path]).toEqual([bySource('posts/seeds').id, bySource('posts/seeds').path]);
    expect(only).not.toHaveProperty('language');
    single.close();
    alone.remove();
  });

  it('show the language of a path', () => {
    expect(siteAt(site, '/de/posts/').language).toBe('de');
    expect(siteAt(site, '/de.md').language).toBe('de');
    expect(siteAt(site, '/des/').language).toBe('en');
    expect(withoutLanguage(site, '/ar/contact/')).toBe('/contact/');
    expect(withoutLanguage(site, '/de/')).toBe('/');
  });
});

describe('translations', () => {
  it('are found by the names of files and by translationOf', () => {
    const versions = (name: string) => bySource(name).translations?.map(({ path }) => path);
    const seeds = ['/seeds/', '/de/seeds/', '/ar/buzur/'];
    expect(versions('posts/seeds')).toEqual(seeds);
    expect(versions('posts/seeds.ar')).toEqual(seeds);
    expect(versions('posts/rows')).toEqual(['/rows/', '/de/reihen/']);
    expect(versions('posts/reihen')).toEqual(['/rows/', '/de/reihen/']);
    expect(versions('posts/only-here')).toBeUndefined();
  });

  it('have IDs of their own', () => {
    const ids = library.documents.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are advised where they are missing', () => {
    const advice = adviseOnTranslations(library.site, library.documents);
    const of = (name: string) => advice.find(({ file }) => file === `content/${name}.md`)?.message;
    expect(of('posts/rows')).toBe('is not translated yet into العربية (ar).');
    expect(of('posts/nur-hier.de')).toBe('is not translated yet into English (en), العربية (ar).');
    expect(of('posts/seeds')).toBeUndefined();
    expect(of('posts/reihen')).toBeUndefined();
  });

  it.each([
    [
      'an unknown language',
      { 'content/posts/x.md': '---\ntitle: X\ndate: 2026-01-01\nlang: fr\n---\n' },
      'content/posts/x.md:4:1 lang: "fr" is not among them',
    ],
    [
      'an unknown language in a file name',
      { 'content/posts/x.fr.md': '---\ntitle: X\ndate: 2026-01-01\n---\n' },
      '"fr" in the name of the file',
    ],
    [
      'two versions in one language',
      { 'content/posts/saat.md': '---\ntitle: X\ndate: 2026-01-01\nlang: de\ntranslationOf: seeds\n---\n' },
      'is another version in "de" of what content/posts/saat.md is one of',
    ],
    [
      'a translation of a draft',
      {
        'content/posts/x.md': '---\ntitle: X\ndate: 2026-01-01\ndraft: true\n---\n',
        'content/posts/x.de.md': '---\ntitle: X\ndate: 2026-01-01\n---\n',
      },
      'translates content/posts/x.md, which is not published yet',
    ],
    [
      'a circle',
      {
        'content/posts/x.md': '---\ntitle: X\ndate: 2026-01-01\ntranslationOf: y\n---\n',
        'content/posts/y.md': '---\ntitle: Y\ndate: 2026-01-01\nlang: de\ntranslationOf: x\n---\n',
      },
      'translates itself',
    ],
    [
      'what does not exist',
      { 'content/posts/x.md': '---\ntitle: X\ndate: 2026-01-01\nlang: de\ntranslationOf: nothing\n---\n' },
      'content/posts/x.md:5:1 translationOf: there is no document "nothing"',
    ],
    [
      'an address in the folder of another language',
      { 'content/pages/de/x.md': '---\ntitle: X\n---\n' },
      '/de/x/ is in the folder of Deutsch',
    ],
  ])('refuse %s', async (_, files, message) => {
    const broken = new ContentProject({ ...languagesFiles, ...files });
    expect((await broken.problems(site)).join('\n')).toContain(message);
    broken.remove();
  });
});

describe('terms', () => {
  const termsIn = (language: string) => library.terms.filter((term) => term.language === language);

  it('have names, slugs and counts in each language', () => {
    const german = termsIn('de').map(({ slug, name, count, path }) => [slug, name, count, path]);
    expect(german).toEqual([
      ['garten', 'Garten', 2, '/de/category/garten/'],
      ['tools', 'Werkzeug', 1, '/de/category/garten/tools/'],
      ['wind', 'Wind', 1, '/de/tag/wind/'],
    ]);
    expect(termsIn('en').find(({ slug }) => slug === 'garden')).toMatchObject({ id: 11, count: 2 });
  });

  it('may be named by any of their slugs', () => {
    expect(bySource('posts/seeds.de').terms.category).toEqual(['garten', 'tools']);
    expect(bySource('posts/reihen').terms.category).toEqual(['garten']);
  });
});

describe('pages in several languages', () => {
  it('list only documents of their language', () => {
    const listed = describePages(library).flatMap((page) =>
      page.view === 'archive' ? page.entries.map((entry) => [page.path, entry.path] as const) : [],
    );
    const mixed = listed.filter(
      ([list, entry]) => siteAt(site, list).language !== siteAt(site, entry).language,
    );
    expect(listed.length).toBeGreaterThan(15);
    expect(mixed).toEqual([]);
  });

  it('name each other, and hreflang is symmetric', () => {
    const hreflangs = new Map(
      describePages(library).map((page) => {
        const links = renderHeadLinks(page, siteOfPage(library.site, page));
        const found = [...links.matchAll(/hreflang="([^"]+)" href="https:\/\/notes\.example\.org([^"]+)"/g)];
        return [page.path, found.map(([, language = '', path = '']) => `${language} ${path}`)];
      }),
    );
    expect(hreflangs.get('/de/reihen/')).toEqual(['en /rows/', 'de /de/reihen/', 'x-default /rows/']);
    expect(hreflangs.get('/nur-hier/')).toBeUndefined();
    expect(hreflangs.get('/de/nur-hier/')).toEqual([]);
    expect(hreflangs.get('/de/category/garten/')).toContain('en /category/garden/');
    for (const [path, links] of hreflangs) {
      for (const link of links) expect(hreflangs.get(link.split(' ')[1] ?? ''), path).toEqual(links);
    }
  });

  it('offer the translation, or the nearest list', () => {
    const page = pageAt('/de/reihen/');
    const links = listLanguageLinks(page, siteOfPage(library.site, page));
    expect(links.map(({ path, isTranslation }) => [path, isTranslation])).toEqual([
      ['/rows/', true],
      ['/de/reihen/', true],
      ['/ar/posts/', false],
    ]);
    expect(links.map(({ name }) => name)).toEqual(['English', 'Deutsch', 'العربية']);
    const talk = pageAt('/talks/weather/');
    const home = listLanguageLinks(talk, library.site).find(({ language }) => language === 'de');
    expect(home).toMatchObject({ path: '/de/', isTranslation: false });
  });

  it('say their language in JSON-LD', () => {
    const page = pageAt('/de/reihen/');
    const german = siteOfPage(library.site, page);
    const graph = renderGraph(page, german, socialImage(page, german));
    expect(graph).toContain(
      '"inLanguage":"de","workTranslation":[{"@id":"https://notes.example.org/rows/#text"',
    );
  });

  it('have twins that name the language and the others', () => {
    const page = pageAt('/de/seeds/') as DocumentPage;
    const twin = renderDocumentTwin(page, library.body(page.document), siteOfPage(library.site, page));
    expect(twin).toContain(
      'lang: "de"\ntranslations: {"en": "https://notes.example.org/seeds.md", "ar": "https://notes.example.org/ar/buzur.md"}\n',
    );
    expect(twin).toContain('Von [The owner](https://notes.example.org/de/author/owner.md) · 1. März 2026');
  });

  it('write dates as their language is set', () => {
    const page = pageAt('/ar/buzur/') as DocumentPage;
    const twin = renderDocumentTwin(page, library.body(page.document), siteOfPage(library.site, page));
    expect(twin).toContain(
      new Intl.DateTimeFormat('ar', { dateStyle: 'medium' }).format(Date.UTC(2026, 2, 1)),
    );
  });
});

it('each language has its feeds and its index, which names the others', () => {
  const [english, german] = viewsOf(library);
  expect(english && listFeeds(english).map(({ path }) => path)).not.toContain('/de/');
  expect(german && listFeeds(german).map(({ path }) => path)).toContain('/de/category/garten/');
  const index = german ? renderLlmsTxt(german) : '';
  expect(index).toContain('# Feldnotizen');
  expect(index).toContain('(https://notes.example.org/de/reihen.md)');
  expect(index).not.toContain('(https://notes.example.org/rows.md)');
  expect(index).toContain('- [English (en): Field notes](https://notes.example.org/llms.txt)');
});

it('the sitemap has all pages with their versions', () => {
  const [sitemap] = renderSitemap(library);
  const pages = listPages(library).filter(({ path }) => !path.includes('secret'));
  for (const { path } of pages.filter(({ empty }) => !empty)) {
    expect(sitemap?.text).toContain(`<loc>https://notes.example.org${encodeURI(path)}</loc>`);
  }
  expect(sitemap?.text).toContain(
    '<xhtml:link rel="alternate" hreflang="x-default" href="https://notes.example.org/rows/"/>',
  );
});

it('an edit in one language changes only what shows it', async () => {
  const keysOf = (from: typeof loaded) => {
    const source = { root: project.root, site, compilerDigest: '', cacheFile: '', nowGmt: '' };
    return new Map([
      ...[...publications(from, [], source)].map(({ file, key }) => [file, key] as const),
      ...allPages(from.library).map((page) => [fileOf(page, site), pageKey(page)] as const),
    ]);
  };
  const withText = async (text: string) => {
    const file = 'content/posts/seeds.de.md';
    const described = languagesFiles[file]?.replace('---\n', '---\ndescription: Samen.\n');
    project.write({ [file]: `${described}\n${text}\n` });
    const edited = await project.load(undefined, site);
    const keys = keysOf(edited);
    edited.close();
    return keys;
  };
  const before = await withText('');
  const changed = [...(await withText('Noch ein Satz.'))].flatMap(([file, key]) =>
    before.get(file) === key ? [] : [file],
  );
  expect(changed).toContain('de/llms.txt');
  expect(changed.filter((file) => file.endsWith('.html'))).toEqual(['de/seeds/index.html']);
  // Catalogs are about all languages.
  expect(changed.filter((file) => !file.startsWith('de/') && !file.startsWith('.well-known/'))).toEqual([]);
});
