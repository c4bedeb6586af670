import { wpErrors } from '../../src/core/wp/errors.ts';
import { describeIndex, describeNamespace } from '../../src/core/wp/index.ts';
import type { WpArguments } from '../../src/core/wp/parameters/argument.ts';
import { wpArguments } from '../../src/core/wp/parameters/arguments.ts';
import type { PhpArray, PhpValue } from '../../src/core/wp/php-query.ts';
import {
  describeEndpoint,
  isRowRoute,
  namespaceOf,
  type RowRoute,
  routePattern,
  selfLink,
  type WpRoute,
  type WpRouteId,
  wpNamespaces,
  wpRoutes,
} from '../../src/core/wp/routes.ts';
import { emptyCollections, refuseRead } from './closed-routes.ts';
import { listComments, showComment } from './collections/comments.ts';
import { descriptionReaders } from './collections/descriptions.ts';
import { listDocuments, showDocument } from './collections/documents.ts';
import { listMedia, showMedia } from './collections/media.ts';
import { refsTo } from './collections/object-lists.ts';
import { searchAll } from './collections/search.ts';
import { listTerms, showTerm } from './collections/terms.ts';
import { listUsers, showUser } from './collections/users.ts';
import { inPages, listPage } from './list-page.ts';
import { refuse, type WpOutcome } from './outcome.ts';
import { firstGiven, readParameters } from './parameters.ts';
import type { Given, Reader, WpContent } from './reader.ts';
import { refuseWrite } from './refused-writes.ts';

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

/** The route of a call: what it takes, how it is read, and what its address says. */
interface Target {
  readonly namespace: string;
  readonly declared: WpArguments;
  readonly reader: Reader;
  readonly url: PhpArray;
  /** The route's own address; null where it contains an ID or a name. */
  readonly address: string | null;
}

export type WpRouter = ReturnType<typeof createWpRouter>;

/** Finds the route of a call and answers it. Pure but for reading the content index; never throws on input. */
export function createWpRouter(content: WpContent) {
  const readerOf = createReaders(content);
  const routes = wpRoutes(content.site).map((route) => ({
    route,
    pattern: routePattern(route.path),
    namespace: namespaceOf(route.path),
    reader: readerOf(route),
  }));
  return { answer };

  function answer(call: WpCall): WpAnswer {
    const { route } = call;
    if (route === null) return notFound();
    if (call.method === 'GET' || call.method === 'HEAD') return read(call, route);
    if (call.method === 'OPTIONS') return describe(call, route);
    return write(call, route);
  }

  function find(path: string): Target | null {
    for (const { route, pattern, namespace, reader } of routes) {
      const match = pattern.exec(path);
      if (!match) continue;
      const url = new Map<string, PhpValue>(Object.entries(match.groups ?? {}));
      const address = url.size > 0 ? null : route.path;
      return { namespace, declared: route.arguments, reader, url, address };
    }
    return close(path);
  }

  function read(call: WpCall, path: string): WpAnswer {
    const target = find(path);
    if (!target) return notFound();
    const { declared, reader, url } = target;
    const sources = [...(call.body ? [call.body] : []), call.query, url];
    const given: Given = (name) => firstGiven(sources, name);
    const denied = reader.permit?.(given) ?? null;
    const allow = denied ? null : 'GET';
    if (call.brokenBody) return { outcome: refuse(wpErrors.badJson()), allow };
    const read = readParameters(declared, sources, call.query);
    if (!read.ok) return { outcome: refuse(read.error), allow };
    if (denied) return { outcome: refuse(denied), allow: null };
    const outcome = reader.run(read.parameters, given);
    const missing = outcome.kind === 'error' && outcome.error.data.status === 401;
    return { outcome, allow: missing ? null : allow };
  }

  /** Routes that WordPress has for editors: empty, or closed to readers. */
  function close(path: string): Target | null {
    const base = path.split('/')[3]?.toLowerCase() ?? '';
    const url = new Map<string, PhpValue>();
    const address = /\/\d+(?:\/|$)/.test(path) ? null : path.toLowerCase();
    const target = { namespace: namespaceOf(path).toLowerCase(), url, address };
    if (emptyCollections.has(base) && /^\/wp\/v2\/\w+$/i.test(path)) {
      const run: Reader['run'] = (parameters) =>
        listPage(content.base, base, 'posts', parameters, inPages([]));
      return { ...target, declared: wpArguments.plain, reader: { run } };
    }
    const error = refuseRead(content, path);
    return error && { ...target, declared: {}, reader: { permit: () => error, run: () => refuse(error) } };
  }

  function describe(call: WpCall, path: string): WpAnswer {
    const target = find(path);
    if (!target) return { outcome: { kind: 'value', value: {}, fields: 'plain' }, allow: null };
    const { namespace, declared, reader, url, address } = target;
    const denied = reader.permit?.((name) => firstGiven([call.query, url], name)) ?? null;
    const value = {
      namespace,
      methods: ['GET'],
      endpoints: [describeEndpoint(declared)],
      ...(address === null ? {} : selfLink(content.base, address)),
    };
    return { outcome: { kind: 'value', value, fields: 'plain' }, allow: denied ? null : 'GET' };
  }

  function write(call: WpCall, path: string): WpAnswer {
    const given: Given = (name) => firstGiven([...(call.body ? [call.body] : []), call.query], name);
    const refused = refuseWrite(content, call.method, path, given);
    if (!refused) return notFound();
    return { outcome: refuse(call.brokenBody ? wpErrors.badJson() : refused.error), allow: refused.allow };
  }
}

function notFound(): WpAnswer {
  return { outcome: refuse(wpErrors.noRoute()), allow: null };
}

function createReaders(content: WpContent): (route: WpRoute) => Reader {
  const { site } = content;
  const namespaceIndex = (own: string): Reader => ({
    run(_, given) {
      const asked = given('namespace') ?? own;
      const namespace = wpNamespaces.find((candidate) => candidate === asked);
      if (!namespace) return refuse(wpErrors.invalidNamespace());
      return { kind: 'value', value: describeNamespace(site, namespace), fields: 'linked' };
    },
  });
  const fixed: Readonly<Record<Exclude<WpRouteId, RowRoute>, Reader>> = {
    index: { run: () => ({ kind: 'value', value: describeIndex(site), fields: 'plain' }) },
    namespace: namespaceIndex('wp/v2'),
    mcpNamespace: namespaceIndex('agentsite/v1'),
    contactNamespace: namespaceIndex('site/v1'),
    media: listMedia(content),
    attachment: showMedia(content),
    users: listUsers(content),
    user: showUser(content),
    comments: listComments(content),
    comment: showComment(content),
    search: searchAll(content),
    languages: {
      run: (parameters) => {
        const all = refsTo('language', content.tables.objects('language').list);
        return listPage(content.base, 'languages', 'objects', parameters, inPages(all));
      },
    },
    ...descriptionReaders(site),
  };
  const rows: Readonly<Record<RowRoute, (content: WpContent, name: string) => Reader>> = {
    documents: listDocuments,
    document: showDocument,
    terms: listTerms,
    term: showTerm,
  };
  return (route) => (isRowRoute(route.id) ? rows[route.id](content, route.of) : fixed[route.id]);
}
