import { z } from 'zod';

/**
 * Kinds and taxonomies that an owner declares in `site.ts`, with the names and defaults of WordPress's `register_post_type`
 * and `register_taxonomy`. `src/settings/check-kinds.ts` checks them against each other.
 */
const word = (most: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[a-z][a-z0-9_-]{0,${most - 1}}$`),
      `must be a word of at most ${most} small letters, digits, hyphens and underscores`,
    );

/** Name of a kind, at most 20 characters as in WordPress. */
const kindName = word(20);
/** Name of a taxonomy, at most 32 characters as in WordPress. */
const taxonomyName = word(32);
const restBase = word(60);

const pattern = (...placeholders: readonly string[]) =>
  z
    .string()
    .regex(/^\/(?:[^/\s]+\/)+$/, 'must start and end with a slash')
    .refine(
      (text) => {
        const found = text.match(/\{[^}]*\}/g) ?? [];
        return found.length > 0 && found.every((one) => placeholders.includes(one));
      },
      `must contain ${placeholders[0]}, and may contain ${placeholders.join(', ')} and no other word in braces`,
    );

export const labels = z.strictObject({
  /** Plural, as a heading of lists: `Recipes`. */
  name: z.string().trim().min(1),
  /** `Recipe`. */
  singular: z.string().trim().min(1).optional(),
});

const kindField = z.strictObject({
  /** `text`, `number`, `boolean`; `address` is a URL or a path on this site; `url` is on the web. */
  type: z.enum(['text', 'number', 'boolean', 'address', 'url']).default('text'),
  /** What readers see before the value. Default: the field's name. */
  label: z.string().trim().min(1).optional(),
  /** Must each document say it? */
  required: z.boolean().default(false),
  /** Shows the value in lists too. */
  inLists: z.boolean().default(false),
});

/** Fields by name. */
export const kindFields = z
  .record(z.string().regex(/^[a-z][a-zA-Z0-9_]*$/, 'must be a word'), kindField)
  .default({});

const kindSettings = z.strictObject({
  /** What lists are called. Default: the kind's name. */
  labels: labels.optional(),
  /** One sentence for the list of the kind, and for programs. */
  description: z.string().trim().default(''),
  /** Folder below `content/`. Default: the kind's name. */
  folder: word(60).optional(),
  /** Collection below `/wp-json/wp/v2/`. Default: the kind's name. */
  restBase: restBase.optional(),
  /** Pattern of addresses. Default: `/recipe/{slug}/` for a kind `recipe`. */
  permalink: pattern(
    '{slug}',
    '{id}',
    '{year}',
    '{month}',
    '{day}',
    '{hour}',
    '{minute}',
    '{second}',
    '{author}',
  ).optional(),
  /** Folders are parents, as with pages. */
  hierarchical: z.boolean().default(false),
  /** Must each document have a date, which its page shows? */
  dated: z.boolean().default(true),
  /** Is there a list of all documents, with feeds? A path such as `/recipes/` says where. Default: where the permalink begins. */
  archive: z
    .union([
      z.boolean(),
      z.string().regex(/^\/(?:[^/\s{}]+\/)+$/, 'must be true, false or a path such as "/recipes/"'),
    ])
    .default(true),
  /** Taxonomies whose terms the documents carry: `category`, `tag`, and your own. */
  taxonomies: z.array(z.string()).default([]),
  /** Fields of the front matter that this kind has in addition to the common ones; programs find them in `meta`. */
  fields: kindFields,
});

const taxonomySettings = z.strictObject({
  /** What the list of terms is called. Default: the taxonomy's name. */
  labels: labels.optional(),
  /** One sentence for the list of the terms, and for programs. */
  description: z.string().trim().default(''),
  /** Collection below `/wp-json/wp/v2/`, field of the front matter, and file below `content/`. Default: the name. */
  restBase: restBase.optional(),
  /** Pattern of addresses. Default: `/cuisine/{path}/` for a hierarchical taxonomy, else `/cuisine/{slug}/`. */
  permalink: pattern('{slug}', '{path}').optional(),
  /** May terms have a parent? */
  hierarchical: z.boolean().default(false),
  /** Kinds whose documents carry its terms, where they do not name it themselves: `post`, and your own. */
  kinds: z.array(z.string()).default([]),
});

export type KindSettings = z.output<typeof kindSettings>;
export type TaxonomySettings = z.output<typeof taxonomySettings>;

/** Content types by name: `{ recipe: { folder: 'recipes' } }`. */
export const ownKinds = z.record(kindName, kindSettings).default({});
/** Taxonomies by name: `{ cuisine: { kinds: ['recipe'] } }`. */
export const ownTaxonomies = z.record(taxonomyName, taxonomySettings).default({});
