import { readLinkHeader } from 'agentsite/text';
import { readContentType } from '../../documents/headers.ts';
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
} from '../../documents/json-value.ts';
import { isKnownRelation } from '../../documents/link-relations.ts';
import { wasSkipped } from '../../http/answer.ts';
import { type Check, checksOf } from '../check.ts';
import { documentAt, findGone, type JsonDocument } from './json-document.ts';

/** `/.well-known/api-catalog` (RFC 9727). */

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

export const apiCatalogChecks: readonly Check[] = checksOf(
  'well-known',
  '/.well-known/api-catalog',
  documentAt('/.well-known/api-catalog'),
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
        return unknown !== undefined && unknown;
      },
    },
    {
      id: 'api-catalog-targets',
      severity: 'error',
      title: 'What the API catalog names is there',
      source: 'RFC 9727',
      fix: 'Publish the document, or remove it from the catalog.',
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
