import type { DocumentKind } from '../../src/core/model/document.ts';
import { taxonomyNamed } from '../../src/core/model/kinds.ts';
import type { Site } from '../../src/core/model/site.ts';
import { wpErrors } from '../../src/core/wp/errors.ts';
import { describeIndex, describeNamespace } from '../../src/core/wp/index.ts';
import type { WpArguments } from '../../src/core/wp/parameters/argument.ts';
import { wpArguments } from '../../src/core/wp/parameters/arguments.ts';
import { toInteger } from '../../src/core/wp/parameters/validate-value.ts';
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
import { listComments, mayListComments, mayReadComment, showComment } from './collections/comments.ts';
import { descriptionReaders } from './collections/descriptions.ts';
import { listDocuments, mayReadDocument, showDocument } from './collections/documents.ts';
import { listMedia, mayReadMedia, showMedia } from './collections/media.ts';
import { searchAll } from './collections/search.ts';
import { listTerms, mayListTerms, showTerm } from './collections/terms.ts';
import { listUsers, mayListUsers, mayReadUser, showUser } from './collections/users.ts';
import type { WpContent } from './content.ts';
import { listPage, refuse, type WpOutcome } from './outcome.ts';
import { readParameters } from './parameters.ts';
import type { Given, Reader } from './reader.ts';
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
  /** The route's own address; null where it holds an id or a name. */
  readonly address: string | null;
}

/** Finds the route of a call and answers it. Pure but for reading the content index; never throws on input. */
export class WpRouter {
  readonly #content: WpContent;
  readonly #routes: readonly { route: WpRoute; pattern: RegExp; reader: Reader }[];

  constructor(content: WpContent, site: Site) {
    this.#content = content;
    const readerOf = createReaders(content, site);
    this.#routes = wpRoutes(site).map((route) => ({
      route,
      pattern: routePattern(route.path),
      reader: readerOf(route),
    }));
  }

  answer(call: WpCall): WpAnswer {
    const { route } = call;
    if (route === null) return notFound();
    if (call.method === 'GET' || call.method === 'HEAD') return this.#read(call, route);
    if (call.method === 'OPTIONS') return this.#describe(call, route);
    return this.#write(call, route);
  }

  #find(path: string): Target | null {
    for (const { route, pattern, reader } of this.#routes) {
      const match = pattern.exec(path);
      if (!match) continue;
      const namespace = namespaceOf(route.path);
      const url = new Map<string, PhpValue>(Object.entries(match.groups ?? {}));
      const address = url.size > 0 ? null : route.path;
      return { namespace, declared: route.arguments, reader, url, address };
    }
    return this.#close(path);
  }

  #read(call: WpCall, path: string): WpAnswer {
    const target = this.#find(path);
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
  #close(path: string): Target | null {
    const base = path.split('/')[3]?.toLowerCase() ?? '';
    const url = new Map<string, PhpValue>();
    const address = /\/\d+(?:\/|$)/.test(path) ? null : path.toLowerCase();
    const target = { namespace: namespaceOf(path).toLowerCase(), url, address };
    if (emptyCollections.has(base) && /^\/wp\/v2\/\w+$/i.test(path)) {
      const { base: site } = this.#content;
      const run: Reader['run'] = ({ query, values }) => {
        const page = { route: base, query, page: Number(values.page), perPage: Number(values.per_page) };
        return listPage(site, page, 'view', [], 0);
      };
      return { ...target, declared: wpArguments.plain, reader: { run } };
    }
    const error = refuseRead(this.#content, path);
    return error && { ...target, declared: {}, reader: { permit: () => error, run: () => refuse(error) } };
  }

  #describe(call: WpCall, path: string): WpAnswer {
    const target = this.#find(path);
    if (!target) return { outcome: { kind: 'value', value: {}, fields: 'plain' }, allow: null };
    const { namespace, declared, reader, url, address } = target;
    const denied = reader.permit?.((name) => firstGiven([call.query, url], name)) ?? null;
    const value = {
      namespace,
      methods: ['GET'],
      endpoints: [describeEndpoint(declared)],
      ...(address === null ? {} : selfLink(this.#content.base, address)),
    };
    return { outcome: { kind: 'value', value, fields: 'plain' }, allow: denied ? null : 'GET' };
  }

  #write(call: WpCall, path: string): WpAnswer {
    const given: Given = (name) => firstGiven([...(call.body ? [call.body] : []), call.query], name);
    const refused = refuseWrite(this.#content, call.method, path, given);
    if (!refused) return notFound();
    return { outcome: refuse(call.brokenBody ? wpErrors.badJson() : refused.error), allow: refused.allow };
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

/** What answers a route about one kind or taxonomy, by its name. */
type ReaderOf = (name: string) => Reader;

function createReaders(content: WpContent, site: Site): (route: WpRoute) => Reader {
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
  const terms = (name: string): Reader => {
    const taxonomy = taxonomyNamed(site, name);
    return {
      permit: (given) => mayListTerms(catalog, taxonomy, given('context'), given('post')),
      run: (parameters) => listTerms(content, taxonomy, parameters),
    };
  };
  const term = (taxonomy: string): Reader => ({
    permit: (given) => {
      if (!catalog.objects(taxonomy).byId.has(toInteger(given('id') ?? ''))) return wpErrors.invalidTerm();
      return given('context') === 'edit' ? wpErrors.forbiddenContext('edit this term') : null;
    },
    run: (parameters, given) => showTerm(content, taxonomy, given('id') ?? '', parameters),
  });
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
    media: {
      permit: (given) =>
        given('context') === 'edit' ? wpErrors.forbiddenContext('edit posts in this post type') : null,
      run: (parameters) => listMedia(content, parameters),
    },
    attachment: {
      permit: (given) => mayReadMedia(catalog, given('id') ?? '', given('context')),
      run: (parameters, given) => showMedia(content, given('id') ?? '', parameters),
    },
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
    comment: {
      permit: (given) => mayReadComment(catalog, given('id') ?? '', given('context')),
      run: (parameters, given) => showComment(content, given('id') ?? '', parameters),
    },
    search: { run: (parameters) => searchAll(content, parameters) },
    ...descriptionReaders(site),
  };
  const rows: Readonly<Record<RowRoute, ReaderOf>> = { documents: list, document: item, terms, term };
  return (route) => (isRowRoute(route.id) ? rows[route.id](route.of) : fixed[route.id]);
}
