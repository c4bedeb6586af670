import { inDays } from '../healthy-documents.ts';
import type { Asked, HealthySite, Reply, Text } from '../healthy-site.ts';
import type { PlantedFault } from './fault.ts';

const edit = (
  rule: string,
  name: string,
  path: string,
  change: (text: string, site: HealthySite) => string,
): PlantedFault => [rule, name, (site) => site.edit(path, (text) => change(text, site))];
/** Changes answers at a path to what matches: the query of a GET, or the body of a POST. */
const on = (
  rule: string,
  name: string,
  path: string,
  matches: RegExp,
  change: (reply: Reply, asked: Asked) => void,
): PlantedFault => [
  rule,
  name,
  (site) =>
    site.change((reply, asked) => {
      const text = asked.method === 'POST' ? asked.body : `${asked.method} ${asked.query}`;
      if (matches.test(text)) change(reply, asked);
    }, path),
];
const status = (code: number) => (reply: Reply) => {
  reply.status = code;
};
const inBody = (from: string | RegExp, to: string) => (reply: Reply) => {
  reply.body = String(reply.body).replace(from, to);
};

const catalog = '/.well-known/api-catalog';
const skills = '/.well-known/agent-skills/index.json';
const skill = '/.well-known/agent-skills/read/SKILL.md';
const ai = '/.well-known/ard.json';
const security = '/.well-known/security.txt';
const card = '/.well-known/mcp.json';
const posts = '/wp-json/wp/v2/posts';
const users = '/wp-json/wp/v2/users';
const both = (site: HealthySite, change: (text: string) => string) => {
  for (const path of ['/openapi.json', '/.well-known/openapi.json']) site.edit(path, change);
};
const inOpenapi = (rule: string, name: string, from: string | RegExp, to: string): PlantedFault => [
  rule,
  name,
  (site) => both(site, (text) => text.replace(from, to)),
];
const plain = /^GET $/;

export const interfaceFaults: readonly PlantedFault[] = [
  [
    'well-known-json',
    'a page instead of JSON',
    (site) => {
      site.documents.set(ai, { type: 'text/html; charset=utf-8', text: '<!doctype html><title>App</title>' });
    },
  ],
  [
    'well-known-cors',
    'closed to browsers',
    (site) => site.header(skills, 'access-control-allow-origin', null),
  ],
  ['api-catalog-type', 'sent as JSON', (site) => site.header(catalog, 'content-type', 'application/json')],
  edit('api-catalog-shape', 'links with rel and href', catalog, (_, { origin }) =>
    JSON.stringify({
      linkset: [{ anchor: `${origin}/`, links: [{ rel: 'service-desc', href: `${origin}/openapi.json` }] }],
    }),
  ),
  edit('api-catalog-absolute', 'a relative anchor', catalog, (text, { origin }) =>
    text.replace(`"anchor": "${origin}/wp-json/"`, '"anchor": "/wp-json/"'),
  ),
  edit('api-catalog-relations', 'an invented relation', catalog, (text) =>
    text.replace('"service-doc"', '"documentation"'),
  ),
  edit('api-catalog-targets', 'a document that is gone', catalog, (text) =>
    text.replace('/auth.md', '/help.md'),
  ),
  ['api-catalog-head', 'HEAD without the link', (site) => site.header(catalog, 'link', null)],
  edit('skills-schema', 'no schema', skills, (text) => text.replace(/ {2}"\$schema".*\n/, '')),
  edit('skills-entries', 'a category as the type', skills, (text) => text.replace('"skill-md"', '"reading"')),
  edit('skills-there', 'a skill that is gone', skills, (text) =>
    text.replace('/read/SKILL.md', '/old/SKILL.md'),
  ),
  edit('skills-digest', 'a file that changed since', skill, (text) => `${text}\nMore.\n`),
  [
    'skills-text',
    'another description',
    (site) => site.edit(skills, (text) => text.replace('How to read', 'How to write')),
  ],
  edit('ai-catalog-shape', 'no version', ai, (text) => text.replace(/ {2}"specVersion".*\n/, '')),
  edit('ai-catalog-entries', 'an identifier of its own form', ai, (text) =>
    text.replace('urn:air:', 'urn:ai:'),
  ),
  edit('ai-catalog-queries', 'one query', ai, (text) => text.replace(/,\s*"read a note"/, '')),
  edit('ai-catalog-targets', 'a card that is gone', ai, (text) =>
    text.replace('/.well-known/mcp.json', '/card.json'),
  ),
  [
    'ard-there',
    'only at the older address',
    ({ documents }) => {
      documents.set('/.well-known/ai-catalog.json', documents.get(ai) as Text);
      documents.delete(ai);
    },
  ],
  [
    'ard-there',
    'another text at the older address',
    ({ documents }) => {
      const { type, text } = documents.get(ai) as Text;
      documents.set('/.well-known/ai-catalog.json', {
        type,
        text: text.replace('Reads the notes', 'Read notes'),
      });
    },
  ],
  on('mcp-skills', 'no list of skills', '/mcp', /skills\/list/, (reply) => {
    reply.body = '{"jsonrpc":"2.0","id":20,"error":{"code":-32601,"message":"No."}}';
  }),
  on(
    'mcp-skills',
    'other bytes than those of the digest',
    '/mcp',
    /resources\/read/,
    inBody('Take llms.txt', 'Take it'),
  ),
  on('mcp-skills', 'a skill without digests', '/mcp', /skills\/list/, inBody(/"digest":"[^"]*",/, '')),
  edit('auth-md', 'another title', '/auth.md', (text) =>
    text.replace('# auth.md: no authentication', '# Keys'),
  ),
  ['security-txt-type', 'no charset', (site) => site.header(security, 'content-type', 'text/plain')],
  edit('security-txt-contact', 'an address that is no URI', security, (text) => text.replace('mailto:', '')),
  edit('security-txt-expires', 'no date', security, (text) => text.replace(/Expires.*\n/, '')),
  edit('security-txt-valid', 'it expired', security, (text) =>
    text.replace(/Expires.*/, 'Expires: 2025-01-01T00:00:00Z'),
  ),
  edit('security-txt-far', 'it expires in ten years', security, (text) =>
    text.replace(/Expires.*/, `Expires: ${inDays(3650)}`),
  ),
  edit('security-txt-canonical', 'the address of another site', security, (text) =>
    text.replace(/Canonical.*/, 'Canonical: https://other.example.org/.well-known/security.txt'),
  ),
  edit(
    'security-txt-languages',
    'languages twice',
    security,
    (text) => `${text}Preferred-Languages: en\nPreferred-Languages: de\n`,
  ),

  inOpenapi('openapi-version', 'no version of the interface', '"version": "1.0.0"', '"release": "1.0.0"'),
  inOpenapi(
    'openapi-references',
    'a component that is not there',
    '#/components/schemas/Post"\n                  }\n                }',
    '#/components/schemas/Posts"\n                  }\n                }',
  ),
  inOpenapi('openapi-operations', 'one id twice', '"readPost"', '"listPosts"'),
  inOpenapi('openapi-parameters', 'a parameter that is not described', '"name": "id"', '"name": "number"'),
  inOpenapi('openapi-servers', 'no servers', /"servers": \[[^\]]*\]/, '"servers": []'),
  edit('openapi-copies', 'an older copy', '/.well-known/openapi.json', (text) =>
    text.replace('"1.0.0"', '"0.9.0"'),
  ),
  inOpenapi(
    'openapi-status',
    'a route that does not exist',
    '"/wp-json/wp/v2/posts": ',
    '"/wp-json/wp/v2/notes": ',
  ),
  inOpenapi('openapi-type', 'another type', /(listPosts[\s\S]*?)"application\/json"/, '$1"application/xml"'),
  inOpenapi('openapi-body', 'a member of another type', '"type": "string"', '"type": "integer"'),

  [
    'wp-discovery',
    'pages do not say where',
    (site) => site.edit('/', (text) => text.replace(/<link rel="https:\/\/api[^>]*>/, '')),
  ],
  [
    'wp-type',
    'sent as text',
    (site) => {
      both(site, (text) => text.replaceAll('/wp/v2/posts', '/wp/v2/pages'));
      site.header(posts, 'content-type', 'text/plain');
    },
  ],
  on('wp-totals', 'no totals', posts, plain, (reply) => {
    delete reply.headers['x-wp-total'];
  }),
  on('wp-paging', 'no link to the next page', posts, /per_page=1$/, (reply) => {
    delete reply.headers.link;
  }),
  on('wp-page-past-end', 'an empty page', posts, /page=99999/, (reply) =>
    Object.assign(reply, { status: 200, body: '[]' }),
  ),
  on('wp-per-page', 'any number', posts, /per_page=101/, (reply) =>
    Object.assign(reply, { status: 200, body: '[]' }),
  ),
  on(
    'wp-unknown-id',
    'another code',
    '/wp-json/wp/v2/posts/2147483646',
    plain,
    inBody('rest_post_invalid_id', 'not_found'),
  ),
  on('wp-unknown-route', 'a page', '/wp-json/wp/v2/agentsite-doctor', plain, (reply) =>
    Object.assign(reply, { status: 404, body: '<p>No</p>' }),
  ),
  on('wp-drafts', 'drafts for everybody', posts, /status=draft/, (reply) =>
    Object.assign(reply, { status: 200, body: '[{"id":9,"status":"draft"}]' }),
  ),
  on('wp-unpublished', 'a private item', '/wp-json/wp/v2/pages', plain, inBody('"publish"', '"private"')),
  on(
    'wp-unpublished',
    'an item of next year',
    '/wp-json/wp/v2/pages',
    plain,
    inBody(/"date_gmt":"[^"]*"/, `"date_gmt":"${inDays(300).slice(0, 19)}"`),
  ),
  on(
    'wp-protected',
    'the text of a protected item',
    posts,
    plain,
    inBody('"protected":false', '"protected":true'),
  ),
  on('wp-context', 'raw content', posts, /context=edit/, (reply) =>
    Object.assign(reply, { status: 200, body: '[{"title":{"raw":"x"}}]' }),
  ),
  on('wp-users', 'e-mail addresses', users, plain, inBody('"slug"', '"email":"a@example.org","slug"')),
  on(
    'wp-gravatar',
    'digests of e-mail addresses',
    users,
    plain,
    inBody(
      '"avatar_urls":{}',
      '"avatar_urls":{"24":"https://secure.gravatar.com/avatar/0123456789abcdef0123456789abcdef?s=24"}',
    ),
  ),
  on(
    'wp-links',
    'the address of another host',
    posts,
    plain,
    inBody(/"link":"[^"]*"/, '"link":"https://staging.example.org/notes/second/"'),
  ),
  on('wp-order', 'oldest first', posts, plain, inBody(/("slug":"second".*?"date":")2026/, '$12025')),

  edit('mcp-card-shape', 'no version', card, (text) =>
    text.replaceAll('"version": "1.0.0"', '"release": "1.0.0"'),
  ),
  edit('mcp-card-description', 'a long description', card, (text) =>
    text.replace('"description": "Reads the notes."', `"description": "${'Reads the notes. '.repeat(9)}"`),
  ),
  on(
    'mcp-initialize',
    'no name of the server',
    '/mcp',
    /"initialize"/,
    inBody('"name":"notes"', '"title":"notes"'),
  ),
  on(
    'mcp-version',
    'every revision is fine',
    '/mcp',
    /1999-01-01/,
    inBody(/"protocolVersion":"[^"]*"/, '"protocolVersion":"1999-01-01"'),
  ),
  on('mcp-notification', 'a body for a notification', '/mcp', /notifications/, (reply) =>
    Object.assign(reply, { status: 200, body: '{}' }),
  ),
  on(
    'mcp-unknown-method',
    'another code',
    '/mcp',
    /"id":4,"method":"agentsite\/doctor"}/,
    inBody('-32601', '-32000'),
  ),
  on(
    'mcp-error-status',
    'an error ends the session',
    '/mcp',
    /"id":4,"method":"agentsite\/doctor"}/,
    status(404),
  ),
  on('mcp-unknown-tool', 'the server breaks', '/mcp', /no_such_tool/, (reply) =>
    Object.assign(reply, { status: 500, body: 'Error' }),
  ),
  on('mcp-broken-json', 'the server breaks', '/mcp', /^\{"jsonrpc":$/, status(500)),
  on('mcp-get', 'a 404 for GET', '/mcp', plain, status(404)),
  on('mcp-plain-accept', '406 for JSON', '/mcp', /"id":6/, status(406)),
  [
    'mcp-host',
    'every host is fine',
    (site) =>
      site.change((reply, { headers }) => {
        if (headers.host === 'agentsite-doctor.invalid')
          Object.assign(reply, { status: 200, body: '{"jsonrpc":"2.0","id":7,"result":{}}' });
      }, '/mcp'),
  ],
  on(
    'mcp-origin',
    'a tool that writes, for every page',
    '/mcp',
    /tools\/list/,
    inBody('"readOnlyHint":true', '"readOnlyHint":false'),
  ),
  on(
    'mcp-lists',
    'prompts that cannot be listed',
    '/mcp',
    /"initialize"/,
    inBody('"capabilities":{', '"capabilities":{"prompts":{},'),
  ),
  on(
    'mcp-tools',
    'a tool without a description',
    '/mcp',
    /tools\/list/,
    inBody('"description":"Finds notes.",', ''),
  ),
  on('mcp-annotations', 'no word on reading only', '/mcp', /tools\/list/, inBody('"readOnlyHint":true,', '')),
  edit('mcp-card-tools', 'a tool that is not there', card, (text) =>
    text.replace('"name": "search"', '"name": "find"'),
  ),
  on('mcp-modern-results', 'no time to live', '/mcp', /"server\/discover"/, inBody('"ttlMs":300000,', '')),
  on('mcp-modern-header', 'headers are not compared', '/mcp', /"id":3,"method":"tools\/list"/, status(200)),
  on('mcp-modern-method', '200 for an unknown method', '/mcp', /"agentsite\/doctor","params"/, status(200)),

  on('contact-token', 'no token', '/wp-json/site/v1/contact', plain, inBody('submit_token":', 'token":')),
  on(
    'contact-fresh',
    'one token for all',
    '/wp-json/site/v1/contact',
    plain,
    inBody(/token-\d+-/, 'token-0-'),
  ),
  on('contact-cache', 'a cache may keep it', '/wp-json/site/v1/contact', plain, (reply) => {
    reply.headers['cache-control'] = 'max-age=60';
  }),
  on('contact-rules', 'no schema', '/wp-json/site/v1/contact', plain, inBody('"properties"', '"fields"')),
  on('contact-cors', 'open to all pages', '/wp-json/site/v1/contact', plain, (reply) => {
    reply.headers['access-control-allow-origin'] = '*';
  }),
];
