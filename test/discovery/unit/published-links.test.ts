import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderSkillsIndex } from '../../../src/core/discovery/agent-skills.ts';
import { renderAiCatalog } from '../../../src/core/discovery/ai-catalog.ts';
import { renderApiCatalog } from '../../../src/core/discovery/api-catalog.ts';
import { renderAuthMd } from '../../../src/core/discovery/auth-md.ts';
import { renderOpenapi } from '../../../src/core/discovery/openapi.ts';
import { renderRobotsTxt } from '../../../src/core/discovery/robots-txt.ts';
import { renderSecurityTxt } from '../../../src/core/discovery/security-txt.ts';
import { feedPaths, listFeeds } from '../../../src/core/feeds/feeds.ts';
import { renderSitemap } from '../../../src/core/feeds/sitemap.ts';
import { commonLinks, pageLinks, twinLinks } from '../../../src/core/front/headers.ts';
import { notFoundError, renderNotFoundMarkdown } from '../../../src/core/front/not-found.ts';
import { renderArchiveTwin, renderHomeTwin } from '../../../src/core/markdown/archive-twin.ts';
import { renderLlmsFull } from '../../../src/core/markdown/llms-full.ts';
import { renderLlmsTxt } from '../../../src/core/markdown/llms-txt.ts';
import { renderMarkdownFeed } from '../../../src/core/markdown/markdown-feed.ts';
import { renderDocumentTwin, renderLockedTwin } from '../../../src/core/markdown/markdown-twin.ts';
import { renderMcpCard } from '../../../src/core/mcp/card.ts';
import { bareType, surfaces } from '../../../src/core/model/surfaces.ts';
import { paths, skillPath, twinPath } from '../../../src/core/model/urls.ts';
import { describePages, listPages } from '../../../src/core/pages/pages.ts';
import { createLibrary, createSite, lockedBody } from '../../helpers/library.ts';
import { projectRoot } from '../../helpers/project-copy.ts';
import { wholeFeeds } from '../../helpers/whole-feeds.ts';
import { isRelation } from './registered-relations.ts';

/** One of everything that is published; bodies are empty, since authors' links are checked where they compile. */
const site = createSite({ postsPerPage: 1 });
const library = createLibrary({
  site,
  documents: [
    { title: 'Newest', categories: ['guides'], tags: ['ü'], series: 'One two' },
    { title: 'Secret', locked: lockedBody, categories: ['guides'] },
    { title: 'Oldest', categories: ['looms'], tags: ['ü'], series: 'One two' },
    { title: 'Engines', kind: 'talk', path: '/talks/engines/' },
    { title: 'Abacus', kind: 'plugin', path: '/plugins/abacus/' },
    { title: 'Manual', kind: 'page' },
    { title: 'Cranks', kind: 'page', parent: '/manual/' },
  ],
  categories: [
    { slug: 'guides', name: 'Guides' },
    { slug: 'looms', name: 'Looms', parent: 'guides' },
  ],
  tags: [{ slug: 'ü', name: 'Ü' }],
  skills: [{ name: 'read', description: 'Reads.', text: '', digest: `sha256:${'0'.repeat(64)}` }],
});
const pages = describePages(library);
const near = pages.slice(0, 3).map(({ title, path }) => ({ title, path }));

const published = new Set([
  ...readdirSync(join(projectRoot, 'public')).map((file) => `/${file}`),
  ...surfaces.map((surface) => surface.path),
  ...listPages(library).flatMap(({ path }) => [path, twinPath(path)]),
  ...listFeeds(library).flatMap(({ path }) => Object.values(feedPaths(path))),
  ...renderSitemap(library, 5).map((file) => file.path),
  paths.wpSearch,
  paths.feedStyle,
  ...library.skills.map((skill) => skillPath(skill.name)),
]);

const documents: Record<string, string> = {
  'llms.txt': renderLlmsTxt(library),
  'llms-full.txt': renderLlmsFull(library),
  'feed.md': renderMarkdownFeed(library),
  'robots.txt': renderRobotsTxt(site),
  'security.txt': renderSecurityTxt(site, '2026-11-21T00:00:00'),
  'auth.md': renderAuthMd(site),
  'api-catalog': renderApiCatalog(site),
  'ai-catalog.json': renderAiCatalog(library),
  'skills index': renderSkillsIndex(library),
  'mcp.json': renderMcpCard(site),
  '404 as JSON': JSON.stringify(notFoundError(site, near)),
  '404 as Markdown': renderNotFoundMarkdown(site, null, near),
  ...Object.fromEntries(renderSitemap(library, 5).map((file) => [file.path, file.text])),
  ...Object.fromEntries(
    listFeeds(library)
      .flatMap((feed) => wholeFeeds(library, feed))
      .map((file) => [file.path, file.text]),
  ),
  ...Object.fromEntries(
    pages.map((page) => {
      if (page.view === 'home') return [twinPath(page.path), renderHomeTwin(page, null, site)];
      if (page.view === 'archive') return [twinPath(page.path), renderArchiveTwin(page, site)];
      const twin = page.document.locked
        ? renderLockedTwin(page, site)
        : renderDocumentTwin(page, library.body(page.document), site);
      return [twinPath(page.path), twin];
    }),
  ),
};

/** Paths of this site that a text names, as clients would read them out of it. */
function pathsIn(text: string): string[] {
  const origin = site.url.replace(/[.]/g, '\\.');
  return [...text.matchAll(new RegExp(`${origin}([^\\s"'<>)\`\\\\,]*)`, 'g'))].map((match) =>
    decodeURI((match[1] ?? '').replace(/[?#].*$|&(?:quot|gt);.*$/, ''))
      .replaceAll('%28', '(')
      .replaceAll('%29', ')'),
  );
}

describe('every address that a document names is published', () => {
  it.each(Object.entries(documents))('%s', (_name, text) => {
    const named = pathsIn(text).filter((path) => path !== '');
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !published.has(path))).toEqual([]);
  });

  it('the Link headers', () => {
    const headers = `${commonLinks}, ${pageLinks(site, '/manual.md')}, ${twinLinks(site, '/manual/')}`;
    const targets = [...headers.matchAll(/<([^>]*)>/g)].map((match) => match[1]!.replace(site.url, ''));
    expect(targets.filter((path) => !published.has(path))).toEqual([]);
    expect(pageLinks(site, `/${'x'.repeat(200)}.md`).length).toBeLessThan(1024);
  });

  it('the OpenAPI description, templates apart', () => {
    const description = JSON.parse(renderOpenapi(library));
    const fixed = Object.keys(description.paths).filter(
      (path) => !path.includes('{') && !path.startsWith('/wp-json'),
    );
    expect(fixed.filter((path) => !published.has(path))).toEqual([]);
    expect(
      pathsIn(JSON.stringify([description.info, description.externalDocs])).every((path) =>
        published.has(path),
      ),
    ).toBe(true);
  });
});

describe('the registry of surfaces', () => {
  it('has each address once', () => {
    const all = surfaces.map((surface) => surface.path);
    expect(new Set(all).size).toBe(all.length);
  });

  it('names registered relations alone', () => {
    const used = surfaces.flatMap(({ relation, catalog = [] }) => [
      ...(relation ? [relation] : []),
      ...catalog.map((place) => place.relation),
    ]);
    expect(used.filter((relation) => !isRelation(relation))).toEqual([]);
    const headers = [...commonLinks.matchAll(/rel="([^"]*)"/g)].map((match) => match[1]!);
    expect(headers.filter((relation) => !isRelation(relation))).toEqual([]);
  });

  it('gives every text a charset', () => {
    for (const { path, type } of surfaces) {
      if (!['application/linkset+json', 'application/mcp-server-card+json'].includes(bareType(type)))
        expect([path, type]).toEqual([path, expect.stringContaining('charset=utf-8')]);
    }
  });

  it('advertises each surface in at least one document that programs read first', () => {
    const entries = ['llms.txt', 'api-catalog', '404 as JSON', 'robots.txt', 'ai-catalog.json', 'auth.md'];
    const text = `${entries.map((name) => documents[name]).join('\n')}\n${renderOpenapi(library)}`;
    const silent = surfaces.filter(
      ({ path }) => !text.includes(path) && !text.includes(path.replace(/\/$/, '')),
    );
    expect(silent.map((surface) => surface.path)).toEqual([]);
  });
});
