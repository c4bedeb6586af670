import { kindsOf, type Taxonomy, taxonomiesOf } from '../../model/kinds.ts';
import type { Site } from '../../model/site.ts';
import { listTypes } from '../objects/types.ts';
import {
  context,
  date,
  exclude,
  include,
  integers,
  languageArgument,
  offset,
  order,
  orderBy,
  page,
  paged,
  perPage,
  search,
  slugList,
  type WpArgument,
  type WpArguments,
} from './argument.ts';

/** The parameters of every other collection, in the order in which WordPress declares them. */
const termOrders = ['id', 'include', 'name', 'slug', 'include_slugs', 'term_group', 'description', 'count'];
const hideEmpty: WpArgument = {
  description: 'Leave out terms that no post carries.',
  type: 'boolean',
  default: false,
};
const ofPost: WpArgument = { description: 'Only the terms of this post.', type: 'integer', default: null };

export function termArguments({ key, hierarchical }: Taxonomy, site: Site): WpArguments {
  return {
    ...paged,
    exclude,
    include,
    ...(hierarchical ? {} : { offset }),
    order: order('asc'),
    orderby: orderBy('name', ...termOrders),
    hide_empty: hideEmpty,
    ...(hierarchical ? { parent: { description: `Only directly below this ${key}.`, type: 'integer' } } : {}),
    post: ofPost,
    slug: slugList,
    ...languageArgument(site),
  };
}

export function userArguments(site: Site): WpArguments {
  return {
    ...users,
    has_published_posts: {
      description: 'Only authors of published posts, or of these types.',
      type: ['boolean', 'array'],
      items: { type: 'string', enum: listTypes(site) },
    },
  };
}

const users: WpArguments = {
  ...paged,
  exclude,
  include,
  offset,
  order: { default: 'asc', description: 'Direction of the order.', enum: ['asc', 'desc'], type: 'string' },
  orderby: {
    default: 'name',
    description: 'Field that orders the collection.',
    enum: ['id', 'include', 'name', 'registered_date', 'slug', 'include_slugs', 'email', 'url'],
    type: 'string',
  },
  slug: slugList,
  roles: { description: 'Not for readers.', type: 'array', items: { type: 'string' } },
  capabilities: { description: 'Not for readers.', type: 'array', items: { type: 'string' } },
  who: { description: 'Not for readers.', type: 'string', enum: ['authors'] },
};

const commentIds = (description: string): WpArgument => ({
  default: [],
  description,
  type: 'array',
  items: integers,
});

export const comments: WpArguments = {
  ...paged,
  after: date('Written after this moment.'),
  author: { description: 'Not for readers.', type: 'array', items: integers },
  author_exclude: { description: 'Not for readers.', type: 'array', items: integers },
  author_email: { default: null, description: 'Not for readers.', format: 'email', type: 'string' },
  before: date('Written before this moment.'),
  exclude,
  include,
  offset,
  order: order('desc'),
  orderby: orderBy('date_gmt', 'date', 'date_gmt', 'id', 'include', 'post', 'parent', 'type'),
  parent: commentIds('Only answers to these comments.'),
  parent_exclude: commentIds('Not answers to these comments.'),
  post: commentIds('Only on these documents.'),
  status: { default: 'approve', description: 'Not for readers.', type: 'string', first: true },
  type: { default: 'comment', description: 'Not for readers.', type: 'string', first: true },
  password: { description: 'Unlocks nothing here.', type: 'string' },
};

export function searchArguments(site: Site): WpArguments {
  const subtypes = {
    post: kindsOf(site).map(({ name }) => name),
    term: taxonomiesOf(site).map(({ name }) => name),
  };
  return {
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
      items: { enum: [...subtypes.post, ...subtypes.term, 'any'], type: 'string' },
      special: 'subtype',
      subtypes,
    },
    exclude,
    include,
    ...languageArgument(site),
  };
}

export const languages: WpArguments = { context: context('view', 'embed'), page, per_page: perPage };
