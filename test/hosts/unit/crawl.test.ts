import { describe, expect, it } from 'vitest';
import { listAdvertised } from '../../../src/hosts/advertised.ts';
import { crawl } from '../../../src/hosts/crawl.ts';

const site = 'https://example.org';

/** A host with these documents, by path; everything else is missing. */
function hostOf(documents: Readonly<Record<string, { type?: string; text?: string; to?: string }>>) {
  const asked: string[] = [];
  const ask = async (url: string) => {
    asked.push(url);
    const found = documents[url.replace(site, '')];
    if (!found) return new Response('', { status: 404 });
    const { type = 'text/html', text = '', to } = found;
    if (to !== undefined) return new Response(null, { status: 301, headers: { location: to } });
    return new Response(text, { headers: { 'content-type': type } });
  };
  return { ask, asked };
}

describe('links of a document', () => {
  const list = (type: string, text: string, path = '/docs/a') =>
    listAdvertised(`${site}${path}`, type, text, site).map(({ url }) => url.replace(site, ''));

  it.each([
    ['text/html', '<a href="/b#part">b</a> <img src="c.png" srcset="/d.png 1x, /e.png 2x">'],
    ['text/html', `<meta property="og:image" content="${site}/b"><link href="/c.png">`],
    ['text/html', `<script type="application/ld+json">{"url":"${site}/b"}</script><a href="mailto:a@b">`],
    ['application/json', `{"a":["${site}/b","not ${site}/skipped"],"html":"<a href='/c.png'>c</a>"}`],
    ['application/atom+xml', `<id>${site}/b</id><id>${site}/c.png</id>`],
    [
      'text/markdown',
      `[b](/b) \`[skipped](/skipped)\` <${site}/c.png>\n\n\`\`\`\n[skipped](/skipped)\n\`\`\`\n`,
    ],
    ['text/css', '@font-face { src: url("/b") } a { background: url(/c.png) }'],
  ])('are found in %s: %s', (type, text) => {
    expect(list(type, text)).toContain('/b');
    expect(list(type, text).join(' ')).not.toContain('skipped');
  });

  it('have the stated type, but candidates of srcset and scripts have none', () => {
    const html =
      '<link href="/feed" type="application/rss+xml"><source srcset="/a.avif 1x" type="image/avif"><script src="/s" type="module"></script>';
    expect(listAdvertised(`${site}/`, 'text/html', html, site).map(({ type }) => type)).toEqual([
      'application/rss+xml',
      null,
      null,
    ]);
  });

  it('are not URI templates', () => {
    expect(list('application/json', '{"href":"/posts/{id}"}')).toEqual([]);
  });
});

describe('a crawl', () => {
  it('follows links and redirects, each address once', async () => {
    const { ask, asked } = hostOf({
      '/': { text: '<a href="/old">x</a><a href="/b">b</a>' },
      '/old': { to: '/b' },
      '/b': { text: '<a href="/">home</a><a href="https://elsewhere.example/">x</a>' },
    });
    expect(await crawl(site, [`${site}/`], ask)).toEqual({ asked: 3, findings: [] });
    expect(asked.toSorted()).toEqual(['/', '/b', '/old'].map((path) => site + path));
  });

  it('reports broken links, other types than stated, and pages outside of the site', async () => {
    const { ask } = hostOf({
      '/blog/': {
        text: '<a href="/blog/gone">x</a><link href="/blog/feed" type="application/json"><a href="/">out</a>',
      },
      '/blog/feed': { type: 'text/plain' },
    });
    const { findings } = await crawl(`${site}/blog`, [`${site}/blog/`], ask);
    expect(findings.map(({ url, problem }) => `${url} ${problem}`).toSorted()).toEqual([
      `${site}/ is outside of the site, which is below ${site}/blog/`,
      `${site}/blog/feed should be application/json and is text/plain`,
      `${site}/blog/gone answers 404`,
    ]);
  });

  it('accepts a feed that is sent as XML', async () => {
    const { ask } = hostOf({
      '/': { text: '<link href="/feed.xml" type="application/atom+xml">' },
      '/feed.xml': { type: 'application/xml' },
    });
    expect((await crawl(site, [`${site}/`], ask)).findings).toEqual([]);
  });
});
