import { inDays } from '../healthy-documents.ts';
import type { HealthySite, Text } from '../healthy-site.ts';
import { type PlantedFault, wordsOf } from './fault.ts';

const about = '/about/';
const sitemap = '/sitemap.xml';
/** A fault in the HTML of one page. */
const inPage = (rule: string, name: string, from: string | RegExp, to: string): PlantedFault => [
  rule,
  name,
  (site) => site.edit(about, (text) => text.replace(from, to.replaceAll('ORIGIN', site.origin))),
];
const edit = (
  rule: string,
  name: string,
  path: string,
  change: (text: string, site: HealthySite) => string,
): PlantedFault => [rule, name, (site) => site.edit(path, (text) => change(text, site))];

export const pageFaults: readonly PlantedFault[] = [
  edit('sitemap-xml', 'a bare ampersand', sitemap, (text) =>
    text.replace('<urlset', '<!-- --><urlset a="&x"'),
  ),
  edit('sitemap-xml', 'another root', sitemap, (text) => text.replaceAll('urlset', 'sitemap')),
  [
    'sitemap-type',
    'sent as HTML',
    (site) => site.header(sitemap, 'content-type', 'text/plain; charset=utf-8'),
  ],
  edit('sitemap-absolute', 'an address of another host', sitemap, (text) =>
    text.replace('</urlset>', '<url><loc>https://old.example.org/</loc></url></urlset>'),
  ),
  edit('sitemap-duplicates', 'a page twice', sitemap, (text, { origin }) =>
    text.replace('</urlset>', `<url><loc>${origin}/about/</loc></url></urlset>`),
  ),
  edit('sitemap-dates', 'a date of its own form', sitemap, (text) =>
    text.replace('2026-01-02', '2 January 2026'),
  ),
  edit('sitemap-dates', 'a date in the future', sitemap, (text) =>
    text.replace('2026-01-02', inDays(40).slice(0, 10)),
  ),
  edit('sitemap-twins', 'a twin in the sitemap', sitemap, (text, { origin }) =>
    text.replace('</urlset>', `<url><loc>${origin}/about.md</loc></url></urlset>`),
  ),
  edit('sitemap-pages', 'a page that is gone', sitemap, (text, { origin }) =>
    text.replace('</urlset>', `<url><loc>${origin}/gone/</loc></url></urlset>`),
  ),
  inPage(
    'sitemap-noindex',
    'a page that is not to be indexed',
    '<link rel="canonical"',
    '<meta name="robots" content="noindex"><link rel="canonical"',
  ),
  inPage(
    'sitemap-canonical',
    'a page that names another one',
    /<link rel="canonical" href="[^"]*"/,
    '<link rel="canonical" href="ORIGIN/notes/first/"',
  ),
  [
    'feed-there',
    'a feed that is gone',
    (site) =>
      site.change((reply) => {
        reply.status = 410;
      }, '/atom.xml'),
  ],
  edit('feed-format', 'an entity that is not known', '/feed.xml', (text) =>
    text.replace('<title>First', '<title>&nbsp;First'),
  ),
  edit('feed-format', 'JSON that is cut', '/feed.json', (text) => text.slice(0, -20)),
  [
    'feed-type',
    'sent as HTML',
    (site) => site.header('/feed.xml', 'content-type', 'text/plain; charset=utf-8'),
  ],
  edit('feed-required', 'no title of an entry', '/atom.xml', (text) =>
    text.replace(/(<entry>.*?)<title>.*?<\/title>/, '$1'),
  ),
  edit('feed-required', 'no description of the channel', '/feed.xml', (text) =>
    text.replace('<description>Notes</description>', ''),
  ),
  edit('feed-links', 'a relative link in a text', '/feed.xml', (text, { origin }) =>
    text.replace(`href="${origin}/about/"`, 'href="/about/"'),
  ),
  edit('feed-links', 'a relative link of an entry', '/atom.xml', (text, { origin }) =>
    text.replace(`<link href="${origin}`, '<link href="'),
  ),
  edit('feed-ids', 'one id for two items', '/feed.xml', (text) =>
    text.replace('/second/</guid>', '/first/</guid>'),
  ),
  edit('feed-dates', 'an ISO date in RSS', '/feed.xml', (text) =>
    text.replace('Fri, 02 Jan 2026 10:00:00 GMT', '2026-01-02T10:00:00Z'),
  ),
  edit('feed-items', 'an old item with a broken link', '/feed.xml', (text) =>
    text.replace(/<link>([^<]*)\/second\/<\/link>/, '<link>$1/gone/</link>'),
  ),
  edit('feed-items', 'an item with a broken link', '/feed.json', (text) =>
    text.replace(/"url": "(.*?)\/first\/"/, '"url": "$1/old/"'),
  ),

  [
    'html-rendered',
    'an empty page that scripts fill',
    (site) =>
      site.edit(
        about,
        (text) =>
          `${text.slice(0, text.indexOf('<body>'))}<body><div id="app"></div><script src="/style.css"></script></body></html>`,
      ),
  ],
  inPage('html-language', 'no language', ' lang="en"', ''),
  inPage('html-title', 'no title', /<title>.*<\/title>/, ''),
  inPage('html-titles-differ', 'the title of another page', '<title>About', '<title>First'),
  inPage('html-description', 'no description', /<meta name="description"[^>]*>/, ''),
  inPage('html-viewport', 'no viewport', /<meta name="viewport"[^>]*>/, ''),
  inPage('html-canonical', 'no canonical link', /<link rel="canonical"[^>]*>/, ''),
  inPage(
    'html-canonical-once',
    'two canonical links',
    '<link rel="canonical"',
    '<link rel="canonical" href="ORIGIN/about/"><link rel="canonical"',
  ),
  inPage(
    'html-canonical-absolute',
    'a canonical link of another host',
    /<link rel="canonical" href="[^"]*"/,
    '<link rel="canonical" href="https://staging.example.org/about/"',
  ),
  edit('html-canonical-absolute', 'a first page that names a file', '/', (text) =>
    text.replace(/<link rel="canonical" href="[^"]*"/, '<link rel="canonical" href="file:///"'),
  ),
  inPage(
    'html-canonical-there',
    'a canonical address that is gone',
    /<link rel="canonical" href="[^"]*"/,
    '<link rel="canonical" href="ORIGIN/about-us/"',
  ),
  [
    'html-open',
    'a first page that is not to be indexed',
    (site) => site.header('/', 'x-robots-tag', 'noindex'),
  ],
  inPage('html-heading', 'no heading', /<h1>.*?<\/h1>/, '<p>About</p>'),
  inPage('html-main', 'no main', /<\/?main>/g, ''),
  inPage('html-alt', 'an image without alternative text', ' alt="An image"', ''),
  inPage('html-names', 'a link without a name', '<nav>', '<nav><a href="/"></a>'),
  inPage('html-names', 'a button without a name', '<button>Search</button>', '<button></button>'),
  inPage('html-labels', 'a field without a label', /<label>(.*?)<\/label>/, '<span>$1</span>'),
  inPage('html-ids', 'an id twice', '<nav>', '<nav id="more">'),
  inPage(
    'html-refresh',
    'a page that moves on',
    '<title>',
    '<meta http-equiv="refresh" content="9; url=/"><title>',
  ),
  [
    'html-size',
    '60,000 characters',
    (site) => {
      site.edit(about, (text) => text.replace('</main>', `<p>${wordsOf(4_000)}</p></main>`));
      site.edit('/about.md', (text) => text.replace('## More', `${wordsOf(20)}\n\n## More`));
    },
  ],
  [
    'html-content-start',
    'a menu of a thousand lines',
    (site) =>
      site.edit(about, (text) =>
        text.replace('<nav>', `<nav>${'<p>An entry of the menu that is long</p>'.repeat(200)}`),
      ),
  ],
  inPage('html-tools', 'hyphens', 'toolname="search" tooldescription', 'tool-name="search" tool-description'),
  inPage('html-tools', 'no description', / tooldescription="[^"]*"/, ''),
  inPage('html-json-ld', 'a comma too many', '"@type":"WebPage",', '"@type":"WebPage",,'),
  inPage('html-json-ld', 'no type', '"@type":"WebPage",', ''),
  inPage('html-json-ld-urls', 'a relative address', /"url":"[^"]*"/, '"url":"/about/"'),
  inPage('html-hreflang', 'a language that is none', 'hreflang="en"', 'hreflang="english_"'),
  inPage(
    'html-hreflang',
    'not itself among its languages',
    /hreflang="en" href="[^"]*"/,
    'hreflang="de" href="ORIGIN/notes/first/"',
  ),

  ['security-nosniff', 'no nosniff', (site) => site.header('/', 'x-content-type-options', null)],
  [
    'security-csp',
    'no policy',
    (site) => {
      site.header('/', 'content-security-policy', null);
      site.header('/', 'x-frame-options', 'DENY');
    },
  ],
  [
    'security-frames',
    'frames everywhere',
    (site) => site.header('/', 'content-security-policy', "default-src 'self'"),
  ],
  ['security-referrer', 'no policy on referrers', (site) => site.header('/', 'referrer-policy', null)],
  [
    'html-descriptions-differ',
    'the description of the first page',
    (site) => site.edit(about, (text) => text.replace('What this is.', 'The first page.')),
  ],
  [
    'html-pages-differ',
    'page 2 is page 1',
    (site) => {
      site.edit('/', (text) => text.replace('<nav>', '<nav><a href="/page/2/">Older</a> '));
      const first = site.documents.get('/') as Text;
      site.documents.set('/page/2/', { type: first.type, text: first.text });
    },
  ],
  [
    'html-pages-differ',
    'a query that changes nothing, in the head',
    (site) =>
      site.edit(about, (text) =>
        text.replace(
          '<link rel="stylesheet"',
          '<link rel="next" href="/about/?page=2"><link rel="stylesheet"',
        ),
      ),
  ],
  inPage('html-images', 'an image that is gone', '</main>', '<img src="/gone.png" alt="Gone"></main>'),
  inPage(
    'html-og-image',
    'an image for previews that is gone',
    /og:image" content="[^"]*"/,
    'og:image" content="ORIGIN/gone.png"',
  ),
  inPage(
    'html-og-image',
    'a relative address',
    /og:image" content="[^"]*"/,
    'og:image" content="/image.png"',
  ),
  ...Object.entries({
    Node: 'Error: no such page<br>    at Layer.handle (/srv/app/node_modules/router/lib/layer.js:95:5)',
    Python: 'Traceback (most recent call last):\n  File "/srv/app.py", line 12, in page',
    PHP: '<b>Warning</b>: Undefined array key 1 in <b>/var/www/page.php</b> on line <b>12</b>',
    nginx: '<hr><center>nginx/1.18.0</center>',
  }).map(
    ([name, text]): PlantedFault => [
      'security-traces',
      `an error of ${name}`,
      (site) =>
        site.change((reply) => {
          if (reply.status === 404 && /html/.test(reply.headers['content-type'] ?? ''))
            reply.body = `${reply.body}<pre>${text}</pre>`;
        }),
    ],
  ),
  ['security-versions', 'a version in Server', (site) => site.header('/', 'server', 'nginx/1.18.0')],
  [
    'security-cors',
    'any origin with cookies',
    (site) =>
      site.change((reply, { headers }) => {
        if (!headers.origin) return;
        reply.headers['access-control-allow-origin'] = headers.origin;
        reply.headers['access-control-allow-credentials'] = 'true';
      }, '/'),
  ],
  [
    'security-cookies',
    'a session for everybody',
    (site) => site.header('/', 'set-cookie', 'session=1; Path=/'),
  ],
  edit('security-drafts', 'a twin that says draft', '/about.md', (text) =>
    text.replace('title:', 'draft: true\ntitle:'),
  ),
  inPage(
    'security-future',
    'published next month',
    '<title>',
    `<meta property="article:published_time" content="${inDays(30)}"><title>`,
  ),
  [
    'security-files',
    'the repository',
    (site) => site.documents.set('/.git/HEAD', { type: 'text/plain', text: 'ref: refs/heads/main\n' }),
  ],
  [
    'security-files',
    'the settings',
    (site) => site.documents.set('/.env', { type: 'text/plain', text: 'SECRET_KEY=1\n' }),
  ],
  inPage('links-there', 'a broken link', '<nav>', '<nav><a href="/nowhere/">Nowhere</a> '),
  [
    'links-straight',
    'a link that redirects',
    (site) => {
      site.edit(about, (text) => text.replace('<nav>', '<nav><a href="/was/">Was</a> '));
      site.change((reply) => {
        reply.status = 301;
        reply.headers.location = '/about/';
      }, '/was/');
    },
  ],
  inPage('links-parts', 'a part that is not there', '<nav>', '<nav><a href="/notes/first/#none">None</a> '),
];
