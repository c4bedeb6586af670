import { listDeprecated, readTarget } from '../front/lifecycle.ts';
import type { Library } from '../model/document.ts';
import type { LifecycleEntry, Site } from '../model/site.ts';
import { contactUrl, hasSidecar, isFilesOnly } from '../model/targets.ts';
import { absoluteUrl, apiBase, isOnSidecar, paths } from '../model/urls.ts';
import { describeActionPaths } from './openapi-actions.ts';
import {
  contentParameters,
  describeContentPaths,
  describeStoredPaths,
  shapingParameters,
} from './openapi-content.ts';
import { describeDocumentPaths } from './openapi-documents.ts';
import { responses } from './openapi-responses.ts';
import { describeContentSchemas, describeSchemas, type Json } from './openapi-schemas.ts';

/** Version of the description, see "Versioning" in the contract. It goes up when an operation changes. */
const descriptionVersion = '1.37.0';

/**
 * `/openapi.json` and `/.well-known/openapi.json`: every operation of the HTTP interface, OpenAPI 3.1.0. Paths come from
 * the registry of surfaces and the wp/v2 routes, schemas from zod. What goes away is `deprecated` and listed in
 * `x-deprecated`, which is always present: `target`, `deprecation`, `sunset`, `replacement` and `documentation`.
 */
export function renderOpenapi({ site }: Pick<Library, 'site'>): string {
  const described = {
    openapi: '3.1.0',
    info: describeInfo(site),
    servers: [{ url: site.url, description: site.title }],
    security: [],
    externalDocs: { description: 'Authentication (none)', url: absoluteUrl(site, paths.auth) },
    'x-deprecated': listDeprecated(site),
    ...(hasSidecar(site) ? describeService(site) : describeFiles(site)),
  };
  return `${JSON.stringify(described)}\n`;
}

const documentsTag = {
  name: 'Documents',
  description: 'Documents at fixed addresses, and every page as Markdown.',
};

/** What a server answers. */
function describeService(site: Site): Json {
  return {
    tags: [
      documentsTag,
      {
        name: 'Content',
        description: `The content as JSON, in the routes of WordPress. Not rate limited. ${shapingParameters}`,
      },
      { name: 'MCP', description: 'The content as tools of the Model Context Protocol.' },
      { name: 'Contact', description: 'The one thing that writes: a message to the owner.' },
    ],
    paths: nameServers(
      site,
      markDeprecated(
        {
          ...describeDocumentPaths(site),
          ...describeContentPaths(site),
          ...describeActionPaths(),
          ...describePluginPaths(site),
        },
        site.lifecycle,
      ),
    ),
    components: { schemas: describeSchemas(site), responses, parameters: contentParameters },
  };
}

/** The operations of plugins, with a description where they have none. */
function describePluginPaths({ plugins = [] }: Site): Record<string, Json> {
  const complete = ([method, operation]: [string, Json]) => [
    method,
    { description: operation.summary ?? operation.description, ...operation },
  ];
  return Object.fromEntries(
    plugins.flatMap(({ openapi }) =>
      Object.entries(openapi).map(([path, item]) => [
        path,
        Object.fromEntries(Object.entries(item as Record<string, Json>).map(complete)),
      ]),
    ),
  );
}

/** Paths that a sidecar on a host of its own answers name that host. */
function nameServers(site: Site, described: Record<string, Json>): Record<string, Json> {
  const servers = [{ url: apiBase(site) }];
  return Object.fromEntries(
    Object.entries(described).map(([path, operations]) => [
      path,
      isOnSidecar(site, path) ? { servers, ...operations } : operations,
    ]),
  );
}

/** What is there where only files are served. */
function describeFiles(site: Site): Json {
  const content = 'The content as JSON files, in the shapes of WordPress. They take no parameters.';
  return {
    tags: [documentsTag, { name: 'Content', description: content }],
    paths: markDeprecated({ ...describeDocumentPaths(site), ...describeStoredPaths(site) }, site.lifecycle),
    components: { schemas: describeContentSchemas(site) },
  };
}

function describeInfo(site: Site): Json {
  const contact = contactUrl(site);
  return {
    title: site.title,
    version: descriptionVersion,
    summary: hasSidecar(site)
      ? 'Content of the site, read-only, and one endpoint that sends its owner a message.'
      : 'Content of the site, read-only, as files.',
    description: `${site.description}\n\nNo operation needs authentication.${isFilesOnly(site) ? '' : errorForms}`,
    contact: { name: site.owner.name, ...describeContact(contact) },
    license: { name: 'MIT', identifier: 'MIT' },
  };
}

const errorForms =
  ' Every error is an Error object with `Accept: application/json`, those of MCP (JSON-RPC) and of Markdown pages apart.';

/** The Contact Object has a field for an address of mail. */
function describeContact(url: string | null): Json {
  if (url === null) return {};
  return url.startsWith('mailto:') ? { email: url.slice('mailto:'.length) } : { url };
}

/** Operations that an entry of the lifecycle list names get `deprecated: true`. */
function markDeprecated(
  described: Record<string, Json>,
  lifecycle: readonly LifecycleEntry[],
): Record<string, Json> {
  const targets = lifecycle.map(readTarget);
  return Object.fromEntries(
    Object.entries(described).map(([path, operations]) => [
      path,
      Object.fromEntries(
        Object.entries(operations).map(([method, operation]) => {
          const named = targets.some(
            (target) =>
              target.path === path && (target.method === null || target.method === method.toUpperCase()),
          );
          return [method, named ? { ...(operation as Json), deprecated: true } : operation];
        }),
      ),
    ]),
  );
}
