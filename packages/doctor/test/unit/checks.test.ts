import { describe, expect, it } from 'vitest';
import { securityTxtChecks } from '../../src/checks/interfaces/security-txt.ts';
import { linkChecks } from '../../src/checks/links.ts';
import { htmlChecks } from '../../src/checks/pages/html.ts';
import { llmsChecks } from '../../src/checks/pages/llms.ts';
import { robotsChecks } from '../../src/checks/pages/robots.ts';
import { sitemapChecks } from '../../src/checks/pages/sitemap.ts';
import { twinChecks } from '../../src/checks/pages/twins.ts';
import { findBroken, type MemoryDocument, origin } from './memory-site.ts';

const page = (title: string, body = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title><meta name="viewport" content="width=device-width"><meta name="description" content="All about ${title}."><link rel="canonical" href="${origin}/${title === 'Home' ? '' : 'about/'}"></head><body><main><h1>${title}</h1><p>The frost came early this year, and the beans went black in one night.</p>${body}</main></body></html>`;

const healthy = {
  '/': page('Home', '<p><a href="/about/">About</a></p>'),
  '/about/': page('About', '<p><a href="/">Home</a></p>'),
  '/robots.txt': `User-agent: GPTBot\nUser-agent: ClaudeBot\nUser-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n`,
  '/sitemap.xml': `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${origin}/</loc></url><url><loc>${origin}/about/</loc><lastmod>2026-01-02</lastmod></url></urlset>`,
  '/.well-known/security.txt': `Contact: mailto:security@example.org\nExpires: 2027-01-01T00:00:00Z\nCanonical: ${origin}/.well-known/security.txt\nPreferred-Languages: en\n`,
  '/llms.txt': `# Example\n\n> Notes about frost and beans.\n\n## Pages\n\n- [Home](${origin}/): the start\n- [About](${origin}/about/): who writes\n`,
} satisfies Record<string, MemoryDocument>;

type Path = keyof typeof healthy;
const edit = (path: Path, from: string, to: string) => ({
  ...healthy,
  [path]: healthy[path].replace(from, to),
});
const headers = (path: Path, given: Record<string, string>) => ({
  ...healthy,
  [path]: { text: healthy[path], headers: given },
});

describe('a healthy site', () => {
  it.each([
    ['robots.txt', robotsChecks],
    ['the sitemap', sitemapChecks],
    ['security.txt', securityTxtChecks],
    ['pages', htmlChecks],
    ['links', linkChecks],
  ])('breaks no rule about %s', async (_, checks) => {
    expect(await findBroken(checks, healthy)).toEqual([]);
  });
});

describe('no rule is broken by', () => {
  it.each([
    [
      'a feed in a language',
      '<link rel="alternate" type="application/rss+xml" hreflang="en" href="rss.xml">',
    ],
    ['a button that its script names', '<button type="button" title><svg></svg></button>'],
    ['a box that switches styles', '<input type="checkbox" id="menu">'],
    ['a link for software alone', '<a class="u-url" href="/about/" hidden></a>'],
    [
      'controls that no one sees',
      '<div hidden><a href="/about/"></a><button></button><input name="q"></div>',
    ],
    ['a heading for readers without scripts', '<noscript><h1>No search</h1></noscript>'],
    ['an image that counts readers without scripts', '<noscript><img src="//example.net/1"></noscript>'],
    ['a link to lines of code', '<pre id="L1"></pre><a href="#L1-L20">Lines 1 to 20</a>'],
  ])('%s', async (_, markup) => {
    const checks = [...htmlChecks, ...linkChecks];
    expect(await findBroken(checks, edit('/', '</head>', `</head>${markup}`))).toEqual([]);
  });

  it('a canonical address with index.html, before the site is published', async () => {
    const site = edit('/', `"${origin}/"`, `"${origin}/index.html"`);
    const built = { ...site, '/index.html': site['/'] };
    expect(await findBroken(htmlChecks, built, 'http://127.0.0.1/')).toEqual([]);
  });
});

it('the doctor follows a first page that only redirects', async () => {
  const start = page('Home').replace('<meta', '<meta http-equiv="refresh" content="0; url=about/"><meta');
  const site = { '/': start, '/about/': page('About').replace('<h1>About</h1>', '') };
  expect(await findBroken(htmlChecks, site)).toEqual(['html-heading', 'html-refresh']);
});

describe('the rule', () => {
  it.each([
    ['robots-syntax', robotsChecks, edit('/robots.txt', 'Allow:', 'Alow:')],
    ['robots-open', robotsChecks, edit('/robots.txt', 'Allow: /', 'Disallow: /')],
    ['robots-sitemap-there', robotsChecks, edit('/robots.txt', 'sitemap.xml', 'gone.xml')],
    ['robots-type', robotsChecks, headers('/robots.txt', { 'content-type': 'text/html' })],
    ['robots-mark', robotsChecks, edit('/robots.txt', 'User', '\ufeffUser')],
    ['sitemap-xml', sitemapChecks, edit('/sitemap.xml', '</urlset>', '')],
    [
      'sitemap-xml',
      sitemapChecks,
      {
        ...healthy,
        '/sitemap.xml': `<sitemapindex><sitemap><loc>${origin}/part.xml</loc></sitemap></sitemapindex>`,
        '/part.xml': '<urlset><url>',
      },
    ],
    [
      'html-og-image',
      htmlChecks,
      edit(
        '/',
        '</head>',
        `<meta property="og:image" content="${origin}/about/"><meta property="og:image" content="${origin}/gone.png"></head>`,
      ),
    ],
    ['sitemap-absolute', sitemapChecks, edit('/sitemap.xml', `<loc>${origin}/about/`, '<loc>/about/')],
    ['sitemap-duplicates', sitemapChecks, edit('/sitemap.xml', `${origin}/about/`, `${origin}/`)],
    ['sitemap-dates', sitemapChecks, edit('/sitemap.xml', '2026-01-02', '2031-01-02')],
    ['sitemap-pages', sitemapChecks, edit('/sitemap.xml', `${origin}/about/`, `${origin}/gone/`)],
    ['security-txt-contact', securityTxtChecks, edit('/.well-known/security.txt', 'Contact:', 'Hint:')],
    ['security-txt-valid', securityTxtChecks, edit('/.well-known/security.txt', '2027', '2025')],
    ['security-txt-far', securityTxtChecks, edit('/.well-known/security.txt', '2027', '2031')],
    ['security-txt-expires', securityTxtChecks, edit('/.well-known/security.txt', 'Expires:', 'Until:')],
    ['html-language', htmlChecks, edit('/', ' lang="en"', '')],
    ['html-title', htmlChecks, edit('/', '<title>Home</title>', '')],
    ['html-titles-differ', htmlChecks, edit('/about/', '<title>About', '<title>Home')],
    [
      'html-canonical-once',
      htmlChecks,
      edit('/', '</head>', `<link rel="canonical" href="${origin}/b"></head>`),
    ],
    ['html-heading', htmlChecks, edit('/', '<h1>Home</h1>', '')],
    ['html-main', htmlChecks, { ...healthy, '/': healthy['/'].replaceAll('main>', 'div>') }],
    ['links-there', linkChecks, edit('/', '/about/">', '/gone/">')],
    ['llms-title', llmsChecks, edit('/llms.txt', '# Example', 'Example')],
    ['llms-summary', llmsChecks, edit('/llms.txt', '> Notes', 'Notes')],
    ['llms-links', llmsChecks, edit('/llms.txt', `${origin}/about/`, `${origin}/gone/`)],
    ['llms-absolute', llmsChecks, edit('/llms.txt', `${origin}/about/`, '/about/')],
    ['llms-duplicates', llmsChecks, edit('/llms.txt', `${origin}/about/`, `${origin}/`)],
  ])('%s finds what breaks it', async (id, checks, site) => {
    const before = await findBroken(checks, healthy);
    expect(before).not.toContain(id);
    expect(await findBroken(checks, site)).toContain(id);
  });
});

describe('the twin of a page without a heading', () => {
  const withTwin = (heading: string) => ({
    ...edit('/about/', '<h1>About</h1>', heading),
    '/about.md': 'The frost came early this year, and the beans went black in one night.\n',
    '/index.md': '# Home\n\nThe frost came early this year, and the beans went black in one night.\n',
  });

  it('is that of a note, if the page hides its title', async () => {
    expect(
      await findBroken(twinChecks, withTwin('<h1 class="p-name visually-hidden">The frost</h1>')),
    ).not.toContain('twin-heading');
  });

  it('lacks the title that the page shows', async () => {
    expect(await findBroken(twinChecks, withTwin('<h1 class="p-name">About</h1>'))).toContain('twin-heading');
  });
});
