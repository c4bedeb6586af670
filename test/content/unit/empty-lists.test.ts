import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { LoadedLibrary } from '../../../src/content/library/load-library.ts';
import { renderAuthMd } from '../../../src/core/discovery/auth-md.ts';
import { listFeeds } from '../../../src/core/feeds/feeds.ts';
import { renderSitemap } from '../../../src/core/feeds/sitemap.ts';
import { pageLinks } from '../../../src/core/front/headers.ts';
import { renderHeadLinks } from '../../../src/core/html/head.ts';
import { renderHomeTwin } from '../../../src/core/markdown/archive-twin.ts';
import { renderLlmsTxt } from '../../../src/core/markdown/llms-txt.ts';
import { describeMcpTools } from '../../../src/core/mcp/descriptions.ts';
import type { Library } from '../../../src/core/model/document.ts';
import type { SiteSettings } from '../../../src/core/model/settings/site-settings.ts';
import { listNavigation, systemTarget } from '../../../src/core/model/targets.ts';
import { paths } from '../../../src/core/model/urls.ts';
import type { HomePage } from '../../../src/core/pages/page.ts';
import { describePages } from '../../../src/core/pages/pages.ts';
import { createWpContext } from '../../../src/core/wp/context.ts';
import { wpFiles } from '../../../src/core/wp/files.ts';
import { ContentProject } from '../../helpers/content-project.ts';
import { createSite } from '../../helpers/library.ts';

const project = new ContentProject();
let written: readonly string[] = [];
let loaded: LoadedLibrary | undefined;
afterEach(() => {
  loaded?.close();
  loaded = undefined;
});
afterAll(() => project.remove());

async function load(files: Readonly<Record<string, string>>, settings: Partial<SiteSettings> = {}) {
  for (const file of written) project.delete(file);
  written = Object.keys(files);
  project.write(files);
  loaded = await project.load('2026-11-21T12:00:00', createSite(settings));
  return loaded.library;
}

/** Everything that links readers and programs to other parts of the site. */
function advertisements(library: Library): string {
  const { site } = library;
  const home = describePages(library).find((page): page is HomePage => page.view === 'home')!;
  return [
    ...describePages(library).map(({ path }) => path),
    ...listFeeds(library).map(({ path }) => path),
    ...listNavigation(site, [...site.navigation, ...site.footerNavigation]).map(({ path }) => path),
    ...renderSitemap(library).map(({ text }) => text),
    renderLlmsTxt(library),
    renderAuthMd(site),
    renderHomeTwin(home, null, site),
    renderHeadLinks(home, site),
    JSON.stringify(pageLinks(site, paths.home)),
    describeMcpTools(site)
      .map(({ description }) => description)
      .join('\n'),
  ].join('\n');
}

/** The documents of a new site. */
const newSite = {
  'content/posts/hello.md': '---\ntitle: Hello\ndate: 2026-11-20\n---\n\nThe first words.\n',
  'content/posts/next.md': '---\ntitle: Next\ndate: 2026-11-20\ndraft: true\n---\n\nNot yet.\n',
  'content/pages/about.md': '---\ntitle: About\n---\n\nWho writes here.\n',
};

describe('a list without entries', () => {
  it('is nowhere on a new site, whatever its navigation says', async () => {
    const navigation = [
      { label: 'Writing', path: '/posts/' },
      { label: 'Talks', path: '/talks/' },
      { label: 'Plugins', path: '/plugins/' },
      { label: 'Series', path: '/series/' },
    ];
    const library = await load(newSite, { navigation });
    const text = advertisements(library);
    expect(text).toContain('/posts/');
    expect(text).toContain(paths.markdownFeed);
    expect(text).not.toMatch(/talk|plugin|series|\/category\/|\/tag\//i);
  });

  it('keeps its JSON route', async () => {
    const library = await load(newSite);
    const files = Array.from(wpFiles(library, createWpContext(library)), ({ path }) => path);
    expect(files).toEqual(
      expect.arrayContaining([
        expect.stringContaining('wp/v2/talks'),
        expect.stringContaining('wp/v2/plugin-entries'),
      ]),
    );
  });

  it('is also that of posts: then the site has no feeds either', async () => {
    const navigation = [{ label: 'Writing', path: '/posts/' }];
    const library = await load(
      { 'content/pages/about.md': '---\ntitle: About\n---\nText.\n' },
      { navigation },
    );
    const text = advertisements(library);
    expect(text).toContain('/about/');
    expect(text).not.toMatch(/\/posts\b|feed\.|atom\.xml|rss/);
    expect(systemTarget(library.site, paths.posts)).toBeNull();
  });

  it('that terms and authors have is for links alone', async () => {
    const library = await load({
      'content/categories.yaml':
        '- { slug: used, name: Used }\n- { slug: unused, name: Unused }\n- { slug: below, name: Below, parent: unused }\n',
      'content/authors.yaml': '- { slug: keeper, name: Keeper }\n- { slug: idle, name: Idle }\n',
      'content/posts/a.md': '---\ntitle: A\ndate: 2026-01-01\ncategories: [used]\n---\nText.\n',
      'content/pages/about.md': '---\ntitle: About\n---\n[A category](/category/unused/).\n',
    });
    const text = advertisements(library).replaceAll(/^\/\S*$/gm, '');
    expect(text).toContain('/category/used');
    expect(text).not.toMatch(/unused|below|idle/i);
    const index = describePages(library).find(({ path }) => path === '/category/');
    expect(index).toMatchObject({ children: [{ title: 'Used' }] });
  });

  it('appears with its first entry', async () => {
    const navigation = [{ label: 'Talks', path: '/talks/' }];
    const talk = { 'content/talks/first.md': '---\ntitle: First\ndate: 2026-01-01\n---\nText.\n' };
    const library = await load(talk, { navigation });
    expect(listNavigation(library.site, library.site.navigation)).toEqual(navigation);
    expect(describePages(library).map(({ path }) => path)).toContain('/talks/');
  });
});
