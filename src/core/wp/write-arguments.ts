import { postFormats } from '../model/document.ts';
import type { WpArgument, WpArguments } from './argument.ts';

/**
 * What WordPress takes where something is written. Nothing can be written here, but WordPress looks at the
 * parameters before it looks at who sends them, so that a wrong one is 400 and a right one 401.
 */
const text: WpArgument = { type: 'string', first: true };
const integer: WpArgument = { type: 'integer', first: true };
const boolean: WpArgument = { type: 'boolean', first: true };
const integers: WpArgument = { type: 'array', items: { type: 'integer' }, first: true };
const date: WpArgument = { type: 'string', format: 'date-time', first: true };
const openOrClosed: WpArgument = { type: 'string', enum: ['open', 'closed'], first: true };
/** Texts that may be written as a string or as an object: WordPress checks them when it stores them. */
const content: WpArgument = {};
const meta: WpArgument = { first: true, special: 'meta' };

const id: WpArgument = integer;
const removal: WpArguments = { id, force: boolean };

const common: WpArguments = {
  date,
  date_gmt: date,
  slug: text,
  status: { type: 'string', enum: ['publish', 'future', 'draft', 'pending', 'private'], first: true },
};
const authored: WpArguments = {
  author: integer,
  featured_media: integer,
  comment_status: openOrClosed,
  ping_status: openOrClosed,
  meta,
  template: text,
};
const document: WpArguments = {
  ...common,
  password: text,
  title: content,
  content,
  author: integer,
  excerpt: content,
  featured_media: integer,
  comment_status: openOrClosed,
  ping_status: openOrClosed,
};
const post: WpArguments = {
  ...document,
  format: { type: 'string', enum: [...postFormats], first: true },
  meta,
  sticky: boolean,
  template: text,
  categories: integers,
  tags: integers,
};
const page: WpArguments = { ...document, parent: integer, menu_order: integer, meta, template: text };
const plain: WpArguments = { ...document, meta, template: text };
const media: WpArguments = {
  ...common,
  title: content,
  ...authored,
  alt_text: text,
  caption: content,
  description: content,
  post: integer,
};

const required = (argument: WpArgument): WpArgument => ({ ...argument, required: true });
const email: WpArgument = { type: 'string', format: 'email', first: true };
const tag: WpArguments = { description: text, name: text, slug: text, meta };
const category: WpArguments = { description: text, name: text, slug: text, parent: integer, meta };
const user: WpArguments = {
  username: text,
  name: text,
  first_name: text,
  last_name: text,
  email,
  url: text,
  description: text,
  locale: { type: 'string', enum: ['', 'en_US'], first: true },
  nickname: text,
  slug: text,
  roles: { type: 'array', items: { type: 'string' }, first: true },
  password: text,
  meta,
};
const comment: WpArguments = {
  author: integer,
  author_email: email,
  author_ip: { type: 'string', format: 'ip', first: true },
  author_name: text,
  author_url: text,
  author_user_agent: text,
  content,
  date,
  date_gmt: date,
  parent: integer,
  post: integer,
  status: text,
  meta,
};

/** What making, changing and removing take. */
export interface WpWrites {
  readonly create: WpArguments;
  readonly change: WpArguments;
  readonly remove: WpArguments;
}

const writes = (create: WpArguments, change: WpArguments = create, remove = removal): WpWrites => ({
  create,
  change: { id, ...change },
  remove,
});

/** By the base of the route. */
export const wpWrites: Readonly<Record<string, WpWrites>> = {
  posts: writes(post),
  pages: writes(page),
  talks: writes(plain),
  'plugin-entries': writes(plain),
  media: writes(media),
  categories: writes({ ...category, name: required(text) }, category),
  tags: writes({ ...tag, name: required(text) }, tag),
  users: writes(
    { ...user, username: required(text), email: required(email), password: required(text) },
    user,
    { ...removal, reassign: required(integer) },
  ),
  comments: writes(comment, comment, { ...removal, password: text }),
  blocks: writes(plain),
  navigation: writes(plain),
  wp_pattern_category: writes({ ...tag, name: required(text) }, tag),
};
