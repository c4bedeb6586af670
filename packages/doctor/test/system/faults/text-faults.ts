import type { HealthySite } from '../healthy-site.ts';
import { type PlantedFault, wordsOf } from './fault.ts';

/** Answers the headers that match with the other form of the page. */
const misread = (rule: string, name: string, pattern: RegExp, form: 'html' | 'markdown'): PlantedFault => [
  rule,
  name,
  (site) =>
    site.change((reply, { headers, method }) => {
      if (method !== 'GET' || !pattern.test(headers.accept ?? '')) return;
      const isMarkdown = form === 'markdown';
      reply.headers['content-type'] = isMarkdown
        ? 'text/markdown; charset=utf-8'
        : 'text/html; charset=utf-8';
      reply.body = site.documents.get(isMarkdown ? '/index.md' : '/')?.text ?? '';
    }, '/'),
];

const onMarkdown = (site: HealthySite, path: string, change: (headers: Record<string, string>) => void) =>
  site.change((reply) => {
    if (/markdown/.test(reply.headers['content-type'] ?? '')) change(reply.headers);
  }, path);

const about = '/about.md';
const llms = '/llms.txt';

export const textFaults: readonly PlantedFault[] = [
  [
    'negotiation-body',
    'HTML called Markdown',
    (site) =>
      site.change((reply) => {
        if (/markdown/.test(reply.headers['content-type'] ?? '')) reply.body = '<!doctype html><p>No.</p>';
      }, '/'),
  ],
  [
    'negotiation-html',
    'a converter that leaves the frame of the theme',
    (site) =>
      site.change((reply) => {
        if (!/markdown/.test(reply.headers['content-type'] ?? '')) return;
        reply.body = String(reply.body).replace('\n# ', '\n<nav class="menu">\n\n# ');
      }, '/'),
  ],
  misread('negotiation-agents', 'a terminal agent gets HTML', /text\/x-markdown;q=0.9/, 'html'),
  misread(
    'negotiation-browsers',
    'Firefox gets Markdown',
    /^text\/html,application\/xhtml\+xml,application\/xml;q=0\.9,\*\/\*;q=0\.8$/,
    'markdown',
  ),
  misread('negotiation-weights', 'weights are not read', /text\/html, text\/markdown;q=0\.9/, 'markdown'),
  misread('negotiation-refusals', 'a refusal is taken for a wish', /text\/markdown;q=0\.000/, 'markdown'),
  misread('negotiation-wildcards', 'a wildcard gives Markdown', /^text\/\*$/, 'markdown'),
  misread('negotiation-syntax', 'types are compared with their case', /^TEXT\/MARKDOWN$/, 'html'),
  [
    'negotiation-others',
    'an error for who accepts neither',
    (site) =>
      site.change((reply, { headers }) => {
        if (headers.accept === 'application/pdf') reply.status = 500;
      }, '/'),
  ],
  [
    'negotiation-vary-html',
    'HTML without Vary: Accept',
    (site) =>
      site.change((reply) => {
        if (/html/.test(reply.headers['content-type'] ?? '')) reply.headers.vary = 'Accept-Encoding';
      }, '/'),
  ],
  [
    'negotiation-vary-markdown',
    'Markdown without Vary: Accept',
    (site) =>
      onMarkdown(site, '/', (headers) => {
        headers.vary = 'Accept-Encoding';
      }),
  ],
  [
    'negotiation-etag',
    'one ETag for both forms',
    (site) =>
      site.change((reply, { headers }) => {
        reply.headers.etag = headers['accept-encoding'] === 'identity' ? '"plain"' : '"both"';
      }, '/'),
  ],
  [
    'negotiation-304',
    'the ETag of Markdown gives 304 to browsers',
    (site) =>
      site.change((reply, { headers }) => {
        if (headers['if-none-match'] && /html/.test(headers.accept ?? ''))
          reply.headers.etag = headers['if-none-match'];
      }, '/'),
  ],
  [
    'negotiation-head',
    'HEAD is not negotiated',
    (site) =>
      site.change((reply, { method }) => {
        if (method === 'HEAD') reply.headers['content-type'] = 'text/html; charset=utf-8';
      }, '/'),
  ],
  [
    'negotiation-cache',
    'a cache keeps the first form',
    (site) =>
      site.change((reply, { query }) => {
        if (!query.has('agentsite-doctor')) return;
        reply.headers['content-type'] = 'text/markdown; charset=utf-8';
      }, '/'),
  ],
  [
    'negotiation-same-text',
    'a proxy that converts the HTML',
    (site) =>
      site.change((reply) => {
        if (!/markdown/.test(reply.headers['content-type'] ?? '')) return;
        reply.body = String(reply.body).replace(/^---[\s\S]*?\n---\n/, '');
        reply.headers['x-markdown-tokens'] = '120';
      }, '/'),
  ],
  [
    'negotiation-same-text',
    'another text by Accept',
    (site) =>
      site.change((reply) => {
        if (/markdown/.test(reply.headers['content-type'] ?? '')) reply.body = `${reply.body}\nMore.\n`;
      }, '/'),
  ],
  [
    'negotiation-content-location',
    'no Content-Location',
    (site) => site.header('/', 'content-location', null),
  ],

  [
    'twin-there',
    'a twin that was never written',
    (site) =>
      site.change((reply, { headers }) => {
        if (!/markdown/.test(headers.accept ?? ''))
          reply.body = String(reply.body).replace('/notes/second.md', '/notes/2.md');
      }, '/notes/second/'),
  ],
  [
    'twin-type',
    'sent as text/plain',
    (site) => site.header(about, 'content-type', 'text/plain; charset=utf-8'),
  ],
  [
    'twin-type',
    'sent for download',
    (site) => site.header(about, 'content-type', 'application/octet-stream'),
  ],
  ['twin-charset', 'no charset', (site) => site.header(about, 'content-type', 'text/markdown')],
  ['twin-utf8', 'a byte order mark', (site) => site.edit(about, (text) => `\ufeff${text}`)],
  [
    'twin-html',
    'a div of the theme',
    (site) => site.edit(about, (text) => text.replace('## More', '<div class="card">\n\n## More')),
  ],
  [
    'twin-components',
    'an import of MDX',
    (site) =>
      site.edit(about, (text) => text.replace('# About', "import Card from './card.astro'\n\n# About")),
  ],
  [
    'twin-components',
    'a component',
    (site) => site.edit(about, (text) => text.replace('## More', '<Card />\n\n## More')),
  ],
  ['twin-fences', 'a fence without an end', (site) => site.edit(about, (text) => `${text}\n~~~js\nlet a;\n`)],
  [
    'twin-front-matter',
    'a colon that is not quoted',
    (site) => site.edit(about, (text) => text.replace('title: "About"', 'title: About: this')),
  ],
  [
    'twin-front-matter',
    'HTML in the title',
    (site) => site.edit(about, (text) => text.replace('title: "About"', 'title: "<em>About</em>"')),
  ],
  [
    'twin-heading',
    'the title twice',
    (site) => site.edit(about, (text) => text.replace('# About', '# About\n\n# About')),
  ],
  ['twin-heading', 'no title', (site) => site.edit(about, (text) => text.replace('# About', 'About'))],
  [
    'twin-links',
    'a relative link',
    (site) => site.edit(about, (text) => text.replace(`](${site.origin}/about/#more)`, '](../about/#more)')),
  ],
  [
    'twin-words',
    'a paragraph is lost',
    (site) =>
      site.edit('/notes/first/', (text) =>
        text.replace(
          '</main>',
          '<p>Bees visit yellow flowers before noon, while moths prefer white blossoms after dusk.</p></main>',
        ),
      ),
  ],
  ['twin-size', '60,000 characters', (site) => site.edit(about, (text) => `${text}\n${wordsOf(4_000)}\n`)],
  [
    'twin-canonical',
    'neither canonical nor noindex',
    (site) => {
      site.header(about, 'link', null);
      site.header(about, 'x-robots-tag', null);
    },
  ],
  [
    'twin-canonical-target',
    'canonical of another page',
    (site) => site.header(about, 'link', `<${site.origin}/>; rel="canonical"`),
  ],
  [
    'twin-advertised',
    'pages do not name their twins',
    (site) => {
      for (const path of ['/', '/about/', '/notes/first/', '/notes/second/'])
        site.edit(path, (text) => text.replace(/<link rel="alternate" type="text\/markdown"[^>]*>/, ''));
    },
  ],
  [
    'twin-of-each',
    'a page without a twin',
    (site) => {
      site.edit('/about/', (text) => text.replace(/<link rel="alternate" type="text\/markdown"[^>]*>/, ''));
    },
  ],
  [
    'twin-not-found',
    'some twin for every name',
    (site) =>
      site.change((reply) => {
        reply.status = 200;
      }, '/agentsite-doctor-asks-for-a-page-that-is-not-there.md'),
  ],

  ['llms-type', 'sent as octets', (site) => site.header(llms, 'content-type', 'application/octet-stream')],
  ['llms-type', 'a page instead', (site) => site.edit(llms, () => '<!doctype html><title>Notes</title>')],
  ['llms-charset', 'no charset', (site) => site.header(llms, 'content-type', 'text/plain')],
  ['llms-utf8', 'a byte order mark', (site) => site.edit(llms, (text) => `\ufeff${text}`)],
  [
    'llms-title',
    'no title',
    (site) => site.edit(llms, (text) => text.replace('# Field notes', 'Field notes')),
  ],
  ['llms-summary', 'no summary', (site) => site.edit(llms, (text) => text.replace('> ', ''))],
  ['llms-sections', 'no sections', (site) => site.edit(llms, (text) => text.replace('## Pages', 'Pages'))],
  [
    'llms-has-links',
    'no links',
    (site) => site.edit(llms, (text) => text.replace(/\[(\w+(?: \w+)?)\]\([^)]*\)/g, '$1')),
  ],
  ['llms-size', '60,000 characters', (site) => site.edit(llms, (text) => `${text}\n${wordsOf(4_000)}\n`)],
  [
    'llms-absolute',
    'relative links',
    (site) => site.edit(llms, (text) => text.replaceAll(`](${site.origin}/`, '](/')),
  ],
  [
    'llms-host',
    'a page at a preview',
    (site) =>
      site.edit(llms, (text) => `${text}- [About, again](https://preview.example.net/about.md): old\n`),
  ],
  [
    'llms-links',
    'a link to what is not there',
    (site) => site.edit(llms, (text) => `${text}- [Old](${site.origin}/old.md): gone\n`),
  ],
  [
    'llms-markdown',
    'links to pages',
    (site) => site.edit(llms, (text) => text.replaceAll('.md)', '/)').replace('/index/)', '/)')),
  ],
  [
    'llms-duplicates',
    'a page twice',
    (site) => site.edit(llms, (text) => `${text}- [Again](${site.origin}/about.md)\n`),
  ],
  [
    'llms-coverage',
    'half of the pages',
    (site) => site.edit(llms, (text) => text.replace(/- \[(?:First|Second)\].*\n/g, '')),
  ],
  ['llms-advertised', 'nobody points to it', (site) => site.header('/', 'link', null)],
  [
    'llms-directive',
    'no sentence in the body',
    (site) => site.edit('/about/', (text) => text.replace(/<p>Programs find.*<\/p>/, '')),
  ],
  [
    'llms-directive-twin',
    'no line in a twin',
    (site) => site.edit(about, (text) => text.replace(/The whole site.*\n\n/, '')),
  ],
  [
    'llms-full-type',
    'sent as octets',
    (site) => site.header('/llms-full.txt', 'content-type', 'application/octet-stream'),
  ],
  [
    'llms-full-html',
    'a div of the theme',
    (site) => site.edit('/llms-full.txt', (text) => `${text}\n<div class="footer">The end</div>\n`),
  ],
  [
    'llms-full-links',
    'a relative link',
    (site) => site.edit('/llms-full.txt', (text) => `${text}\nSee [about](/about/).\n`),
  ],
];
