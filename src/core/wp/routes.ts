import { paths } from '../model/urls.ts';
import type { WpArguments } from './argument.ts';
import { wpArguments } from './arguments.ts';

/**
 * The routes that readers use: the same table finds the route of a request, fills `/wp-json/` and answers
 * OPTIONS. Paths are written as WordPress writes them, with named groups.
 */
export interface WpRoute {
  readonly id: WpRouteId;
  readonly path: string;
  readonly arguments: keyof typeof wpArguments;
}

export type WpRouteId =
  | 'index'
  | 'namespace'
  | 'mcpNamespace'
  | 'contactNamespace'
  | 'posts'
  | 'post'
  | 'pages'
  | 'page'
  | 'talks'
  | 'talk'
  | 'plugins'
  | 'plugin'
  | 'media'
  | 'attachment'
  | 'types'
  | 'type'
  | 'statuses'
  | 'status'
  | 'taxonomies'
  | 'taxonomy'
  | 'categories'
  | 'category'
  | 'tags'
  | 'tag'
  | 'users'
  | 'user'
  | 'comments'
  | 'comment'
  | 'search';

const digits = '(?P<id>[\\d]+)';

export const wpRoutes: readonly WpRoute[] = [
  { id: 'index', path: '/', arguments: 'index' },
  { id: 'namespace', path: '/wp/v2', arguments: 'namespace' },
  { id: 'mcpNamespace', path: '/agentsite/v1', arguments: 'mcpNamespace' },
  { id: 'contactNamespace', path: '/site/v1', arguments: 'contactNamespace' },
  { id: 'posts', path: '/wp/v2/posts', arguments: 'posts' },
  { id: 'post', path: `/wp/v2/posts/${digits}`, arguments: 'excerptedItem' },
  { id: 'pages', path: '/wp/v2/pages', arguments: 'pages' },
  { id: 'page', path: `/wp/v2/pages/${digits}`, arguments: 'excerptedItem' },
  { id: 'media', path: '/wp/v2/media', arguments: 'media' },
  { id: 'attachment', path: `/wp/v2/media/${digits}`, arguments: 'item' },
  { id: 'types', path: '/wp/v2/types', arguments: 'types' },
  { id: 'type', path: '/wp/v2/types/(?P<type>[\\w-]+)', arguments: 'type' },
  { id: 'statuses', path: '/wp/v2/statuses', arguments: 'statuses' },
  { id: 'status', path: '/wp/v2/statuses/(?P<status>[\\w-]+)', arguments: 'status' },
  { id: 'taxonomies', path: '/wp/v2/taxonomies', arguments: 'taxonomies' },
  { id: 'taxonomy', path: '/wp/v2/taxonomies/(?P<taxonomy>[\\w-]+)', arguments: 'taxonomy' },
  { id: 'categories', path: '/wp/v2/categories', arguments: 'categories' },
  { id: 'category', path: `/wp/v2/categories/${digits}`, arguments: 'item' },
  { id: 'tags', path: '/wp/v2/tags', arguments: 'tags' },
  { id: 'tag', path: `/wp/v2/tags/${digits}`, arguments: 'item' },
  { id: 'users', path: '/wp/v2/users', arguments: 'users' },
  { id: 'user', path: `/wp/v2/users/${digits}`, arguments: 'item' },
  { id: 'comments', path: '/wp/v2/comments', arguments: 'comments' },
  { id: 'comment', path: `/wp/v2/comments/${digits}`, arguments: 'documentItem' },
  { id: 'search', path: '/wp/v2/search', arguments: 'search' },
  { id: 'talks', path: '/wp/v2/talks', arguments: 'plain' },
  { id: 'talk', path: `/wp/v2/talks/${digits}`, arguments: 'documentItem' },
  { id: 'plugins', path: '/wp/v2/plugin-entries', arguments: 'plain' },
  { id: 'plugin', path: `/wp/v2/plugin-entries/${digits}`, arguments: 'documentItem' },
];

/** What else answers below `/wp-json/`, for the index alone: these have rooms of their own. */
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
export function describeRoute(base: string, route: WpRoute): object {
  return {
    namespace: namespaceOf(route.path),
    methods: ['GET'],
    endpoints: [describeEndpoint(wpArguments[route.arguments])],
    ...(route.path.includes('(') ? {} : selfLink(base, route.path)),
  };
}

/** The one way to use a route that readers have. */
export function describeEndpoint(declared: WpArguments): object {
  return { methods: ['GET'], args: describeArguments(declared) };
}

/** All routes below one namespace, or all of them. */
export function describeRoutes(base: string, namespace?: string): Record<string, object> {
  const described: Record<string, object> = {};
  for (const route of wpRoutes) {
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
    const { first: _first, special: _special, ...schema } = argument;
    described[name] = { ...schema, required: false };
  }
  return described;
}
