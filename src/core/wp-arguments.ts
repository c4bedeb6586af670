import type { WpSchema } from './wp-schema.ts';

/**
 * The parameters of every route, in the order in which WordPress declares (and checks) them. The same tables
 * validate requests, fill `/wp-json/` and answer OPTIONS.
 */
export interface WpArgument extends WpSchema {
  /** Checked in the first round; the others are looked at only when all of these pass. */
  readonly first?: true;
  readonly required?: boolean;
  /** A check and conversion of its own instead of the schema's. */
  readonly special?: 'status' | 'subtype';
}
export type WpArguments = Readonly<Record<string, WpArgument>>;

const integers: WpSchema = { type: 'integer' };
const idList = (description: string): WpArgument => ({
  description,
  type: 'array',
  items: integers,
  default: [],
});
const date = (description: string): WpArgument => ({ description, type: 'string', format: 'date-time' });

const context = (...contexts: string[]): WpArgument => ({
  description: 'Which fields the objects carry.',
  type: 'string',
  enum: contexts,
  default: 'view',
  first: true,
});
const fullContext = context('view', 'embed', 'edit');

const page: WpArgument = {
  description: 'Page of the collection.',
  type: 'integer',
  default: 1,
  minimum: 1,
  first: true,
};
const perPage: WpArgument = {
  description: 'Objects on one page.',
  type: 'integer',
  default: 10,
  minimum: 1,
  maximum: 100,
  first: true,
};
const search: WpArgument = { description: 'Only what contains these words.', type: 'string', first: true };
const paged = { context: fullContext, page, per_page: perPage, search };

const after = date('Published after this moment.');
const modifiedAfter = date('Changed after this moment.');
const before = date('Published before this moment.');
const modifiedBefore = date('Changed before this moment.');
const author = idList('Only by these authors.');
const authorExclude = idList('Not by these authors.');
const exclude = idList('Without these ids.');
const include = idList('Only these ids.');
const offset: WpArgument = { description: 'Leave out this many objects at the start.', type: 'integer' };
const order = (fallback: 'asc' | 'desc'): WpArgument => ({
  description: 'Direction of the order.',
  type: 'string',
  default: fallback,
  enum: ['asc', 'desc'],
});
const orderBy = (fallback: string, ...names: string[]): WpArgument => ({
  description: 'Field that orders the collection.',
  type: 'string',
  default: fallback,
  enum: names,
});
const searchColumns: WpArgument = {
  default: [],
  description: 'Fields that the words are looked for in.',
  type: 'array',
  items: { enum: ['post_title', 'post_content', 'post_excerpt'], type: 'string' },
};
const slugList: WpArgument = { description: 'Only these slugs.', type: 'array', items: { type: 'string' } };
const status: WpArgument = {
  default: 'publish',
  description: 'Only what has this status; readers see what is published.',
  type: 'array',
  items: { enum: ['publish'], type: 'string' },
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

/** Talks and plugin entries: posts without taxonomies. */
const plain: WpArguments = {
  ...paged,
  ...dates,
  offset,
  order: order('desc'),
  orderby: orderBy('date', ...postOrders),
  search_columns: searchColumns,
  slug: slugList,
  status,
};

const posts: WpArguments = {
  ...plain,
  tax_relation: {
    description: 'How conditions on several taxonomies combine.',
    type: 'string',
    enum: ['AND', 'OR'],
  },
  categories: terms('Only in these categories.', { include_children: includeChildren, operator }),
  categories_exclude: terms('Not in these categories.', { include_children: includeChildren }),
  tags: terms('Only with these tags.', { operator }),
  tags_exclude: terms('Not with these tags.', {}),
  sticky: { description: 'Only what is pinned, or only what is not.', type: 'boolean' },
};

const pages: WpArguments = {
  ...paged,
  ...dates,
  menu_order: { description: 'Only with this place among their siblings.', type: 'integer' },
  offset,
  order: order('desc'),
  orderby: orderBy('date', ...postOrders, 'menu_order'),
  parent: idList('Only below these pages.'),
  parent_exclude: idList('Not below these pages.'),
  search_columns: searchColumns,
  slug: slugList,
  status,
};

const media: WpArguments = {
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
    description: 'Only this kind of file.',
    type: 'string',
    enum: ['image', 'video', 'text', 'application', 'audio'],
  },
  mime_type: { description: 'Only this MIME type.', type: 'string' },
};

const termOrders = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'];
const hideEmpty: WpArgument = {
  description: 'Leave out terms that no post carries.',
  type: 'boolean',
  default: false,
};
const ofPost: WpArgument = { description: 'Only the terms of this post.', type: 'integer', default: null };

const categories: WpArguments = {
  ...paged,
  exclude,
  include,
  order: order('asc'),
  orderby: orderBy('name', ...termOrders),
  hide_empty: hideEmpty,
  parent: { description: 'Only directly below this category.', type: 'integer' },
  post: ofPost,
  slug: slugList,
};

const tags: WpArguments = {
  ...paged,
  exclude,
  include,
  offset,
  order: order('asc'),
  orderby: orderBy('name', ...termOrders),
  hide_empty: hideEmpty,
  post: ofPost,
  slug: slugList,
};

const users: WpArguments = {
  ...paged,
  exclude,
  include,
  offset,
  order: order('asc'),
  orderby: orderBy(
    'name',
    'id',
    'include',
    'name',
    'registered_date',
    'slug',
    'include_slugs',
    'email',
    'url',
  ),
  slug: slugList,
  roles: { description: 'Not for readers.', type: 'array', items: { type: 'string' } },
  capabilities: { description: 'Not for readers.', type: 'array', items: { type: 'string' } },
  who: { description: 'Not for readers.', type: 'string', enum: ['authors'] },
  has_published_posts: {
    description: 'Only authors of published posts.',
    type: ['boolean', 'array'],
    items: { type: 'string' },
  },
};

const comments: WpArguments = {
  ...paged,
  after,
  author: { description: 'Not for readers.', type: 'array', items: integers },
  author_exclude: { description: 'Not for readers.', type: 'array', items: integers },
  before,
  exclude,
  include,
  offset,
  order: order('desc'),
  orderby: orderBy('date_gmt', 'date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'),
  parent: idList('Only answers to these comments.'),
  parent_exclude: idList('Not answers to these comments.'),
  post: idList('Only on these documents.'),
  status: { description: 'Not for readers.', type: 'string', default: 'approve' },
  type: { description: 'Not for readers.', type: 'string', default: 'comment' },
  password: { description: 'Unlocks nothing here.', type: 'string' },
};

const searchRoute: WpArguments = {
  context: context('view', 'embed'),
  page,
  per_page: perPage,
  search,
  type: {
    default: 'post',
    description: 'Kind of object.',
    type: 'string',
    enum: ['post', 'term', 'post-format'],
  },
  subtype: {
    default: 'any',
    description: 'Post types or taxonomies.',
    type: 'array',
    items: { enum: ['post', 'page', 'talk', 'plugin', 'category', 'post_tag', 'any'], type: 'string' },
    special: 'subtype',
  },
  exclude,
  include,
};

const id: WpArgument = { description: 'Id of the object.', type: 'integer' };
const password: WpArgument = { description: 'Unlocks nothing here.', type: 'string' };

/** Arguments by name of a collection (`posts`), of an item (`posts/id`) or of a lookup by slug (`types/slug`). */
export const wpArguments = {
  posts,
  pages,
  plain,
  media,
  categories,
  tags,
  users,
  comments,
  search: searchRoute,
  item: { id, context: fullContext },
  documentItem: { id, context: fullContext, password },
  types: { context: fullContext },
  taxonomies: { context: fullContext, type: { description: 'Only of this post type.', type: 'string' } },
  statuses: { context: fullContext },
  none: {},
  index: { context: { default: 'view' } },
} satisfies Record<string, WpArguments>;
