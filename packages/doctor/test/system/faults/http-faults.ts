import type { PlantedFault } from './fault.ts';

export const httpFaults: readonly PlantedFault[] = [
  [
    'http-home',
    'a challenge instead of a page',
    (site) =>
      site.change((reply) => {
        reply.status = 503;
      }, '/'),
  ],
  [
    'http-redirects',
    'four hops to the first page',
    (site) => {
      site.change((reply, { path }) => {
        const hop = Number(/^\/old-(\d)$/.exec(path)?.[1]);
        if (hop)
          Object.assign(reply, { status: 302, headers: { location: hop < 4 ? `/old-${hop + 1}` : '/' } });
      });
      return '/old-1';
    },
  ],
  [
    'http-not-found',
    'a page for whatever is asked',
    (site) =>
      site.change((reply) => {
        if (reply.status === 404 && /html/.test(reply.headers['content-type'] ?? '')) reply.status = 200;
      }),
  ],
  [
    'http-not-found-json',
    'JSON that is a page',
    (site) =>
      site.change((reply) => {
        if (reply.status === 404 && /json/.test(reply.headers['content-type'] ?? ''))
          reply.body = '<p>Not found</p>';
      }, '/agentsite-doctor-asks-for-a-page-that-is-not-there/'),
  ],
  [
    'http-head',
    'HEAD is refused',
    (site) =>
      site.change((reply, { method, headers }) => {
        if (method === 'HEAD' && !/markdown/.test(headers.accept ?? '')) reply.status = 405;
      }, '/'),
  ],
  ['http-validators', 'no ETag', (site) => site.header('/', 'etag', 'none')],
  [
    'http-etag',
    'an ETag that changes',
    (site) => {
      let count = 0;
      site.change((reply) => {
        reply.headers.etag = `"${count++}"`;
      }, '/');
    },
  ],
  [
    'http-last-modified',
    'a date that is not compared',
    (site) => site.header('/', 'last-modified', 'Fri, 02 Jan 2026 10:00:00 GMT'),
  ],
  [
    'http-304-headers',
    'a 304 without Vary',
    (site) =>
      site.change((reply, { headers }) => {
        if (headers['if-none-match']) delete reply.headers.vary;
      }, '/'),
  ],
  [
    'http-cache-control',
    'a month in every cache',
    (site) => site.header('/', 'cache-control', 'public, max-age=2592000'),
  ],
  [
    'http-compression',
    'never compressed',
    (site) => {
      site.edit('/', (text) => text.replace('</main>', `<!-- ${'long '.repeat(900)} --></main>`));
      site.header('/', 'x-plain', '1');
    },
  ],
  [
    'http-compression-vary',
    'compressed, without Vary: Accept-Encoding',
    (site) => site.header('/', 'vary', 'Accept'),
  ],
  [
    'http-identity',
    'compressed for everybody',
    (site) =>
      site.change((_, asked) => {
        if (asked.headers['accept-encoding'] === 'identity' && !asked.headers.range)
          asked.headers['accept-encoding'] = 'gzip';
      }, '/'),
  ],
  [
    'http-coding-etag',
    'one ETag for both codings',
    (site) =>
      site.change((reply, { headers }) => {
        if (!/markdown/.test(headers.accept ?? '')) reply.headers.etag = '"one"';
      }, '/'),
  ],
  [
    'http-range',
    'ranges are offered and not given',
    (site) =>
      site.change((_, asked) => {
        delete asked.headers.range;
      }, '/'),
  ],
  [
    'http-charset',
    'no charset at all',
    (site) => {
      site.edit('/about/', (text) => text.replace('<meta charset="utf-8">', ''));
      site.header('/about/', 'content-type', 'text/html');
    },
  ],
  [
    'http-utf8',
    'Latin-1 called UTF-8',
    (site) =>
      site.change((reply) => {
        if (/html/.test(reply.headers['content-type'] ?? ''))
          reply.body = Buffer.from(
            String(reply.body).replace('It began', '\u00e9t\u00e9 It began'),
            'latin1',
          );
      }, '/notes/first/'),
  ],
  [
    'http-endless',
    'a page of four megabytes',
    (site) => site.edit('/notes/first/', (text) => text + '<!-- padding -->'.repeat(260_000)),
  ],
  [
    'http-link-syntax',
    'a Link header without brackets',
    (site) =>
      site.header('/', 'link', `<${site.origin}/llms.txt>; rel="describedby", feed.xml; rel=alternate`),
  ],
  [
    'http-link-relations',
    'an invented relation',
    (site) => site.header('/', 'link', `<${site.origin}/llms.txt>; rel="llms-index"`),
  ],
  [
    'http-link-targets',
    'a catalog that is not there',
    (site) =>
      site.header(
        '/',
        'link',
        `<${site.origin}/llms.txt>; rel="describedby", <${site.origin}/none.json>; rel="service-desc"`,
      ),
  ],
  [
    'robots-reachable',
    'an error of the server',
    (site) =>
      site.change((reply) => {
        reply.status = 500;
      }, '/robots.txt'),
  ],
  [
    'robots-type',
    'robots.txt as HTML',
    (site) => site.header('/robots.txt', 'content-type', 'text/css; charset=utf-8'),
  ],
  [
    'robots-size',
    '600 kilobytes',
    (site) => site.edit('/robots.txt', (text) => `${text}# ${'x'.repeat(600_000)}\n`),
  ],
  ['robots-mark', 'a byte order mark', (site) => site.edit('/robots.txt', (text) => `\ufeff${text}`)],
  [
    'robots-syntax',
    'Content-Signals',
    (site) => site.edit('/robots.txt', (text) => `${text}Content-Signals: ai-train=no\n`),
  ],
  [
    'robots-syntax',
    'a rule before the first group',
    (site) => site.edit('/robots.txt', (text) => `Disallow: /x/\n${text}`),
  ],
  [
    'robots-group',
    'only a sitemap',
    (site) => site.edit('/robots.txt', () => `Sitemap: ${site.origin}/sitemap.xml\n`),
  ],
  [
    'robots-open',
    'everything is closed',
    (site) => site.edit('/robots.txt', (text) => text.replaceAll('Disallow: /private/', 'Disallow: /$')),
  ],
  [
    'robots-named-groups',
    'a named group that lost a rule',
    (site) =>
      site.edit('/robots.txt', (text) => text.replace(/Disallow: \/private\/\n\nSitemap/, '\nSitemap')),
  ],
  [
    'robots-ai',
    'nothing on AI',
    (site) =>
      site.edit(
        '/robots.txt',
        () => `User-agent: *\nDisallow: /private/\nSitemap: ${site.origin}/sitemap.xml\n`,
      ),
  ],
  [
    'robots-signal-syntax',
    'a signal that nobody knows',
    (site) => site.edit('/robots.txt', (text) => text.replaceAll('ai-train=no', 'training=no')),
  ],
  [
    'robots-signal-groups',
    'a group without a signal',
    (site) => site.edit('/robots.txt', (text) => text.replace(/(Bot\n)Content-Signal: .*\n/, '$1')),
  ],
  [
    'robots-signal-agrees',
    'forbidden and allowed',
    (site) =>
      site.edit(
        '/robots.txt',
        (text) => `${text}\nUser-agent: CCBot\nContent-Signal: ai-train=yes\nDisallow: /\n`,
      ),
  ],
  [
    'robots-agrees',
    'the JSON interface is closed',
    (site) => site.edit('/robots.txt', (text) => text.replaceAll('/private/', '/wp-json/')),
  ],
  ...['ChatGPT-User', 'Claude-SearchBot'].map(
    (name): PlantedFault => [
      'robots-named-offers',
      `nothing for ${name}`,
      (site) =>
        site.edit('/robots.txt', (text) =>
          text.replace(
            'User-agent: GPTBot',
            `User-agent: ${name}\nContent-Signal: search=no, ai-input=no, ai-train=no\nDisallow: /\n\nUser-agent: GPTBot`,
          ),
        ),
    ],
  ),
  [
    'http-whole',
    'a page that ends in its main part',
    (site) => site.edit('/about/', (text) => text.slice(0, text.indexOf('</main>'))),
  ],
  [
    'http-whole',
    'a page that ends in a tag',
    (site) => site.edit('/about/', (text) => text.slice(0, text.lastIndexOf('</html') + 4)),
  ],
  [
    'http-whole',
    'an index that ends in a link',
    (site) => site.edit('/llms.txt', (text) => `${text.trimEnd()}\n- [More](http`),
  ],
  [
    'robots-sitemap',
    'a relative address',
    (site) => site.edit('/robots.txt', (text) => text.replace(`Sitemap: ${site.origin}`, 'Sitemap: ')),
  ],
  [
    'robots-sitemap',
    'no sitemap named',
    (site) => site.edit('/robots.txt', (text) => text.replace(/Sitemap: .*\n/, '')),
  ],
  ...['GPTBot', 'Googlebot', 'CCBot'].map(
    (name): PlantedFault => [
      'robots-named-out',
      `nothing for ${name}, without a word why`,
      (site) =>
        site.edit(
          '/robots.txt',
          (text) =>
            `${text.replaceAll(/Content-Signal: .*\n/g, '').replace('User-agent: GPTBot\n', '')}\nUser-agent: ${name}\nDisallow: /\n`,
        ),
    ],
  ),
  ...['https://preview.example.net/sitemap.xml', 'http://localhost:1/sitemap.xml'].map(
    (address): PlantedFault => [
      'robots-sitemap-host',
      `a sitemap of another host, ${address}`,
      (site) => site.edit('/robots.txt', (text) => `${text}Sitemap: ${address}\n`),
    ],
  ),
  [
    'robots-sitemap-there',
    'a sitemap that is gone',
    (site) => site.edit('/robots.txt', (text) => `${text}Sitemap: ${site.origin}/old.xml\n`),
  ],
];
