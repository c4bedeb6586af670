import {
  context,
  exclude,
  fullContext,
  id,
  idList,
  include,
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
import { documentItem, plain } from './document-arguments.ts';
import { tags } from './list-arguments.ts';

/**
 * The parameters of routes that nobody can read here: WordPress checks them before it refuses the reader, so a
 * wrong one is 400 and a right one 401.
 */
const { author: _author, author_exclude: _excluded, ...documents } = plain;
const states = (description: string): WpArgument => ({
  description,
  type: 'array',
  items: { enum: ['active', 'inactive'], type: 'string' },
});
const text = (description: string): WpArgument => ({ description, type: 'string' });
const pages: WpArguments = { context: fullContext, page, per_page: perPage };

export const closedArguments = {
  none: {},
  context: { context: fullContext },
  item: { id, context: fullContext },
  document: documentItem,
  documents,
  terms: tags,
  pages,
  menuItems: {
    ...documents,
    menu_order: { description: 'Only with this place.', type: 'integer' },
    orderby: { description: 'Field that orders.', type: 'string' },
  },
  revisions: {
    parent: id,
    ...paged,
    exclude,
    include,
    offset,
    order: order('desc'),
    orderby: orderBy('date', 'date', 'id', 'include', 'relevance', 'slug', 'include_slugs', 'title'),
  },
  fonts: {
    ...pages,
    exclude,
    include: idList('Only these ids.'),
    offset,
    order: order('desc'),
    orderby: orderBy('id', 'id', 'include'),
    slug: slugList,
  },
  templates: {
    context: context('view', 'embed', 'edit'),
    wp_id: { description: 'Only this one.', type: 'integer' },
    area: text('Only of this part of a page.'),
    post_type: text('Only for this post type.'),
  },
  themes: { status: states('Only themes in use, or only others.') },
  plugins: { context: fullContext, search, status: states('Only plugins in use, or only others.') },
} satisfies Record<string, WpArguments>;
