import { isMultilingual, languageSlug, languagesOf } from '../../model/languages.ts';
import type { Site } from '../../model/site.ts';
import type { WpSchema } from './schema.ts';

/** What a route takes, and the parts that several routes have in common. */
export interface WpArgument extends WpSchema {
  /** Checked in the first round; the others are checked only when all of these pass. */
  readonly first?: true;
  /** A check and conversion of its own instead of the schema's. */
  readonly special?: 'status' | 'subtype';
  /** Of the search's subtypes: those that belong to each type. */
  readonly subtypes?: Readonly<Record<string, readonly string[]>>;
}
export type WpArguments = Readonly<Record<string, WpArgument>>;

export const integers: WpSchema = { type: 'integer' };
export const idList = (description: string): WpArgument => ({
  description,
  type: 'array',
  items: integers,
  default: [],
});
export const context = (...contexts: string[]): WpArgument => ({
  description: 'Which fields the objects carry.',
  type: 'string',
  enum: contexts,
  default: 'view',
  first: true,
});
export const fullContext = context('view', 'embed', 'edit');

export const page: WpArgument = {
  description: 'Page of the collection.',
  type: 'integer',
  default: 1,
  minimum: 1,
  first: true,
};
export const perPage: WpArgument = {
  description: 'Objects on one page.',
  type: 'integer',
  default: 10,
  minimum: 1,
  maximum: 100,
  first: true,
};
export const search: WpArgument = {
  description: 'Only what contains these words.',
  type: 'string',
  first: true,
};
export const paged = { context: fullContext, page, per_page: perPage, search };

export const exclude = idList('Without these ids.');
export const include = idList('Only these ids.');
export const offset: WpArgument = {
  description: 'Leave out this many objects at the start.',
  type: 'integer',
};
export const order = (fallback: 'asc' | 'desc'): WpArgument => ({
  description: 'Direction of the order.',
  type: 'string',
  default: fallback,
  enum: ['asc', 'desc'],
});
export const orderBy = (fallback: string, ...names: string[]): WpArgument => ({
  description: 'Field that orders the collection.',
  type: 'string',
  default: fallback,
  enum: names,
});
/** Languages by their slugs, as Polylang takes them; a site of one language takes none. */
export function languageArgument(site: Site): WpArguments {
  if (!isMultilingual(site)) return {};
  const lang: WpArgument = {
    description: 'Only in these languages; without it, in all of them.',
    type: 'array',
    items: { enum: languagesOf(site).map(languageSlug), type: 'string' },
    default: [],
  };
  return { lang };
}
export const slugList: WpArgument = {
  description: 'Only these slugs.',
  type: 'array',
  items: { type: 'string' },
};
export const date = (description: string): WpArgument => ({
  description,
  type: 'string',
  format: 'date-time',
});

/** The id in the address of an item, which a parameter may override. */
export const id: WpArgument = { description: 'Id of the object.', type: 'integer' };
export const password: WpArgument = { description: 'Unlocks nothing here.', type: 'string' };
