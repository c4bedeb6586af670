import { describe, expect, it } from 'vitest';
import { commonLinks, contentSecurityPolicy } from '../../../../src/core/front/headers.ts';
import { renderHostHeaders, renderHostRedirects } from '../../../../src/core/front/static-host-files.ts';
import { surfaces } from '../../../../src/core/model/surfaces.ts';
import { createLibrary, createSite } from '../../../helpers/library.ts';

const site = createSite({
  lifecycle: [
    { target: 'GET /wp-json/x/{id}', announced: '2026-01-01', sunset: '2026-06-30', documentation: '/bye/' },
  ],
});

interface Block {
  readonly pattern: string;
  readonly headers: Record<string, string>;
}

const blocks: Block[] = renderHostHeaders(site)
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
      'Content-Security-Policy': [contentSecurityPolicy],
      'X-Content-Type-Options': ['nosniff'],
      Link: [commonLinks],
    });
  });

  it('gives each published surface its type', () => {
    for (const { path, type, dynamic } of surfaces) {
      if (!dynamic) expect([path, headersOf(path)['Content-Type']]).toEqual([path, [type]]);
    }
  });

  it('gives twins their type, the signal, and keeps them out of search engines', () => {
    expect(headersOf('/manual/writing.md')).toMatchObject({
      'Content-Type': ['text/markdown; charset=utf-8'],
      'X-Robots-Tag': ['noindex, follow'],
      'Content-Signal': ['search=yes, ai-input=yes, ai-train=no'],
    });
  });

  it('never sets a header twice for one path, links apart', () => {
    const samples = [
      ...surfaces.map((surface) => surface.path),
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

describe('_redirects', () => {
  const library = createLibrary({
    site,
    documents: [{ title: 'New', slug: 'über', redirectFrom: ['/2019/05/a:b*c/', '/old'] }],
  });
  const lines = renderHostRedirects(library).trimEnd().split('\n');

  it('leads old paths and their twins to the new ones, encoded', () => {
    expect(lines).toContain('/2019/05/a%3Ab%2Ac/ /%C3%BCber/ 301');
    expect(lines).toContain('/2019/05/a%3Ab%2Ac.md /%C3%BCber.md 301');
    expect(lines).toContain('/old/ /%C3%BCber/ 301');
    expect(lines).toContain('/feed/ /feed.xml 301');
  });

  it('ends with the stored JSON and the error page, so that no redirect is shadowed', () => {
    expect(lines.slice(-3)).toEqual([
      '/wp-json/ /wp-json/index.json 200',
      '/wp-json/wp/v2/* /wp-json/wp/v2/:splat.json 200',
      '/* /_errors/404.html 404',
    ]);
    expect(lines.slice(0, -3).every((line) => /^\/\S* \S+ 301$/.test(line))).toBe(true);
  });
});
