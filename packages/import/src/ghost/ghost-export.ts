import { z } from 'zod';

/** Ghost export (Settings > Import/Export): database tables, one object per row. */
const text = z.string().nullish();
const flag = z
  .union([z.boolean(), z.number()])
  .nullish()
  .transform((value) => Boolean(value));
const id = z.union([z.string(), z.number()]).transform(String);

const post = z.looseObject({
  id,
  uuid: text,
  title: z.string().default(''),
  slug: z.string().default(''),
  html: text,
  lexical: text,
  mobiledoc: text,
  markdown: text,
  feature_image: text,
  featured: flag,
  type: text,
  page: flag,
  status: z.string().default('draft'),
  visibility: text,
  custom_excerpt: text,
  author_id: id.nullish(),
  created_at: z.union([z.string(), z.number()]).nullish(),
  updated_at: z.union([z.string(), z.number()]).nullish(),
  published_at: z.union([z.string(), z.number()]).nullish(),
});

const named = z.looseObject({ id, slug: z.string(), name: z.string().default('') });
const link = z.object({ post_id: id, sort_order: z.number().nullish().default(0) });

const tables = z.looseObject({
  posts: z.array(post),
  tags: z.array(named).default([]),
  users: z.array(named).default([]),
  roles: z.array(z.looseObject({ id, name: z.string() })).default([]),
  roles_users: z.array(z.looseObject({ role_id: id, user_id: id })).default([]),
  posts_tags: z.array(link.extend({ tag_id: id })).default([]),
  posts_authors: z.array(link.extend({ author_id: id })).default([]),
  posts_meta: z.array(z.looseObject({ post_id: id })).default([]),
  settings: z.array(z.looseObject({ key: z.string(), value: z.unknown() })).default([]),
});

/** Two forms exist: `{"db":[{"meta":…,"data":…}]}` and `{"meta":…,"data":…}`. */
export const ghostExport = z.union([
  z.object({ db: z.tuple([z.looseObject({ data: tables })], z.unknown()) }).transform(({ db }) => db[0].data),
  z.looseObject({ data: tables }).transform(({ data }) => data),
]);

export type GhostTables = z.output<typeof tables>;
export type GhostPost = z.output<typeof post>;
