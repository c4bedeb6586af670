import { afterAll, describe, expect, it } from 'vitest';
import { allPages, fileOf } from '../../../src/build/pages/render-pages.ts';
import { describeFront } from '../../../src/core/front/front-table.ts';
import {
  describeHostRedirects,
  describeRedirectPages,
} from '../../../src/core/front/servers/host-redirects.ts';
import { siteIn, withoutLanguage } from '../../../src/core/model/languages.ts';
import { siteSchema } from '../../../src/core/model/site.ts';
import { listLanguageLinks } from '../../../src/core/pages/language-links.ts';
import { describeNotFound } from '../../../src/core/pages/pages.ts';
import { ContentProject } from '../../helpers/content-project.ts';
import { languagesFiles, languagesSettings } from '../../helpers/languages-site.ts';

const project = new ContentProject(languagesFiles);
afterAll(() => project.remove());

async function load(more: object) {
  const loaded = await project.load(undefined, siteSchema.parse({ ...languagesSettings, ...more }));
  loaded.close();
  return loaded.library;
}

describe('addresses of feeds that WordPress has', () => {
  it('redirect to the feed of their language', async () => {
    const { redirects } = describeFront(await load({}));
    expect(redirects).toMatchObject({
      '/feed/': '/feed.xml',
      '/de/feed/': '/de/feed.xml',
      '/ar/feed/atom/': '/ar/atom.xml',
      '/de/comments/feed/': '/de/feed.xml',
    });
    expect(redirects).not.toHaveProperty('/');
    expect(Object.keys(redirects).filter((from) => /^\/de\/(?!feed|rss|comments)/.test(from))).toEqual([]);
  });
});

describe('the page for what is gone', () => {
  const gone = [{ from: '/sale/', to: null, status: 410 as const }];
  const filesOf = async (more: object, redirects: typeof gone) => {
    const library = { ...(await load(more)), redirects };
    return allPages(library).flatMap((page) =>
      page.view === 'not-found' && page.status === 410 ? [[fileOf(page, library.site), page.title]] : [],
    );
  };

  it('is in each language of a site that has such an address', async () => {
    expect(await filesOf({}, gone)).toEqual([
      ['_errors/410.html', 'Page removed'],
      ['_errors/de/410.html', 'Seite entfernt'],
      ['_errors/ar/410.html', 'تمت إزالة الصفحة'],
    ]);
  });

  it('is on no other site, and on no host of files, which answers 404', async () => {
    expect(await filesOf({}, [])).toEqual([]);
    expect(await filesOf({ deploy: 'static' }, gone)).toEqual([]);
  });
});

describe('a folder for the default language', () => {
  it('has its pages and feeds, and no document elsewhere', async () => {
    const library = await load({ prefixDefaultLanguage: true });
    const paths = library.documents.map(({ path }) => path);
    expect(paths).toContain('/en/seeds/');
    expect(paths.filter((path) => !/^\/(?:en|de|ar)\//.test(path))).toEqual([]);
    const before = await load({});
    expect(library.documents.map(({ id }) => id).sort()).toEqual(before.documents.map(({ id }) => id).sort());
    const { redirects } = describeFront(library);
    expect(redirects).toMatchObject({
      '/': '/en/',
      '/index.md': '/en.md',
      '/feed.xml': '/en/feed.xml',
      '/feed/': '/en/feed.xml',
      '/de/feed/': '/de/feed.xml',
    });
  });

  it('leaves addresses of programs where they are', async () => {
    const { site } = await load({ prefixDefaultLanguage: true });
    expect(withoutLanguage(site, '/wp-json/site/v1/contact')).toBe('/wp-json/site/v1/contact');
    expect(withoutLanguage(site, '/en/contact/')).toBe('/contact/');
  });

  it('is reached from the home page of hosts without redirects', async () => {
    const library = await load({
      prefixDefaultLanguage: true,
      deploy: 'github-pages',
      url: 'https://me.github.io/notes',
    });
    const home = describeRedirectPages(library).pages.find(({ file }) => file === 'index.html');
    expect(home?.html).toContain('url=https://me.github.io/notes/en/');
    expect(
      describeRedirectPages(await load({ deploy: 'static' })).pages.map(({ file }) => file),
    ).not.toContain('index.html');
  });
});

describe('on static hosts', () => {
  it('Netlify is given the 404 page of each language; Cloudflare finds it', async () => {
    const last = (lines: readonly string[]) => lines.slice(-2);
    const netlify = describeHostRedirects(await load({ deploy: 'netlify' })).lines;
    expect(last(netlify)).toEqual(['/de/* /de/404.html 404', '/ar/* /ar/404.html 404']);
    expect(describeHostRedirects(await load({ deploy: 'cloudflare' })).lines.join('\n')).not.toContain(
      '404.html',
    );
  });

  it('the form of each language is at a sidecar elsewhere', async () => {
    const library = await load({ deploy: 'netlify', sidecar: 'https://api.example.org' });
    expect(describeHostRedirects(library).lines).toContain(
      '/de/contact/ https://api.example.org/de/contact/ 301',
    );
  });
});

it('a page that is not found offers the home page of each language', async () => {
  const { site } = await load({});
  const german = siteIn(site, 'de');
  const links = listLanguageLinks(describeNotFound(german), german).filter(({ isCurrent }) => !isCurrent);
  expect(links.map(({ path, isTranslation }) => [path, isTranslation])).toEqual([
    ['/', true],
    ['/ar/', true],
  ]);
});
