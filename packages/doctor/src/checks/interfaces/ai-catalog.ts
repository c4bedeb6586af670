import { asList, asObject, asText } from '../../documents/json-value.ts';
import type { Visit } from '../../visit/visit.ts';
import { type Check, checksOf, problemIf } from '../check.ts';
import { documentAt, findGone, type JsonDocument } from './json-document.ts';

/** `/.well-known/ard.json`, or the catalog at its older address. */

const current = '/.well-known/ard.json';
const older = '/.well-known/ai-catalog.json';
const catalog = async (visit: Visit) => (await documentAt(current)(visit)) ?? documentAt(older)(visit);

const entriesIn = ({ value }: JsonDocument) => asList(asObject(value).entries).map(asObject);

export const aiCatalogChecks: readonly Check[] = checksOf('well-known', current, catalog, [
  {
    id: 'ard-there',
    severity: 'warning',
    title: 'The AI catalog is at /.well-known/ard.json, where clients ask for it',
    source: 'Agentic Resource Discovery 0.91',
    fix: 'Publish the same document at both addresses, and link it with rel="ard".',
    find: async ({ found }, visit) => {
      const other = found.url === visit.atRoot(current) ? await visit.json(older) : null;
      const differs = other !== null && other.found.answer.sha256 !== found.answer.sha256;
      return [
        ...problemIf(found.url !== visit.atRoot(current), found.url, `nothing is at ${current}`),
        ...problemIf(differs, found.url, `${older} says something else`),
      ];
    },
  },
  {
    id: 'ai-catalog-shape',
    severity: 'error',
    title: 'The AI catalog has specVersion and entries',
    source: 'Agentic Resource Discovery; Lighthouse ard-schema',
    fix: '{"specVersion":"1.0","host":{…},"entries":[…]}, and no "collections"',
    wrong: ({ value }) => {
      const catalog = asObject(value);
      const isRight =
        catalog.specVersion === '1.0' && Array.isArray(catalog.entries) && catalog.collections === undefined;
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
        return problemIf(
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
        return problemIf(
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
    fix: 'Publish the document, or remove it from the catalog.',
    find: (document, visit) =>
      findGone(
        entriesIn(document).map(({ url }) => asText(url)),
        document.found.url,
        visit,
      ),
  },
]);
