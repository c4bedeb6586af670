import { z } from 'zod';
import { type Look, looks } from './looks.ts';

/** The settings that decide what is on the home page, and how lists show documents: parts of the schema in `site.ts`. */

/** `list` has descriptions, `compact` has one line each, `cards` are side by side. Covers are in the first and the last. */
export const listLayouts = ['list', 'compact', 'cards'] as const;
export type ListLayout = (typeof listLayouts)[number];

/**
 * Forms of the home page: `letter` is an introduction and the latest posts, `journal` has their bodies, `index` is one
 * list by year, `portfolio` begins with images, `notebook` mixes bodies of notes and links with titles of posts.
 */
export const homeForms = ['letter', 'journal', 'index', 'portfolio', 'notebook'] as const;
export type HomeForm = (typeof homeForms)[number];

/** The parts of the home page that can be moved or left out. */
export const homeSections = ['text', 'featured', 'latest', 'talks', 'pages'] as const;
export type HomeSectionName = (typeof homeSections)[number];

export const homeSchema = z
  .strictObject({
    /** Begins with the owner: portrait, name, description and the links of `social`. Default: where `owner` has an `image`. */
    profile: z.boolean().optional(),
    /** The form of the page: letter, journal, index, portfolio or notebook. */
    form: z.enum(homeForms).default('letter'),
    /**
     * What comes below, in this order. What has nothing to show is left out. `text` is that of content/pages/index.md.
     * Default: all parts; `featured` only in a letter, since the other forms are in order of time.
     */
    sections: z.array(z.enum(homeSections)).optional(),
    /** How the latest posts are shown. Default: `lists`, or as the form has them. `compact` has a heading for each year. */
    latest: z.enum(listLayouts).optional(),
    /** Number of latest posts. Default: `postsPerPage`; 5 in a journal, 100 in an index. */
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
export function listLayout({ lists, look }: { lists?: ListLayout | undefined; look: Look }): ListLayout {
  return lists ?? looks[look].lists;
}

export type HomeSettings = z.output<typeof homeSchema>;

export function sectionsOf({ sections, form }: HomeSettings): readonly HomeSectionName[] {
  if (sections) return sections;
  return homeSections.filter((name) => form === 'letter' || name !== 'featured');
}

/** What differs between forms: layout and number of the latest posts, where the settings name none. */
const ofForm: Readonly<
  Record<HomeForm, { readonly layout?: ListLayout | 'images'; readonly count?: number }>
> = {
  letter: {},
  journal: { layout: 'list', count: 5 },
  index: { layout: 'compact', count: 100 },
  portfolio: { layout: 'images' },
  notebook: { layout: 'list' },
};

/** How the latest posts are shown, unless as all lists. */
export const latestLayout = ({ form, latest }: HomeSettings) => latest ?? ofForm[form].layout;

export const latestCount = ({ form, posts }: HomeSettings) => posts ?? ofForm[form].count;

/** Does the home page show bodies of other documents? */
export const showsBodies = ({ form }: HomeSettings): boolean => form === 'journal' || form === 'notebook';
