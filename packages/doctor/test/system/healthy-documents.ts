import { createHash } from 'node:crypto';
import type { Text } from './healthy-site.ts';

/** The files of the healthy site, by their paths. */
export function listDocuments(origin: string): Map<string, Text> {
  const documents = new Map<string, Text>();
  const add = (path: string, type: string, text: string, headers: Record<string, string> = {}) =>
    documents.set(path, { type, text, headers });
  for (const page of pages) {
    documents.set(page.path, {
      type: 'text/html; charset=utf-8',
      text: renderPage(page, origin),
      twin: page.twin,
      headers: { 'accept-ranges': 'bytes' },
    });
    add(page.twin, 'text/markdown; charset=utf-8', renderTwin(page, origin), {
      link: `<${origin}${page.path}>; rel="canonical"`,
      'x-robots-tag': 'noindex',
    });
  }
  const text = 'text/plain; charset=utf-8';
  const list = pages.map(({ title, twin, about }) => `- [${title}](${origin}${twin}): ${about}`).join('\n');
  add('/llms.txt', text, `# Field notes\n\n> Notes on machines that read.\n\n## Pages\n\n${list}\n`);
  add('/llms-full.txt', text, pages.map((page) => renderTwin(page, origin)).join('\n---\n\n'));
  add('/robots.txt', text, robots(origin));
  add('/sitemap.xml', 'application/xml; charset=utf-8', sitemap(origin));
  add('/feed.xml', 'application/rss+xml; charset=utf-8', rss(origin));
  add('/atom.xml', 'application/atom+xml; charset=utf-8', atom(origin));
  add('/feed.json', 'application/feed+json; charset=utf-8', jsonFeed(origin));
  add('/style.css', 'text/css; charset=utf-8', 'body { color: black }\n');
  add('/image.png', 'image/png', 'not checked');
  add(
    '/auth.md',
    'text/markdown; charset=utf-8',
    `# auth.md: no authentication\n\nFor agents. No key is needed, and there is nothing to register. See ${origin}/llms.txt.\n`,
  );
  add(
    '/.well-known/security.txt',
    text,
    `Contact: mailto:security@example.org\nExpires: ${inDays(200)}\nCanonical: ${origin}/.well-known/security.txt\n`,
  );
  const json = 'application/json; charset=utf-8';
  add(
    '/.well-known/api-catalog',
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    toJson(apiCatalog(origin)),
  );
  add('/.well-known/agent-skills/index.json', json, toJson(skills(origin)));
  add('/.well-known/agent-skills/read/SKILL.md', 'text/markdown; charset=utf-8', skill);
  add('/.well-known/ard.json', 'application/ai-catalog+json', toJson(aiCatalog(origin)));
  add('/.well-known/mcp.json', json, toJson(card(origin)));
  const description = toJson(openapi(origin));
  add('/openapi.json', json, description);
  add('/.well-known/openapi.json', json, description);
  return documents;
}

interface PageText {
  readonly path: string;
  readonly twin: string;
  readonly title: string;
  readonly about: string;
  readonly words: string;
}

const words =
  'A page is one address with two forms, one for people and one for programs. The form for programs has the same words and none of the theme, so that a reader which pays for each word pays for few of them. ';
const pages: readonly PageText[] = [
  {
    path: '/',
    twin: '/index.md',
    title: 'Field notes',
    about: 'The first page.',
    words: `Notes on machines that read. ${words}`,
  },
  {
    path: '/about/',
    twin: '/about.md',
    title: 'About',
    about: 'What this is.',
    words: `This is about the notes. ${words}`,
  },
  {
    path: '/notes/first/',
    twin: '/notes/first.md',
    title: 'First',
    about: 'How it began.',
    words: `It began with one note. ${words}`,
  },
  {
    path: '/notes/second/',
    twin: '/notes/second.md',
    title: 'Second',
    about: 'How it went on.',
    words: `It went on with a second. ${words}`,
  },
];

export const noteDate = '2026-01-02T10:00:00Z';

function renderPage({ path, twin, title, about, words: text }: PageText, origin: string): string {
  const links = pages.map((page) => `<a href="${page.path}">${page.title}</a>`).join(' ');
  const url = origin + path;
  const data = { '@context': 'https://schema.org', '@type': 'WebPage', '@id': url, url, name: title };
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title} · notes</title>
<meta name="viewport" content="width=device-width">
<meta name="description" content="${about} Said in one sentence.">
<link rel="canonical" href="${url}">
<link rel="alternate" hreflang="en" href="${url}">
<link rel="alternate" type="text/markdown" href="${origin}${twin}">
<link rel="alternate" type="application/rss+xml" title="RSS" href="${origin}/feed.xml">
<link rel="alternate" type="application/atom+xml" title="Atom" href="${origin}/atom.xml">
<link rel="alternate" type="application/feed+json" title="JSON Feed" href="${origin}/feed.json">
<link rel="https://api.w.org/" href="${origin}/wp-json/">
<meta property="og:image" content="${origin}/image.png">
<link rel="stylesheet" href="/style.css">
<script type="application/ld+json">${JSON.stringify(data)}</script>
</head><body>
<p>Programs find every page of these notes in <a href="/llms.txt">llms.txt</a>.</p>
<nav>${links}</nav>
<main><h1>${title}</h1><p>${text}</p><p>${words}</p><p>${words}</p><img src="/image.png" alt="An image">
<h2 id="more">More</h2><p>See <a href="/about/#more">what this is about</a>, and the rest of the notes.</p></main>
<form toolname="search" tooldescription="Searches the notes" action="/"><label>Find <input name="q" toolparamdescription="what to find"></label><button>Search</button></form>
</body></html>
`;
}

function renderTwin({ path, title, about, words: text }: PageText, origin: string): string {
  return `---
title: "${title}"
description: "${about}"
url: "${origin}${path}"
---

The whole site is listed in ${origin}/llms.txt.

# ${title}

${text.trim()}

${words.trim()}

![An image](${origin}/image.png)

\`\`\`html
<div>an example</div>
\`\`\`

## More

See [what this is about](${origin}/about/#more), and the rest of the notes.
`;
}

function robots(origin: string): string {
  const rules = 'Content-Signal: search=yes, ai-input=yes, ai-train=no\nDisallow: /private/\n';
  return `User-agent: *\n${rules}\nUser-agent: GPTBot\nUser-agent: ClaudeBot\n${rules}\nSitemap: ${origin}/sitemap.xml\n`;
}

function sitemap(origin: string): string {
  const urls = pages.map(({ path }) => `<url><loc>${origin}${path}</loc><lastmod>2026-01-02</lastmod></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

function rss(origin: string): string {
  const items = notes.map(
    ({ title, path }) =>
      `<item><title>${title}</title><link>${origin}${path}</link><guid>${origin}${path}</guid><pubDate>Fri, 02 Jan 2026 10:00:00 GMT</pubDate><description>&lt;p&gt;See &lt;a href="${origin}/about/"&gt;about&lt;/a&gt;. Never &lt;code&gt;&amp;lt;img src="photo.jpg"&amp;gt;&lt;/code&gt;.&lt;/p&gt;</description></item>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Field notes</title><link>${origin}/</link><description>Notes</description><atom:link rel="self" type="application/rss+xml" href="${origin}/feed.xml"/>${items.join('')}</channel></rss>\n`;
}

const notes = pages.filter(({ path }) => path.startsWith('/notes/'));

function atom(origin: string): string {
  const entries = notes.map(
    ({ title, path }) =>
      `<entry><id>${origin}${path}</id><title>${title}</title><updated>${noteDate}</updated><link href="${origin}${path}"/></entry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${origin}/</id><title>Field notes</title><updated>${noteDate}</updated><author><name>The owner</name></author><link rel="self" href="${origin}/atom.xml"/>${entries.join('')}</feed>\n`;
}

function jsonFeed(origin: string): string {
  const items = notes.map(({ title, path }) => ({
    id: origin + path,
    url: origin + path,
    title,
    content_text: title,
    date_published: noteDate,
  }));
  return toJson({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Field notes',
    home_page_url: `${origin}/`,
    feed_url: `${origin}/feed.json`,
    items,
  });
}

function apiCatalog(origin: string) {
  return {
    linkset: [
      {
        anchor: `${origin}/.well-known/api-catalog`,
        item: [{ href: `${origin}/wp-json/`, type: 'application/json' }],
      },
      {
        anchor: `${origin}/wp-json/`,
        'service-desc': [{ href: `${origin}/openapi.json`, type: 'application/json' }],
        'service-doc': [{ href: `${origin}/auth.md`, type: 'text/markdown' }],
      },
    ],
  };
}

const skillAbout = 'How to read these notes; for questions about machines that read.';
export const skill = `---\nname: read\ndescription: ${skillAbout}\n---\n\n# Read\n\nTake llms.txt.\n`;

function skills(origin: string) {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: 'read',
        type: 'skill-md',
        description: skillAbout,
        url: `${origin}/.well-known/agent-skills/read/SKILL.md`,
        digest: `sha256:${createHash('sha256').update(skill).digest('hex')}`,
      },
    ],
  };
}

function aiCatalog(origin: string) {
  return {
    specVersion: '1.0',
    host: { displayName: 'Field notes', identifier: origin },
    entries: [
      {
        identifier: 'urn:air:example.org:mcp-server',
        displayName: 'MCP server',
        type: 'application/mcp-server-card+json',
        url: `${origin}/.well-known/mcp.json`,
        description: 'Reads the notes.',
        representativeQueries: ['find a note', 'read a note'],
      },
    ],
  };
}

export const mcpSkill = {
  uri: 'skill://read/SKILL.md',
  frontmatter: { name: 'read', description: skillAbout },
  resources: [
    {
      uri: 'skill://read/SKILL.md',
      digest: `sha256:${createHash('sha256').update(skill).digest('hex')}`,
      size: skill.length,
    },
  ],
};

export const tools = [
  {
    name: 'search',
    title: 'Search',
    description: 'Finds notes.',
    inputSchema: {
      type: 'object',
      properties: { query: { type: 'string' } },
      required: ['query'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
];

function card(origin: string) {
  return {
    name: 'org.example/notes',
    version: '1.0.0',
    description: 'Reads the notes.',
    serverInfo: { name: 'notes', version: '1.0.0' },
    endpoint: `${origin}/mcp`,
    remotes: [{ type: 'streamable-http', url: `${origin}/mcp` }],
    transport: { type: 'streamable-http', endpoint: `${origin}/mcp` },
    supportedProtocolVersions: ['2026-07-28', '2025-11-25'],
    capabilities: { tools: {} },
    tools,
  };
}

function openapi(origin: string) {
  const error = { description: 'An error', content: { 'application/json': { schema: { type: 'object' } } } };
  const post = {
    type: 'object',
    required: ['id', 'slug'],
    properties: { id: { type: 'integer' }, slug: { type: 'string' } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Field notes', version: '1.0.0' },
    servers: [{ url: origin }],
    paths: {
      '/wp-json/wp/v2/posts': {
        get: {
          operationId: 'listPosts',
          responses: {
            200: {
              description: 'Posts',
              content: {
                'application/json': {
                  schema: { type: 'array', items: { $ref: '#/components/schemas/Post' } },
                },
              },
            },
            default: error,
          },
        },
      },
      '/wp-json/wp/v2/posts/{id}': {
        get: {
          operationId: 'readPost',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: {
            200: {
              description: 'A post',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Post' } } },
            },
            default: error,
          },
        },
      },
    },
    components: { schemas: { Post: post } },
  };
}

export function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

function toJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
