import { joinWords, kindNamed, taxonomyNamed } from '../model/kinds.ts';
import type { Site } from '../model/site.ts';
import { storedPath } from '../model/targets.ts';
import { paths } from '../model/urls.ts';
import type { WpArgument } from '../wp/parameters/argument.ts';
import type { WpSchema } from '../wp/parameters/schema.ts';
import {
  isRowRoute,
  namespaceOf,
  type RowRoute,
  type WpRoute,
  type WpRouteId,
  wpRoutes,
} from '../wp/routes.ts';
import { contentFailures, fileFailures, header, jsonResponse } from './openapi-responses.ts';
import { type Json, ref, refTo } from './openapi-schemas.ts';

/** How a route is described: a list, one object, or objects by name. */
interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly answers: 'list' | 'object' | 'map' | 'ApiIndex' | 'ApiNamespace';
  readonly object?: string;
}

const answering =
  (answers: Described['answers']) =>
  (operationId: string, summary: string, object?: string): Described => ({
    operationId,
    summary,
    answers,
    ...(object === undefined ? {} : { object }),
  });
const list = answering('list');
const one = answering('object');
const map = answering('map');
const namespace = answering('ApiNamespace');

/** Every route that all sites have alike; one that is missing here does not compile. */
const described: Readonly<Record<Exclude<WpRouteId, RowRoute>, Described>> = {
  index: answering('ApiIndex')('getIndex', 'What the JSON interface has'),
  namespace: namespace('getNamespace', 'Routes of wp/v2'),
  mcpNamespace: namespace('getMcpNamespace', 'Routes of agentsite/v1'),
  contactNamespace: namespace('getContactNamespace', 'Routes of site/v1'),
  media: list('listMedia', 'Images, newest first', 'Media'),
  attachment: one('getMedia', 'One image', 'Media'),
  types: map('listTypes', 'Types of content', 'PostTypeObject'),
  type: one('getType', 'One type of content', 'PostTypeObject'),
  statuses: map('listStatuses', 'Statuses of content', 'Status'),
  status: one('getStatus', 'One status of content', 'Status'),
  taxonomies: map('listTaxonomies', 'Taxonomies', 'Taxonomy'),
  taxonomy: one('getTaxonomy', 'One taxonomy', 'Taxonomy'),
  users: list('listUsers', 'Authors by name', 'User'),
  user: one('getUser', 'One author', 'User'),
  comments: list('listComments', 'Comments of an earlier site, newest first', 'Comment'),
  comment: one('getComment', 'One comment', 'Comment'),
  search: list('search', 'Search across all content', 'SearchHit'),
  languages: list('listLanguages', 'Languages of the site', 'Language'),
};

function describe({ id, of }: WpRoute, site: Site): Described {
  if (!isRowRoute(id)) return described[id];
  const isDocument = id === 'documents' || id === 'document';
  const { restBase, schema } = isDocument ? kindNamed(site, of) : taxonomyNamed(site, of);
  return id === 'documents' || id === 'terms'
    ? list(
        `list${joinWords(restBase)}`,
        `${spell(restBase)}${isDocument ? ', newest first' : ' by name'}`,
        schema,
      )
    : one(`get${schema}`, `One ${singularOf(schema)}`, schema);
}

/** `plugin-entries` gives `Plugin entries`. */
function spell(restBase: string): string {
  return restBase.charAt(0).toUpperCase() + restBase.slice(1).replaceAll(/[-_]/g, ' ');
}

/** `PluginEntry` gives `plugin entry`. */
function singularOf(schema: string): string {
  return schema.replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

/** What is in `components.parameters`: taken by every route of wp/v2 whose answers keep their shape with it. */
export const contentParameters = {
  Embed: {
    name: '_embed',
    in: 'query',
    description: 'Send what embeddable links point to as well: all (`1`), or relations separated by commas.',
    schema: { type: 'string' },
  },
} satisfies Record<string, Json>;

/** Described in prose: as parameters they would give answers several shapes, and generated clients no usable types. */
export const shapingParameters =
  'Every route also takes `_fields` (only these members, separated by commas; `title.rendered` names one inside ' +
  'another), `context=embed` (only the members that an embedded object has) and `_envelope` (status 200, and an ' +
  'object with the members `status`, `headers` and `body`). The answers then differ from the described shapes. So does ' +
  'an empty answer of `/wp-json/wp/v2/taxonomies` with `type`, which is an empty array.';

/** The paths of the content routes, from the table that finds their answers. */
export function describeContentPaths(site: Site): Record<string, Json> {
  return Object.fromEntries(wpRoutes(site).map((route) => [pathOf(route), { get: operation(route, site) }]));
}

/** The same where only files are served: what is stored of each route, without parameters. */
export function describeStoredPaths(site: Site): Record<string, Json> {
  const routes = wpRoutes(site).map((route) => ({ route, about: describe(route, site) }));
  const stored = routes.filter(({ about }) => about.object !== undefined && about.object !== 'SearchHit');
  return Object.fromEntries(
    stored.map(({ route, about }) => {
      const { operationId, summary } = about;
      const description = `${summary}. The whole answer is one file, which takes no parameters.`;
      const success = jsonResponse(summary, answerSchema(about));
      const operation = {
        operationId,
        summary,
        description,
        tags: ['Content'],
        parameters: pathParameters(route),
        responses: { '200': success, ...fileFailures },
      };
      return [storedPath(pathOf(route)), { get: operation }];
    }),
  );
}

/** `/wp/v2/posts/(?P<id>[\d]+)` gives `/wp-json/wp/v2/posts/{id}`; a last slash is left out, it makes no difference. */
function pathOf(route: WpRoute): string {
  const path = paths.wpRoot + route.path.slice(1).replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}');
  return path.replace(/\/$/, '');
}

/** How a summary goes on. */
const explain: Readonly<Record<Described['answers'], string>> = {
  list: ', in pages of ten unless `per_page` asks for another number. `X-WP-Total` counts them on all pages, and other parameters narrow the list.',
  object: ', by its ID or name. One that is not published is a 404.',
  map: ', as one object with a member for each name.',
  ApiIndex: ': its namespaces and routes with their methods and parameters, as WordPress lists them.',
  ApiNamespace: ' with their methods and parameters, as WordPress lists them.',
};

function operation(route: WpRoute, site: Site): Json {
  const about = describe(route, site);
  const { operationId, summary, answers } = about;
  const isList = answers === 'list';
  const success = jsonResponse(summary, answerSchema(about), isList ? totals : {});
  return {
    operationId,
    summary,
    description: `${summary}${explain[answers]}`,
    tags: ['Content'],
    parameters: [
      ...pathParameters(route),
      ...queryParameters(route),
      ...Object.keys(contentParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    responses: { '200': success, ...contentFailures },
  };
}

const totals = {
  'X-WP-Total': header('How many objects match.', 'integer'),
  'X-WP-TotalPages': header('On how many pages.', 'integer'),
  Link: header('The previous and the next page.'),
};

function answerSchema({ answers, object }: Described): Json {
  if (answers === 'ApiIndex' || answers === 'ApiNamespace') return ref(answers);
  if (!object) return { type: 'array', items: { type: 'object' }, maxItems: 0 };
  if (answers === 'object') return refTo(object);
  if (answers === 'map') return { type: 'object', additionalProperties: refTo(object) };
  return { type: 'array', items: refTo(object), maxItems: 100 };
}

function pathParameters(route: WpRoute): Json[] {
  return [...route.path.matchAll(/\(\?P<(\w+)>([^)]*)\)/g)].map(([, name = '', pattern = '']) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'id' ? 'Id of the object.' : 'Name of the object.',
    schema: pattern.includes('\\d')
      ? { type: 'integer', minimum: 1 }
      : { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
  }));
}

/** Parameters that are useful to anonymous clients, without {@link shapingParameters}. */
function queryParameters(route: WpRoute): Json[] {
  const inPath = new Set([...route.path.matchAll(/\(\?P<(\w+)>/g)].map((match) => match[1]));
  return Object.entries(route.arguments)
    .filter(
      ([name, { description = '' }]) =>
        !isShaping(route, name) && !inPath.has(name) && !/^(?:Not for|Unlocks nothing)/.test(description),
    )
    .map(([name, argument]) => ({ name, in: 'query', ...describeArgument(route, name, argument) }));
}

function isShaping(route: WpRoute, name: string): boolean {
  return name === 'context' || (route.id === 'taxonomies' && name === 'type');
}

/** A list is described in its short form, a text with commas, by a pattern of what the server accepts: an empty one filters nothing, but of terms. */
function describeArgument(route: WpRoute, name: string, argument: WpArgument): Json {
  const { description = '' } = argument;
  if (name === 'namespace')
    return { description: 'Always that of the address.', schema: choice([namespaceOf(route.path)]) };
  if (route.id === 'documents' && name === 'parent') return { description, schema: { type: 'integer' } };
  if (argument.special === 'status')
    return { description, schema: choice([String(argument.default)], argument.default) };
  const items = listItems(argument);
  if (!items) return { description, schema: scalar(argument) };
  const { enum: choices } = items;
  if (choices) {
    const one = `(${choices.join('|')})`;
    const how = `Any of ${choices.join(', ')}, separated by commas.`;
    return {
      description: `${description} ${how}`,
      // A pattern can't say that each is there once.
      schema: {
        type: 'string',
        ...(argument.uniqueItems ? {} : { pattern: `^(${one}(,${one})*)?$` }),
      },
    };
  }
  const isTerms = argument.oneOf !== undefined;
  const ids = items.type === 'integer' ? { pattern: `^([0-9]+(,[0-9]+)*)${isTerms ? '' : '?'}$` } : {};
  return {
    description: `${description} Several are separated by commas.`,
    schema: { type: 'string', ...ids },
  };
}

/** What a list is made of; undefined for an argument that is a single value, or may be one. */
function listItems({ type, items, oneOf }: WpArgument): WpSchema | undefined {
  const list = oneOf?.find((variant) => variant.type === 'array');
  return list?.items ?? (type === 'array' ? items : undefined);
}

const choice = (values: readonly string[], fallback?: unknown): Json => ({
  type: 'string',
  enum: values,
  ...(fallback === undefined ? {} : { default: fallback }),
});

function scalar({ type, default: fallback, enum: choices, format, minimum, maximum }: WpSchema): Json {
  return {
    type: Array.isArray(type) ? type[0] : type,
    ...(choices ? { enum: choices } : {}),
    ...(format ? { format } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(fallback === undefined || fallback === null ? {} : { default: fallback }),
  };
}
