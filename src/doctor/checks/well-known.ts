import { readContentType, readLinkHeader } from '../documents/headers.ts';
import { asList, asObject, asText, isObject, type Json, type JsonObject } from '../documents/json-value.ts';
import { isKnownRelation } from '../documents/link-relations.ts';
import { readMarkdown } from '../documents/markdown-text.ts';
import { describeStatus, wasSkipped } from '../http/answer.ts';
import { type Found, looksLikeHtml, type Visit } from '../visit/visit.ts';
import { type Check, checksOf, type Fault, faultIf } from './check.ts';

/** Documents at fixed addresses: the API catalog, skills, the AI catalog, security.txt, auth.md. */

interface JsonDocument {
  readonly found: Found;
  readonly value: Json;
}

/** A document that is JSON; that it is not, is one finding of its own. */
const at = (path: string) => async (visit: Visit) => {
  const document = await visit.json(path);
  return document && document.value !== null ? document : null;
};

/** Targets that are asked for, of each document. */
const followed = 8;

async function findGone(hrefs: readonly string[], from: string, visit: Visit): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const href of new Set(hrefs)) {
    if (faults.length >= followed) break;
    const answer = await visit.follow(href, from);
    if (answer && (answer.failure || [404, 410].includes(answer.status) || answer.status >= 500))
      faults.push([answer.url, `${describeStatus(answer)}, named in ${from}`]);
  }
  return faults;
}

const isAbsolute = (href: string) => /^https?:\/\//i.test(href) && URL.canParse(href);

function linksets({ value }: JsonDocument): JsonObject[] {
  return asList(asObject(value).linkset).map(asObject);
}

function targetsOf(linkset: JsonObject): JsonObject[] {
  return Object.entries(linkset)
    .filter(([name]) => name !== 'anchor')
    .flatMap(([, targets]) => asList(targets).map(asObject));
}

const isLinkset = ({ value }: JsonDocument): boolean => {
  const entries = asObject(value).linkset;
  const isRight = (entry: Json) =>
    isObject(entry) &&
    entry.links === undefined &&
    targetsOf(entry).length > 0 &&
    targetsOf(entry).every(({ href }) => typeof href === 'string');
  return Array.isArray(entries) && entries.length > 0 && asList(entries).every(isRight);
};

const apiCatalog: readonly Check[] = checksOf(
  'well-known',
  '/.well-known/api-catalog',
  at('/.well-known/api-catalog'),
  [
    {
      id: 'api-catalog-type',
      severity: 'error',
      title: 'The API catalog is sent as application/linkset+json',
      source: 'RFC 9727, 4.2; RFC 9264, 6',
      fix: 'Content-Type: application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
      wrong: ({ found }) => {
        const { type } = readContentType(found.answer.headers['content-type']);
        return type !== 'application/linkset+json' && `Content-Type: ${type || 'none'}`;
      },
    },
    {
      id: 'api-catalog-shape',
      severity: 'error',
      title: 'The API catalog is a linkset: relations are the names of lists of targets',
      source: 'RFC 9264, 4.2',
      fix: '{"linkset":[{"anchor":"https://example.org/api/","service-desc":[{"href":"https://example.org/openapi.json"}]}]}',
      wrong: (document) =>
        !isLinkset(document) && document.found.answer.text.replace(/\s+/g, ' ').slice(0, 100),
    },
    {
      id: 'api-catalog-absolute',
      severity: 'warning',
      title: 'Anchors and targets of the API catalog are absolute addresses',
      source: 'RFC 9264, 4.2.2',
      fix: 'Write whole addresses.',
      wrong: (document) => {
        const hrefs = linksets(document).flatMap((entry) => [
          entry.anchor,
          ...targetsOf(entry).map(({ href }) => href),
        ]);
        const relative = hrefs.find((href) => typeof href === 'string' && !isAbsolute(href));
        return relative !== undefined && asText(relative);
      },
    },
    {
      id: 'api-catalog-relations',
      severity: 'warning',
      title: 'Relations of the API catalog are registered, or absolute addresses',
      source: 'RFC 8288, 2.1',
      fix: 'item, service-desc, service-doc, service-meta, status …',
      wrong: (document) => {
        const names = linksets(document).flatMap((entry) =>
          Object.keys(entry).filter((name) => Array.isArray(entry[name])),
        );
        const unknown = names.find((name) => !isKnownRelation(name) && name !== 'links');
        return unknown !== undefined && (unknown ?? '');
      },
    },
    {
      id: 'api-catalog-targets',
      severity: 'error',
      title: 'What the API catalog names is there',
      source: 'RFC 9727',
      fix: 'Publish the document, or take it out of the catalog.',
      find: (document, visit) =>
        findGone(
          linksets(document)
            .flatMap(targetsOf)
            .map(({ href }) => asText(href)),
          document.found.url,
          visit,
        ),
    },
    {
      id: 'api-catalog-head',
      severity: 'warning',
      title: 'HEAD of the API catalog carries a link with the relation api-catalog',
      source: 'RFC 9727, 2',
      fix: 'Link: <https://example.org/.well-known/api-catalog>; rel="api-catalog"',
      wrong: async ({ found }, visit) => {
        const head = await visit.ask(found.url, { method: 'HEAD' });
        const isSaid = readLinkHeader(head.headers.link).links.some(({ relations }) =>
          relations.includes('api-catalog'),
        );
        return !wasSkipped(head) && !isSaid && `Link: ${head.headers.link ?? 'none'}`;
      },
    },
  ],
);

const skillSchema = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const skillsIn = ({ value }: JsonDocument) => asList(asObject(value).skills).map(asObject);

const skills: readonly Check[] = checksOf(
  'well-known',
  '/.well-known/agent-skills/index.json',
  at('/.well-known/agent-skills/index.json'),
  [
    {
      id: 'skills-schema',
      severity: 'error',
      title: 'The index of skills names its schema',
      source: 'Agent Skills discovery 0.2.0',
      fix: `"$schema": "${skillSchema}"`,
      wrong: ({ value }) =>
        asObject(value).$schema !== skillSchema &&
        `$schema is ${asText(asObject(value).$schema) || 'missing'}`,
    },
    {
      id: 'skills-entries',
      severity: 'error',
      title: 'Each skill has name, type, description, url and digest',
      source: 'Agent Skills discovery 0.2.0',
      fix: '{"name":"read","type":"skill-md","description":"…","url":"…/SKILL.md","digest":"sha256:…"}',
      find: (document) =>
        skillsIn(document).flatMap((skill) => {
          const wrong = [
            /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(asText(skill.name)) && asText(skill.name).length <= 64
              ? null
              : 'name',
            ['skill-md', 'archive'].includes(asText(skill.type)) ? null : 'type',
            asText(skill.description) && asText(skill.description).length <= 1024 ? null : 'description',
            asText(skill.url) ? null : 'url',
            /^sha256:[0-9a-f]{64}$/.test(asText(skill.digest)) ? null : 'digest',
          ].filter((name) => name !== null);
          return faultIf(
            wrong.length > 0,
            document.found.url,
            `${wrong.join(', ')} of the skill ${asText(skill.name) || 'without a name'}`,
          );
        }),
    },
    {
      id: 'skills-there',
      severity: 'error',
      title: 'Skills that the index names are there',
      source: 'Agent Skills discovery 0.2.0',
      fix: 'Publish the SKILL.md, or take it out of the index.',
      find: (document, visit) =>
        findGone(
          skillsIn(document).map(({ url }) => asText(url)),
          document.found.url,
          visit,
        ),
    },
    {
      id: 'skills-digest',
      severity: 'error',
      title: 'The digest of a skill is that of the bytes that are sent',
      source: 'Agent Skills discovery 0.2.0: clients refuse others',
      fix: 'Compute the digest when the site is built, and let nothing change the file on its way.',
      find: async (document, visit) => {
        const faults: Fault[] = [];
        for (const { url, digest } of skillsIn(document).slice(0, followed)) {
          const answer = await visit.follow(asText(url), document.found.url);
          if (
            answer?.status === 200 &&
            /^sha256:[0-9a-f]{64}$/.test(asText(digest)) &&
            digest !== `sha256:${answer.sha256}`
          )
            faults.push([answer.url, `sha256:${answer.sha256}, the index says ${asText(digest)}`]);
        }
        return faults;
      },
    },
    {
      id: 'skills-text',
      severity: 'warning',
      title: 'A skill says its name and description as the index does',
      source: 'Agent Skills specification',
      fix: 'Make the index from the front matter of each SKILL.md.',
      find: async (document, visit) => {
        const faults: Fault[] = [];
        for (const { url, name, description, type } of skillsIn(document).slice(0, followed)) {
          const answer = type === 'skill-md' ? await visit.follow(asText(url), document.found.url) : null;
          if (answer?.status !== 200) continue;
          const { frontMatter } = readMarkdown(answer.text);
          const data = frontMatter?.kind === 'data' ? frontMatter.data : {};
          const says =
            data.name === name && String(data.description ?? '').trim() === asText(description).trim();
          if (!says)
            faults.push([
              answer.url,
              `name: ${String(data.name)}, description: ${String(data.description).slice(0, 80)}`,
            ]);
        }
        return faults;
      },
    },
  ],
);

const entriesIn = ({ value }: JsonDocument) => asList(asObject(value).entries).map(asObject);

const aiCatalog: readonly Check[] = checksOf(
  'well-known',
  '/.well-known/ai-catalog.json',
  at('/.well-known/ai-catalog.json'),
  [
    {
      id: 'ai-catalog-shape',
      severity: 'error',
      title: 'The AI catalog has specVersion and entries',
      source: 'Agentic Resource Discovery; Lighthouse ard-schema',
      fix: '{"specVersion":"1.0","host":{…},"entries":[…]}, and no "collections"',
      wrong: ({ value }) => {
        const catalog = asObject(value);
        const isRight =
          catalog.specVersion === '1.0' &&
          Array.isArray(catalog.entries) &&
          catalog.collections === undefined;
        return !isRight && `members: ${Object.keys(catalog).join(', ') || 'none; it is not JSON'}`;
      },
    },
    {
      id: 'ai-catalog-entries',
      severity: 'error',
      title: 'Each entry has identifier, displayName, type, and either url or data',
      source: 'Agentic Resource Discovery; Lighthouse ard-schema',
      fix: '{"identifier":"urn:air:example.org:mcp-server","displayName":"…","type":"application/mcp-server-card+json","url":"…"}',
      find: (document) =>
        entriesIn(document).flatMap((entry) => {
          const wrong = [
            /^urn:air:[a-z0-9.-]+(?::[A-Za-z0-9._-]+){1,2}$/.test(asText(entry.identifier))
              ? null
              : 'identifier',
            asText(entry.displayName) ? null : 'displayName',
            asText(entry.type).includes('/') ? null : 'type',
            (entry.url === undefined) !== (entry.data === undefined) ? null : 'url or data',
          ].filter((name) => name !== null);
          return faultIf(
            wrong.length > 0,
            document.found.url,
            `${wrong.join(', ')} of ${asText(entry.identifier) || 'an entry'}`,
          );
        }),
    },
    {
      id: 'ai-catalog-queries',
      severity: 'note',
      title: 'Entries name two to five representative queries, where they name any',
      source: 'Lighthouse ard-schema; isitagentready ard',
      fix: '"representativeQueries": ["find a note", "read a note"]',
      find: (document) =>
        entriesIn(document).flatMap(({ representativeQueries: queries, identifier }) => {
          const count = asList(queries).length;
          return faultIf(
            queries !== undefined && (count < 2 || count > 5),
            document.found.url,
            `${count} of ${asText(identifier)}`,
          );
        }),
    },
    {
      id: 'ai-catalog-targets',
      severity: 'error',
      title: 'What the AI catalog names is there',
      source: 'Agentic Resource Discovery',
      fix: 'Publish the document, or take it out of the catalog.',
      find: (document, visit) =>
        findGone(
          entriesIn(document).map(({ url }) => asText(url)),
          document.found.url,
          visit,
        ),
    },
  ],
);

const authMd: readonly Check[] = checksOf(
  'well-known',
  '/auth.md',
  (visit) => visit.find(visit.atRoot('/auth.md')),
  [
    {
      id: 'auth-md',
      severity: 'warning',
      title: 'auth.md is Markdown with a title that names it',
      source: 'isitagentready authMd',
      fix: 'text/markdown that begins with "# auth.md: no authentication", and says whether credentials are needed.',
      wrong: ({ answer }) => {
        const { type } = readContentType(answer.headers['content-type']);
        const isRight = /^text\/(?:markdown|plain)$/.test(type) && /^# .*auth\.md/im.test(answer.text);
        return !isRight && `${type}: ${answer.text.slice(0, 60)}`;
      },
    },
  ],
);

const discovery = [
  '/.well-known/api-catalog',
  '/.well-known/agent-skills/index.json',
  '/.well-known/ai-catalog.json',
  '/openapi.json',
];

const shared: readonly Check[] = checksOf(
  'well-known',
  'Discovery documents',
  async (visit) => {
    const found = await Promise.all(discovery.map((path) => visit.json(path)));
    const there = found.filter((document) => document !== null);
    return there.length > 0 ? there : null;
  },
  [
    {
      id: 'well-known-json',
      severity: 'error',
      title: 'Discovery documents are JSON',
      source: 'RFC 8259',
      fix: 'Send JSON at these addresses, or 404 when there is none; a page for everything misleads programs.',
      find: (documents) =>
        documents.flatMap(({ found, value }) =>
          faultIf(
            value === null || looksLikeHtml(found.answer),
            found.url,
            found.answer.text.replace(/\s+/g, ' ').slice(0, 60),
          ),
        ),
    },
    {
      id: 'well-known-cors',
      severity: 'note',
      title: 'Programs in browsers may read discovery documents',
      source: 'isitagentready; WHATWG Fetch',
      fix: 'Access-Control-Allow-Origin: *',
      find: (documents) =>
        documents.flatMap(({ found }) =>
          faultIf(
            found.answer.headers['access-control-allow-origin'] !== '*',
            found.url,
            'no Access-Control-Allow-Origin: *',
          ),
        ),
    },
  ],
);

export const wellKnownChecks: readonly Check[] = [
  ...shared,
  ...apiCatalog,
  ...skills,
  ...aiCatalog,
  ...authMd,
];
