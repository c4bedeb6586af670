import { paths } from '../model/urls.ts';
import type { WpArgument } from '../wp/argument.ts';
import { wpArguments } from '../wp/arguments.ts';
import { type WpRoute, type WpRouteId, wpRoutes } from '../wp/routes.ts';
import type { WpSchema } from '../wp/schema.ts';
import { contentFailures, jsonResponse } from './openapi-responses.ts';
import { type Json, type ObjectName, ref } from './openapi-schemas.ts';

/** How a route is described: a list, one object, or objects by name. */
interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly answers: 'list' | 'object' | 'map' | 'nothing' | 'Index' | 'Namespace';
  readonly object?: ObjectName;
}

const list = (operationId: string, summary: string, object: ObjectName): Described => ({
  operationId,
  summary,
  answers: 'list',
  object,
});
const one = (operationId: string, summary: string, object: ObjectName): Described => ({
  operationId,
  summary,
  answers: 'object',
  object,
});
const map = (operationId: string, summary: string, object: ObjectName): Described => ({
  operationId,
  summary,
  answers: 'map',
  object,
});

/** Every route of the table that answers requests; one that is missing here does not compile. */
const described: Readonly<Record<WpRouteId, Described>> = {
  index: { operationId: 'getIndex', summary: 'What the JSON interface has', answers: 'Index' },
  namespace: { operationId: 'getNamespace', summary: 'Routes of wp/v2', answers: 'Namespace' },
  posts: list('listPosts', 'Posts, newest first', 'Post'),
  post: one('getPost', 'One post', 'Post'),
  pages: list('listPages', 'Pages, newest first', 'Page'),
  page: one('getPage', 'One page', 'Page'),
  talks: list('listTalks', 'Talks, newest first', 'Talk'),
  talk: one('getTalk', 'One talk', 'Talk'),
  plugins: list('listPluginEntries', 'Plugin entries, newest first', 'PluginEntry'),
  plugin: one('getPluginEntry', 'One plugin entry', 'PluginEntry'),
  media: list('listMedia', 'Pictures, newest first', 'Media'),
  attachment: one('getMedia', 'One picture', 'Media'),
  types: map('listTypes', 'Types of content', 'Type'),
  type: one('getType', 'One type of content', 'Type'),
  statuses: map('listStatuses', 'Statuses of content', 'Status'),
  status: one('getStatus', 'One status of content', 'Status'),
  taxonomies: map('listTaxonomies', 'Taxonomies', 'Taxonomy'),
  taxonomy: one('getTaxonomy', 'One taxonomy', 'Taxonomy'),
  categories: list('listCategories', 'Categories by name', 'Category'),
  category: one('getCategory', 'One category', 'Category'),
  tags: list('listTags', 'Tags by name', 'Tag'),
  tag: one('getTag', 'One tag', 'Tag'),
  users: list('listUsers', 'Authors by name', 'User'),
  user: one('getUser', 'One author', 'User'),
  comments: { operationId: 'listComments', summary: 'Comments (there are none)', answers: 'nothing' },
  comment: { operationId: 'getComment', summary: 'One comment (there are none)', answers: 'nothing' },
  search: list('search', 'Search across all content', 'SearchHit'),
};

/** Parameters that every route of wp/v2 takes; they stand in `components.parameters`. */
export const contentParameters = {
  Fields: {
    name: '_fields',
    in: 'query',
    description: 'Members to send, separated by commas; `title.rendered` names one inside another.',
    schema: { type: 'string' },
  },
  Embed: {
    name: '_embed',
    in: 'query',
    description: 'Send what embeddable links lead to as well: all (`1`), or relations separated by commas.',
    schema: { type: 'string' },
  },
  Envelope: {
    name: '_envelope',
    in: 'query',
    description: 'Send status and headers inside the body.',
    schema: { type: 'string' },
  },
} satisfies Record<string, Json>;

/** The paths of the content routes, from the table that finds their answers. */
export function describeContentPaths(): Record<string, Json> {
  return Object.fromEntries(wpRoutes.map((route) => [pathOf(route), { get: operation(route) }]));
}

/** `/wp/v2/posts/(?P<id>[\d]+)` gives `/wp-json/wp/v2/posts/{id}`; a last slash is left out, it makes no difference. */
function pathOf(route: WpRoute): string {
  const path = paths.wpRoot + route.path.slice(1).replace(/\(\?P<(\w+)>[^)]*\)/g, '{$1}');
  return path.replace(/\/$/, '');
}

function operation(route: WpRoute): Json {
  const { operationId, summary, answers } = described[route.id];
  const isList = answers === 'list' || route.id === 'comments';
  const success = jsonResponse(summary, answerSchema(described[route.id]), isList ? totals : {});
  return {
    operationId,
    summary,
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
  'X-WP-Total': { description: 'How many objects match.', schema: { type: 'integer' } },
  'X-WP-TotalPages': { description: 'On how many pages.', schema: { type: 'integer' } },
  Link: { description: 'The previous and the next page.', schema: { type: 'string' } },
};

function answerSchema({ answers, object }: Described): Json {
  if (answers === 'Index' || answers === 'Namespace') return { anyOf: [ref(answers), ref('Envelope')] };
  if (!object) return { anyOf: [{ type: 'array', maxItems: 0 }, ref('Envelope')] };
  const whole = ref(object);
  const part = ref(`${object}Selection`);
  if (answers === 'object') return { anyOf: [whole, part, ref('Envelope')] };
  if (answers === 'map') {
    const entries = {
      type: ['object', 'array'],
      maxItems: 0,
      additionalProperties: { anyOf: [whole, part] },
    };
    return { anyOf: [ref('Envelope'), entries] };
  }
  const items = (schema: Json): Json => ({ type: 'array', items: schema, maxItems: 100 });
  return { anyOf: [items(whole), items(part), ref('Envelope')] };
}

function pathParameters(route: WpRoute): Json[] {
  return [...route.path.matchAll(/\(\?P<(\w+)>([^)]*)\)/g)].map(([, name = '', pattern = '']) => ({
    name,
    in: 'path',
    required: true,
    description: name === 'id' ? 'Id of the object.' : 'Name of the object.',
    schema: pattern.includes('\\d') ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));
}

/** What an anonymous reader may use: arguments that need a login or do nothing are left out. */
function queryParameters(route: WpRoute): Json[] {
  const inPath = new Set([...route.path.matchAll(/\(\?P<(\w+)>/g)].map((match) => match[1]));
  const given: Readonly<Record<string, WpArgument>> = wpArguments[route.arguments];
  return Object.entries(given)
    .filter(
      ([name, { description = '' }]) =>
        !inPath.has(name) && !/^(?:Not for|Unlocks nothing)/.test(description),
    )
    .map(([name, argument]) => ({
      name,
      in: 'query',
      ...describeArgument(route, name, argument),
    }));
}

function describeArgument(route: WpRoute, name: string, argument: WpArgument): Json {
  const { description = '' } = argument;
  if (name === 'context') {
    return {
      description: 'Which members come.',
      schema: { type: 'string', enum: ['view', 'embed'], default: 'view' },
    };
  }
  if (route.id === 'pages' && name === 'parent') return { description, schema: { type: 'integer' } };
  const { oneOf, type } = argument;
  const terms = oneOf?.find((variant) => variant.type === 'array');
  const isList = terms !== undefined || type === 'array' || (Array.isArray(type) && type.includes('array'));
  if (!isList) return { description, schema: scalar(argument) };
  const choices = argument.items?.enum;
  const how = choices
    ? `Any of ${choices.join(', ')}, separated by commas.`
    : 'Several are separated by commas.';
  return { description: `${description} ${how}`.trim(), schema: { type: 'string' } };
}

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
