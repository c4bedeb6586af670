import { describe, expect, it } from 'vitest';
import { deployTargets, type Site, siteSchema } from '../../../src/core/model/site.ts';
import { surfaces, surfacesOf } from '../../../src/core/model/surfaces.ts';
import {
  isOnHost,
  isPublished,
  listNavigation,
  storedUrl,
  systemTarget,
} from '../../../src/core/model/targets.ts';
import { absoluteUrl, basePath, paths } from '../../../src/core/model/urls.ts';
import { createSite } from '../../helpers/library.ts';

const mail = 'mailto:me@notes.example.org';
const repository = 'https://user.github.io/repo';

describe('what a host of files has of the system', () => {
  it.each(deployTargets)('%s: the registry and the addresses of links agree', (deploy) => {
    const site = createSite({ deploy, contact: mail });
    const present = new Set(surfacesOf(site).map(({ path }) => path));
    for (const { path } of surfaces) {
      const target = systemTarget(site, path);
      expect([path, target !== null && present.has(target)]).toEqual([path, isOnHost(site, path)]);
    }
  });

  it('is everything on a server', () => {
    expect(surfacesOf(createSite())).toEqual(surfaces);
  });

  it('has no address of which only the top of a host can say something, below a path', () => {
    const site = createSite({ deploy: 'github-pages', url: repository, contact: mail });
    const below = surfacesOf(site).map(({ path }) => path);
    expect(below.filter((path) => path.startsWith('/.well-known/') || path === paths.robots)).toEqual([]);
    expect(below).toContain(paths.llms);
  });

  it('has security.txt where there is someone to write to', () => {
    const has = (contact?: string) =>
      surfacesOf(createSite({ deploy: 'netlify', ...(contact ? { contact } : {}) })).some(
        ({ path }) => path === paths.securityTxt,
      );
    expect([has(), has(mail)]).toEqual([false, true]);
  });
});

describe('where links of documents and navigations lead', () => {
  const site = createSite({ deploy: 'static', contact: mail });

  it.each([
    ['/contact/', mail],
    ['/contact.md', null],
    ['/wp-json/', paths.wpFiles],
    ['/wp-json/wp/v2/posts', '/wp-json/wp/v2/posts.json'],
    ['/wp-json/agentsite/v1/mcp', null],
    ['/wp-json/site/v1/contact', null],
    ['/llms.txt', '/llms.txt'],
    ['/search/', '/search/'],
  ])('%s', (path, target) => {
    expect(systemTarget(site, path)).toBe(target);
    expect(systemTarget(createSite(), path)).toBe(path);
  });

  it('an entry of the navigation that links to nothing is left out', () => {
    const entries = [
      { label: 'Write', path: '/contact/' },
      { label: 'About', path: '/about/' },
    ];
    expect(listNavigation(site, entries)[0]).toEqual({ label: 'Write', path: mail });
    expect(listNavigation(createSite({ deploy: 'static' }), entries)).toEqual([entries[1]]);
  });
});

it('a base path is part of every address', () => {
  const site = createSite({ deploy: 'github-pages', url: `${repository}/` });
  expect(basePath(site)).toBe('/repo');
  expect(absoluteUrl(site, '/über/')).toBe(`${repository}/%C3%BCber/`);
  expect(storedUrl(site, '/wp-json/wp/v2/posts/7')).toBe(`${repository}/wp-json/wp/v2/posts/7.json`);
});

describe('a sidecar on a host of its own', () => {
  const sidecar = 'https://api.example.org';
  const settings = { title: 'T', description: 'D', owner: { name: 'O', slug: 'o' } };

  it.each(['https://notes.example.org', repository])(
    'with the site at %s, both builds advertise the same',
    (url) => {
      const files = createSite({ deploy: 'github-pages', url, sidecar });
      const server = createSite({ deploy: 'server', url, sidecar });
      const addresses = (site: Site) => surfacesOf(site).map(({ path }) => absoluteUrl(site, path));
      expect(addresses(files)).toEqual(addresses(server));
      expect(addresses(files)).toContain(sidecar + paths.mcp);
      expect(addresses(files)).toContain(url + paths.llms);
    },
  );

  it('answers what files cannot, and the rest is with the pages', () => {
    const site = createSite({ deploy: 'netlify', sidecar });
    expect(systemTarget(site, paths.contact)).toBe(`${sidecar}/contact/`);
    expect(systemTarget(site, '/wp-json/wp/v2/posts')).toBe(`${sidecar}/wp-json/wp/v2/posts`);
    expect(systemTarget(site, '/wp-json/wp/v2/posts.json')).toBe('/wp-json/wp/v2/posts.json');
    expect(systemTarget(site, paths.mcpCard)).toBe(paths.mcpCard);
    expect([isPublished(site, paths.mcpCard), isPublished(site, paths.apiCatalog)]).toEqual([true, false]);
  });

  it.each([
    ['https://api.example.org/x', 'without a path'],
    ['https://notes.example.org', 'must be another host'],
  ])('%s is refused', (wrong, sentence) => {
    const read = siteSchema.safeParse({
      ...settings,
      url: 'https://notes.example.org',
      deploy: 'static',
      sidecar: wrong,
    });
    expect(JSON.stringify(read.error?.issues)).toContain(sentence);
  });
});
