import { postFormats } from '../../model/document.ts';
import { type Kind, type Taxonomy, taxonomiesOfKind } from '../../model/kinds.ts';
import type { Site } from '../../model/site.ts';
import {
  date,
  exclude,
  fullContext,
  id,
  idList,
  include,
  integers,
  languageArgument,
  offset,
  order,
  orderBy,
  paged,
  password,
  slugList,
  type WpArgument,
  type WpArguments,
} from './argument.ts';
import type { WpSchema } from './schema.ts';

/** The parameters of posts, pages, images and their items, in the order in which WordPress declares them. */
const after = date('Published after this moment.');
const modifiedAfter = date('Changed after this moment.');
const before = date('Published before this moment.');
const modifiedBefore = date('Changed before this moment.');
const author = idList('Only by these authors.');
const authorExclude = idList('Not by these authors.');
const searchColumns: WpArgument = {
  default: [],
  description: 'Fields that the words are looked for in.',
  type: 'array',
  items: { enum: ['post_title', 'post_content', 'post_excerpt'], type: 'string' },
};
/** Of WordPress 6.7, as `format`; `ignore_sticky` is of 6.8. */
const searchSemantics: WpArgument = {
  description: '`exact`: a field is the word or phrase, instead of containing it.',
  type: 'string',
  enum: ['exact'],
};
/** All statuses of WordPress; anonymous clients see only the default. */
export const statuses = [
  'publish',
  'future',
  'draft',
  'pending',
  'private',
  'trash',
  'auto-draft',
  'inherit',
  'request-pending',
  'request-confirmed',
  'request-failed',
  'request-completed',
  'any',
];
const status: WpArgument = {
  default: 'publish',
  description: 'Only what has this status; readers see what is published.',
  type: 'array',
  items: { enum: statuses, type: 'string' },
  special: 'status',
};

const termIds: WpSchema = {
  title: 'Term ID List',
  description: 'Any of these terms.',
  type: 'array',
  items: integers,
};
const termQuery = (properties: Record<string, WpSchema>): WpSchema => ({
  title: 'Term ID Taxonomy Query',
  description: 'The terms and how they combine.',
  type: 'object',
  properties: {
    terms: { description: 'Term ids.', type: 'array', items: integers, default: [] },
    ...properties,
  },
  additionalProperties: false,
});
const includeChildren: WpSchema = {
  description: 'Whether the terms below them count too.',
  type: 'boolean',
  default: false,
};
const operator: WpSchema = {
  description: 'Whether all of the terms are asked for, or any.',
  type: 'string',
  enum: ['AND', 'OR'],
  default: 'OR',
};
const terms = (description: string, properties: Record<string, WpSchema>): WpArgument => ({
  description,
  type: ['object', 'array'],
  oneOf: [termIds, termQuery(properties)],
});

const dates = {
  after,
  modified_after: modifiedAfter,
  author,
  author_exclude: authorExclude,
  before,
  modified_before: modifiedBefore,
  exclude,
  include,
};
const postOrders = [
  'author',
  'date',
  'id',
  'include',
  'modified',
  'parent',
  'relevance',
  'slug',
  'include_slugs',
  'title',
];

/** The parameters of the collection of a kind: those of all, of folders, of its taxonomies. */
export function documentArguments(kind: Kind, site: Site): WpArguments {
  const { hierarchical } = kind;
  const below = kind.labels.name.toLowerCase();
  const taxonomies = taxonomiesOfKind(site, kind);
  return {
    ...paged,
    ...dates,
    ...(hierarchical
      ? { menu_order: { description: 'Only with this place among their siblings.', type: 'integer' } }
      : {}),
    search_semantics: searchSemantics,
    offset,
    order: order('desc'),
    orderby: orderBy('date', ...postOrders, ...(hierarchical ? ['menu_order'] : [])),
    ...(hierarchical
      ? {
          parent: idList(`Only below these ${below}.`),
          parent_exclude: idList(`Not below these ${below}.`),
        }
      : {}),
    search_columns: searchColumns,
    slug: slugList,
    status,
    ...(taxonomies.length > 0 ? { tax_relation: taxRelation } : {}),
    ...Object.assign({}, ...taxonomies.map(taxonomyArguments)),
    ...(kind.name === 'post'
      ? {
          sticky: { description: 'Only what is pinned, or only what is not.', type: 'boolean' },
          ignore_sticky: {
            description: 'Whether what is pinned keeps its place in the order.',
            type: 'boolean',
            default: true,
          },
          format: {
            description: 'Only of these formats.',
            type: 'array',
            uniqueItems: true,
            items: { enum: postFormats, type: 'string' },
          },
        }
      : {}),
    ...languageArgument(site),
  };
}

const taxRelation: WpArgument = {
  description: 'How conditions on several taxonomies combine.',
  type: 'string',
  enum: ['AND', 'OR'],
};

function taxonomyArguments({ restBase, hierarchical }: Taxonomy): WpArguments {
  const how = hierarchical ? 'in' : 'with';
  const children = hierarchical ? { include_children: includeChildren } : {};
  return {
    [restBase]: terms(`Only ${how} these ${restBase}.`, { ...children, operator }),
    [`${restBase}_exclude`]: terms(`Not ${how} these ${restBase}.`, children),
  };
}

/** What the collections that are always empty take. */
export const plain: WpArguments = {
  ...paged,
  ...dates,
  offset,
  order: order('desc'),
  orderby: orderBy('date', ...postOrders),
  search_columns: searchColumns,
  slug: slugList,
  status,
};

export const media: WpArguments = {
  ...paged,
  ...dates,
  offset,
  order: order('desc'),
  orderby: orderBy('date', ...postOrders),
  parent: idList('Only of these documents.'),
  parent_exclude: idList('Not of these documents.'),
  search_columns: searchColumns,
  slug: slugList,
  status: { ...status, default: 'inherit', items: { enum: ['inherit', 'private', 'trash'], type: 'string' } },
  media_type: {
    default: null,
    description: 'Only this kind of file.',
    type: 'string',
    enum: ['image', 'video', 'text', 'application', 'audio'],
  },
  mime_type: { default: null, description: 'Only this MIME type.', type: 'string' },
};

/** One document; the second of WordPress's own two types. */
export const documentItem: WpArguments = { id, context: fullContext, password };
export const excerptedItem: WpArguments = {
  id,
  context: fullContext,
  excerpt_length: { description: 'Words of an excerpt; the excerpts here are as they are.', type: 'integer' },
  password,
};
