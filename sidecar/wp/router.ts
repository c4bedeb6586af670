import type { DocumentKind } from '../../src/core/document.ts';
import type { PhpArray, PhpValue } from '../../src/core/php-query.ts';
import type { Site } from '../../src/core/site.ts';
import { wpArguments } from '../../src/core/wp-arguments.ts';
import { wpErrors } from '../../src/core/wp-errors.ts';
import { describeIndex, describeNamespace } from '../../src/core/wp-index.ts';
import {
  describeEndpoint,
  routePattern,
  selfLink,
  type WpRoute,
  type WpRouteId,
  wpNamespaces,
  wpRoutes,
} from '../../src/core/wp-routes.ts';
import { toInteger } from '../../src/core/wp-schema.ts';
import { readClosedRoute, refuseWrite } from './closed-routes.ts';
import { listComments, mayListComments } from './comments.ts';
import { descriptionReaders } from './descriptions.ts';
import { listDocuments, mayReadDocument, showDocument, type WpContent } from './documents.ts';
import { listMedia, mayReadMedia, showMedia } from './media.ts';
import { listPage, refuse, type WpOutcome } from './outcome.ts';
import { readParameters } from './parameters.ts';
import type { Given, Reader } from './reader.ts';
import { searchAll } from './search.ts';
import { listTerms, mayListTerms, showTerm } from './terms.ts';
import { listUsers, mayListUsers, mayReadUser, showUser } from './users.ts';

/** What a route is asked, independent of HTTP. */
export interface WpCall {
  readonly method: string;
  readonly route: string | null;
  readonly query: PhpArray;
  readonly body: PhpArray | null;
  readonly brokenBody: boolean;
}

export interface WpAnswer {
  readonly outcome: WpOutcome;
  /** Methods for the `Allow` header; null when it is not sent. */
  readonly allow: string | null;
}

/** Finds the route of a call and answers it. Pure but for reading the content index; never throws on input. */
export class WpRouter {
  readonly #content: WpContent;
  readonly #routes: readonly { route: WpRoute; pattern: RegExp }[];
  readonly #readers: Readonly<Record<WpRouteId, Reader>>;

  constructor(content: WpContent, site: Site) {
    this.#content = content;
    this.#routes = wpRoutes.map((route) => ({ route, pattern: routePattern(route.path) }));
    this.#readers = createReaders(content, site);
  }

  answer(call: WpCall): WpAnswer {
    const { route } = call;
    if (route === null) return notFound();
    if (call.method === 'GET' || call.method === 'HEAD') return this.#read(call, route);
    if (call.method === 'OPTIONS') return this.#describe(call, route);
    return this.#write(call, route);
  }

  #find(route: string): { route: WpRoute; groups: Readonly<Record<string, string>> } | null {
    for (const { route: candidate, pattern } of this.#routes) {
      const match = pattern.exec(route);
      if (match) return { route: candidate, groups: match.groups ?? {} };
    }
    return null;
  }

  #read(call: WpCall, path: string): WpAnswer {
    const found = this.#find(path);
    if (!found) return this.#readOther(path);
    const reader = this.#readers[found.route.id];
    const url = new Map<string, PhpValue>(Object.entries(found.groups));
    const sources = [...(call.body ? [call.body] : []), call.query, url];
    const given: Given = (name) => firstGiven(sources, name);
    const denied = reader.permit?.(given) ?? null;
    const allow = denied ? null : 'GET';
    if (call.brokenBody) return { outcome: refuse(wpErrors.badJson()), allow };
    const read = readParameters(wpArguments[found.route.arguments], sources, call.query);
    if (!read.ok) return { outcome: refuse(read.error), allow };
    if (denied) return { outcome: refuse(denied), allow: null };
    const outcome = reader.run(read.parameters, given);
    const missing = outcome.kind === 'error' && outcome.error.data.status === 401;
    return { outcome, allow: missing ? null : allow };
  }

  #readOther(path: string): WpAnswer {
    const closed = readClosedRoute(this.#content.catalog, path);
    if (!closed) return notFound();
    if ('error' in closed) return { outcome: refuse(closed.error), allow: null };
    const page = { route: path.slice('/wp/v2/'.length), query: new Map(), page: 1, perPage: 10 };
    return { outcome: listPage(this.#content.base, page, 'view', [], 0), allow: 'GET' };
  }

  #describe(call: WpCall, path: string): WpAnswer {
    const found = this.#find(path);
    if (!found) return { outcome: { kind: 'value', value: {}, fields: 'plain' }, allow: null };
    const reader = this.#readers[found.route.id];
    const url = new Map<string, PhpValue>(Object.entries(found.groups));
    const denied = reader.permit?.((name) => firstGiven([call.query, url], name)) ?? null;
    const value = {
      namespace: found.route.id === 'index' ? '' : 'wp/v2',
      methods: ['GET'],
      endpoints: [describeEndpoint(found.route)],
      ...(found.route.path.includes('(') ? {} : selfLink(this.#content.base, found.route.path)),
    };
    return { outcome: { kind: 'value', value, fields: 'plain' }, allow: denied ? null : 'GET' };
  }

  #write(call: WpCall, path: string): WpAnswer {
    const has = (name: string) =>
      firstGiven([...(call.body ? [call.body] : []), call.query], name) !== undefined;
    const refused = refuseWrite(this.#content.catalog, call.method, path, has);
    if (!refused) return notFound();
    if (call.brokenBody)
      return { outcome: refuse(wpErrors.badJson()), allow: refused.readable ? 'GET' : null };
    const batch = path.toLowerCase() === '/batch/v1' ? 'POST' : null;
    return { outcome: refuse(refused.error), allow: refused.readable ? 'GET' : batch };
  }
}

function notFound(): WpAnswer {
  return { outcome: refuse(wpErrors.noRoute()), allow: null };
}

function firstGiven(sources: readonly PhpArray[], name: string): PhpValue | undefined {
  for (const source of sources) {
    const value = source.get(name);
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

function createReaders(content: WpContent, site: Site): Readonly<Record<WpRouteId, Reader>> {
  const { catalog } = content;
  const list = (kind: DocumentKind): Reader => ({
    permit: (given) =>
      given('context') === 'edit' ? wpErrors.forbiddenContext('edit posts in this post type') : null,
    run: (parameters) => listDocuments(content, kind, parameters),
  });
  const item = (kind: DocumentKind): Reader => ({
    permit: (given) => mayReadDocument(catalog, kind, given('id') ?? '', given('context'), given('password')),
    run: (parameters, given) => showDocument(content, kind, given('id') ?? '', parameters),
  });
  const terms = (taxonomy: 'category' | 'post_tag'): Reader => ({
    permit: (given) => mayListTerms(catalog, given('context'), given('post')),
    run: (parameters) => listTerms(content, taxonomy, parameters),
  });
  const term = (taxonomy: 'category' | 'post_tag'): Reader => ({
    permit: (given) => {
      if (!catalog.objects[taxonomy].byId.has(toInteger(given('id') ?? ''))) return wpErrors.invalidTerm();
      return given('context') === 'edit' ? wpErrors.forbiddenContext('edit this term') : null;
    },
    run: (parameters, given) => showTerm(content, taxonomy, given('id') ?? '', parameters),
  });
  return {
    index: { run: () => ({ kind: 'value', value: describeIndex(site), fields: 'plain' }) },
    namespace: {
      run: () => ({ kind: 'value', value: describeNamespace(site, wpNamespaces[0]), fields: 'linked' }),
    },
    posts: list('post'),
    post: item('post'),
    pages: list('page'),
    page: item('page'),
    talks: list('talk'),
    talk: item('talk'),
    plugins: list('plugin'),
    plugin: item('plugin'),
    media: {
      permit: (given) =>
        given('context') === 'edit' ? wpErrors.forbiddenContext('edit posts in this post type') : null,
      run: (parameters) => listMedia(content, parameters),
    },
    attachment: {
      permit: (given) => mayReadMedia(catalog, given('id') ?? '', given('context')),
      run: (parameters, given) => showMedia(content, given('id') ?? '', parameters),
    },
    categories: terms('category'),
    category: term('category'),
    tags: terms('post_tag'),
    tag: term('post_tag'),
    users: {
      permit: (given) => mayListUsers(given),
      run: (parameters) => listUsers(content, parameters),
    },
    user: {
      permit: (given) => mayReadUser(catalog, given('id') ?? '', given('context')),
      run: (parameters, given) => showUser(content, given('id') ?? '', parameters),
    },
    comments: {
      permit: (given) => mayListComments(catalog, given),
      run: (parameters) => listComments(content, parameters),
    },
    comment: { permit: () => wpErrors.invalidComment(), run: () => refuse(wpErrors.invalidComment()) },
    search: { run: (parameters) => searchAll(content, parameters) },
    ...descriptionReaders(site.url),
  };
}
