import { type Kind, kindsOf, type Taxonomy, taxonomiesOf } from '../model/kinds.ts';
import { isMultilingual } from '../model/languages.ts';
import { memoize } from '../model/memoize.ts';
import type { Site } from '../model/site.ts';
import { apiBase, paths } from '../model/urls.ts';
import type { WpArguments } from './parameters/argument.ts';
import { wpArguments } from './parameters/arguments.ts';
import { documentArguments } from './parameters/document-arguments.ts';
import { searchArguments, termArguments, userArguments } from './parameters/list-arguments.ts';

/** A route: the same table finds the route of a request, fills `/wp-json/` and answers OPTIONS. Paths are WordPress's. */
export interface WpRoute {
  readonly id: WpRouteId;
  readonly path: string;
  readonly arguments: WpArguments;
  /** Name of the kind or the taxonomy that the route is about; empty for the others. */
  readonly of: string;
}

export type WpRouteId =
  | 'index'
  | 'namespace'
  | 'mcpNamespace'
  | 'contactNamespace'
  | 'documents'
  | 'document'
  | 'media'
  | 'attachment'
  | 'types'
  | 'type'
  | 'statuses'
  | 'status'
  | 'taxonomies'
  | 'taxonomy'
  | 'terms'
  | 'term'
  | 'users'
  | 'user'
  | 'comments'
  | 'comment'
  | 'search'
  | 'languages';

/** Routes about one row of the tables of kinds and taxonomies. */
export type RowRoute = 'documents' | 'document' | 'terms' | 'term';

export function isRowRoute(id: WpRouteId): id is RowRoute {
  return id === 'documents' || id === 'document' || id === 'terms' || id === 'term';
}

const digits = '(?P<id>[\\d]+)';

/** The routes of a site, in the order in which WordPress registers them. */
export const wpRoutes: (site: Site) => readonly WpRoute[] = memoize(createRoutes);

function createRoutes(site: Site): WpRoute[] {
  const kinds = kindsOf(site);
  const isBuiltIn = ({ name }: Kind) => name === 'post' || name === 'page';
  return [
    route('index', '/', wpArguments.index),
    route('namespace', '/wp/v2', wpArguments.namespace),
    route('mcpNamespace', '/agentsite/v1', wpArguments.mcpNamespace),
    route('contactNamespace', '/site/v1', wpArguments.contactNamespace),
    ...kinds.filter(isBuiltIn).flatMap((kind) => documentRoutes(kind, wpArguments.excerptedItem, site)),
    route('media', '/wp/v2/media', wpArguments.media),
    route('attachment', `/wp/v2/media/${digits}`, wpArguments.item),
    route('types', '/wp/v2/types', wpArguments.types),
    route('type', '/wp/v2/types/(?P<type>[\\w-]+)', wpArguments.type),
    route('statuses', '/wp/v2/statuses', wpArguments.statuses),
    route('status', '/wp/v2/statuses/(?P<status>[\\w-]+)', wpArguments.status),
    route('taxonomies', '/wp/v2/taxonomies', wpArguments.taxonomies),
    route('taxonomy', '/wp/v2/taxonomies/(?P<taxonomy>[\\w-]+)', wpArguments.taxonomy),
    ...taxonomiesOf(site).flatMap((taxonomy) => termRoutes(taxonomy, site)),
    route('users', '/wp/v2/users', userArguments(site)),
    route('user', `/wp/v2/users/${digits}`, wpArguments.item),
    route('comments', '/wp/v2/comments', wpArguments.comments),
    route('comment', `/wp/v2/comments/${digits}`, wpArguments.documentItem),
    route('search', '/wp/v2/search', searchArguments(site)),
    ...(isMultilingual(site) ? [route('languages', '/wp/v2/languages', wpArguments.languages)] : []),
    ...kinds
      .filter((kind) => !isBuiltIn(kind))
      .flatMap((kind) => documentRoutes(kind, wpArguments.documentItem, site)),
  ];
}

function route(id: WpRouteId, path: string, declared: WpArguments, of = ''): WpRoute {
  return { id, path, arguments: declared, of };
}

function documentRoutes(kind: Kind, item: WpArguments, site: Site): WpRoute[] {
  const path = `/wp/v2/${kind.restBase}`;
  return [
    route('documents', path, documentArguments(kind, site), kind.name),
    route('document', `${path}/${digits}`, item, kind.name),
  ];
}

function termRoutes(taxonomy: Taxonomy, site: Site): WpRoute[] {
  const path = `/wp/v2/${taxonomy.restBase}`;
  return [
    route('terms', path, termArguments(taxonomy, site), taxonomy.name),
    route('term', `${path}/${digits}`, wpArguments.item, taxonomy.name),
  ];
}

/** What else answers below `/wp-json/`, only for the index: the MCP server and the contact service answer them. */
const otherRoutes = [
  { namespace: 'agentsite/v1', path: '/agentsite/v1/mcp', methods: ['POST'] },
  { namespace: 'site/v1', path: '/site/v1/contact', methods: ['GET', 'POST'] },
];

export const wpNamespaces = ['wp/v2', 'agentsite/v1', 'site/v1'] as const;

/** A route's path as a pattern for a whole request path; names of routes are compared without case. */
export function routePattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('(?P<', '(?<')}$`, 'i');
}

/** `/wp/v2/posts` gives `wp/v2`; the index has none, `''`. */
export function namespaceOf(path: string): string {
  return path.split('/').slice(1, 3).join('/');
}

/** One entry of `routes` in the index: namespace, methods, endpoints with arguments and, without parameters, its address. */
function describeRoute(base: string, route: WpRoute): object {
  return {
    namespace: namespaceOf(route.path),
    methods: ['GET'],
    endpoints: [describeEndpoint(route.arguments)],
    ...(route.path.includes('(') ? {} : selfLink(base, route.path)),
  };
}

/** The one way to use a route that readers have. */
export function describeEndpoint(declared: WpArguments): object {
  return { methods: ['GET'], args: describeArguments(declared) };
}

export function describeRoutes(site: Site, namespace?: string): Record<string, object> {
  const base = apiBase(site);
  const described: Record<string, object> = {};
  for (const route of wpRoutes(site)) {
    if (namespace !== undefined && namespace !== namespaceOf(route.path)) continue;
    described[route.path] = describeRoute(base, route);
  }
  for (const other of otherRoutes) {
    if (namespace !== undefined && namespace !== other.namespace) continue;
    const endpoints = other.methods.map((method) => ({ methods: [method], args: {} }));
    described[other.path] = {
      namespace: other.namespace,
      methods: other.methods,
      endpoints,
      ...selfLink(base, other.path),
    };
  }
  return described;
}

export function selfLink(base: string, path: string): { _links: object } {
  const href = `${base}${paths.wpRoot}${path.slice(1)}`;
  return { _links: { self: [{ href }] } };
}

function describeArguments(declared: WpArguments): Record<string, object> {
  const described: Record<string, object> = {};
  for (const [name, argument] of Object.entries(declared)) {
    const { first: _first, special: _special, subtypes: _subtypes, ...schema } = argument;
    described[name] = { ...schema, required: false };
  }
  return described;
}
