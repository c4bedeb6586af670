import { describe, expect, it } from 'vitest';
import { linkSurfaces } from '../../../src/core/front/headers.ts';
import { contentSecurityPolicy } from '../../../src/core/front/security-policy.ts';
import {
  describeHostRedirects,
  describeRedirectPages,
} from '../../../src/core/front/servers/host-redirects.ts';
import {
  maxHeaderBlocks,
  renderCname,
  renderHostHeaders,
} from '../../../src/core/front/servers/static-host-files.ts';
import { surfacesOf } from '../../../src/core/model/surfaces.ts';
import { createLibrary, createSite } from '../../helpers/library.ts';

const site = createSite({
  deploy: 'cloudflare',
  contact: 'mailto:me@example.org',
  lifecycle: [
    { target: 'GET /wp-json/x/{id}', announced: '2026-01-01', sunset: '2026-06-30', documentation: '/bye/' },
  ],
});

interface Block {
  readonly pattern: string;
  readonly headers: Record<string, string>;
}

const blocks: Block[] = renderHostHeaders(createLibrary({ site }))
  .trim()
  .split(/\n\n/)
  .map((text) => {
    const [pattern = '', ...lines] = text.split('\n');
    const headers = lines.map((line) => /^ {2}([\w-]+): (\S.*)$/.exec(line)!);
    return { pattern, headers: Object.fromEntries(headers.map((match) => [match[1]!, match[2]!])) };
  });

/** What a host sends: all matching blocks, values of one name joined. */
function headersOf(path: string): Record<string, string[]> {
  const sent: Record<string, string[]> = {};
  for (const { pattern, headers } of blocks) {
    const source = pattern
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+'))
      .join('.*');
    if (!new RegExp(`^${source}$`).test(path)) continue;
    for (const [name, value] of Object.entries(headers)) sent[name] = [...(sent[name] ?? []), value];
  }
  return sent;
}

describe('_headers', () => {
  it('gives every answer the security headers and the common links', () => {
    expect(headersOf('/about/')).toMatchObject({
      'Content-Security-Policy': [contentSecurityPolicy(site)],
      'X-Content-Type-Options': ['nosniff'],
      Link: [linkSurfaces(site)],
    });
  });

  it('gives each published surface its type, but feeds that of XML, which browsers show with its style', () => {
    for (const { path, type } of surfacesOf(site)) {
      const sent = type.replace(/(?:rss|atom)\+xml/, 'xml');
      expect([path, headersOf(path)['Content-Type']]).toEqual([path, [sent]]);
    }
  });

  it('names no type in a pattern, which the error page instead of a missing twin would get', () => {
    expect(headersOf('/missing.md')['Content-Type']).toBeUndefined();
    expect(headersOf('/wp-json/missing.json')['Content-Type']).toBeUndefined();
  });

  it('gives twins the signal and keeps them out of search engines', () => {
    expect(headersOf('/manual/writing.md')).toMatchObject({
      'X-Robots-Tag': ['noindex, follow'],
      'Content-Signal': ['search=yes, ai-input=yes, ai-train=no'],
    });
  });

  it('never sets a header twice for one path, links apart', () => {
    const samples = [
      ...surfacesOf(site).map((surface) => surface.path),
      ...['/', '/about/', '/about.md', '/_astro/a.css', '/wp-json/wp/v2/posts', '/media/x.png'],
      '/.well-known/agent-skills/read/SKILL.md',
      '/wp-json/x/12',
    ];
    for (const path of samples) {
      const twice = Object.entries(headersOf(path)).filter(
        ([name, values]) => name !== 'Link' && values.length > 1,
      );
      expect([path, twice]).toEqual([path, []]);
    }
  });

  it('announces what is going away', () => {
    expect(headersOf('/wp-json/x/12')).toMatchObject({
      Deprecation: ['@1767225600'],
      Sunset: ['Tue, 30 Jun 2026 00:00:00 GMT'],
    });
    expect(headersOf('/wp-json/x/12').Link).toHaveLength(2);
  });
});

describe('_headers of a site with many lists', () => {
  const tags = (count: number) => Array.from({ length: count }, (_, index) => ({ slug: `t${index}` }));
  const documents = [{ title: 'All', tags: tags(60).map(({ slug }) => slug) }];
  const blocksOf = (deploy: 'cloudflare' | 'netlify', count: number) =>
    renderHostHeaders(createLibrary({ site: createSite({ deploy }), documents, tags: tags(count) })).split(
      /\n\n/,
    ).length;

  it('stays within what Cloudflare reads; Netlify reads all', () => {
    expect(blocksOf('cloudflare', 3)).toBeGreaterThan(blocksOf('cloudflare', 0));
    expect(blocksOf('cloudflare', 90)).toBeLessThanOrEqual(maxHeaderBlocks);
    expect(blocksOf('netlify', 90)).toBeGreaterThan(maxHeaderBlocks);
  });
});

describe('_redirects', () => {
  const documents = [{ title: 'New', slug: 'über', redirectFrom: ['/2019/05/a:b*c/', '/old'] }];
  const rules = [
    { from: '/a/{id:number}/', to: '/x/', status: 302 as const },
    { from: '/gone/', to: null, status: 410 as const },
  ];
  const library = { ...createLibrary({ site, documents }), redirects: rules };
  const { lines, dropped } = describeHostRedirects(library);

  it('leads old paths and their twins to the new ones, encoded', () => {
    expect(lines).toContain('/2019/05/a%3Ab%2Ac/ /%C3%BCber/ 301');
    expect(lines).toContain('/2019/05/a%3Ab%2Ac.md /%C3%BCber.md 301');
    expect(lines).toContain('/old/ /%C3%BCber/ 301');
    expect(lines).toContain('/feed/ /feed.xml 301');
  });

  it('has patterns last, since Cloudflare counts every line after the first one as a pattern', () => {
    expect(lines.at(-1)).toBe('/a/:p1/ /x/ 302');
    expect(lines.slice(0, -1).every((line) => /^\/[^:*]* \S+ 301$/.test(line))).toBe(true);
  });

  it('leads nothing to what the host does not have, and nothing in a circle', () => {
    const none = describeHostRedirects(createLibrary({ site: createSite({ deploy: 'netlify' }) })).lines;
    expect(none.join('\n')).not.toContain('security.txt');
    expect(none.join('\n')).not.toContain('/index.html ');
  });

  it('says which addresses the host cannot redirect', () => {
    expect(dropped).toEqual([expect.objectContaining({ from: '/gone/', isLimit: false })]);
  });

  it('says which link to http://, which Cloudflare does not read', () => {
    const redirects = [{ from: '/shop/', to: 'http://shop.example/', status: 301 as const }];
    const found = describeHostRedirects({ ...createLibrary({ site }), redirects });
    expect(found.lines.join('\n')).not.toContain('http://');
    expect(found.dropped).toEqual([
      expect.objectContaining({
        from: '/shop/',
        isLimit: false,
        reason: expect.stringContaining('https://'),
      }),
    ]);
  });

  it('says which of the owner are beyond what Cloudflare reads, and gives up customary ones first', () => {
    const redirects = Array.from({ length: 2003 }, (_, index) => ({
      from: `/old-${index}.html`,
      to: '/new/',
      status: 301 as const,
    }));
    const many = describeHostRedirects({ ...createLibrary({ site }), redirects });
    expect(many.lines).toHaveLength(2000);
    expect(many.dropped.map(({ from }) => from)).toHaveLength(3);
    expect(many.dropped.every(({ reason, isLimit }) => isLimit && reason.includes('2000'))).toBe(true);
    const long = [{ from: `/${'x'.repeat(1000)}`, to: '/new/', status: 301 as const }];
    expect(describeHostRedirects({ ...createLibrary({ site }), redirects: long }).dropped).toHaveLength(1);
  });
});

describe('hosts that lead nothing on', () => {
  const documents = [{ title: 'New', redirectFrom: ['/old', '/old.html', '/old.xml'] }];
  const below = createSite({ deploy: 'github-pages', url: 'https://user.github.io/repo' });

  it('get a page at each old address that a folder can stand for', () => {
    const { pages, dropped } = describeRedirectPages(createLibrary({ site: below, documents }));
    const html = pages.find(({ file }) => file === 'old/index.html')?.html;
    expect(html).toContain('content="0; url=https://user.github.io/repo/new/"');
    expect(html).toContain('noindex');
    expect(pages.map(({ file }) => file)).toContain('old.html');
    expect(dropped.map(({ from }) => from)).toEqual(['/old.xml']);
  });

  it('have a CNAME for a domain of the owner only', () => {
    expect(renderCname(createSite({ url: 'https://notes.example.org' }))).toBe('notes.example.org\n');
    expect(renderCname(createSite({ url: 'https://user.github.io' }))).toBeNull();
    expect(renderCname(below)).toBeNull();
  });
});
