import { z } from 'zod';

/** The settings that decide what is on the home page, and how lists show documents: parts of the schema in `site.ts`. */

/** `list` has descriptions, `compact` has one line each, `cards` are side by side. Covers are in the first and the last. */
export const listLayouts = ['list', 'compact', 'cards'] as const;
export type ListLayout = (typeof listLayouts)[number];

/** The parts of the home page that can be moved or left out. */
export const homeSections = ['text', 'featured', 'latest', 'talks', 'pages'] as const;
export type HomeSectionName = (typeof homeSections)[number];

export const homeSchema = z
  .strictObject({
    /** Begins with the owner: portrait, name, description and the links of `social`. Default: where `owner` has an `image`. */
    profile: z.boolean().optional(),
    /** What comes below, in this order. What has nothing to show is left out. `text` is that of content/pages/index.md. */
    sections: z.array(z.enum(homeSections)).default(['text', 'featured', 'latest', 'talks', 'pages']),
    /** How the latest posts are shown. Default: `lists`. `compact` has a heading for each year. */
    latest: z.enum(listLayouts).optional(),
    /** Number of latest posts. Default: `postsPerPage`. */
    posts: z.int().min(1).max(100).optional(),
    /** Number of talks. Default: none. */
    talks: z.int().min(0).max(100).default(0),
    /** Pages to show, by their addresses: `['/about/', '/now/']`. */
    pages: z
      .array(z.string().regex(/^\/.*\/$/, 'must be the address of a page, such as /about/'))
      .default([]),
  })
  .prefault({});

/** How lists are shown where nothing else is said. */
export function listLayout({ lists, look }: { lists?: ListLayout | undefined; look: string }): ListLayout {
  return lists ?? (look === 'magazine' ? 'cards' : 'list');
}
