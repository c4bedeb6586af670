import { z } from 'zod';
import { homeSchema, listLayouts } from './home.ts';
import { lookNames } from './looks.ts';
import { type ThemeComponent, themeComponents } from './theme-components.ts';

/** The settings that decide how a site looks: a part of the schema in `site.ts`. */

/** A module of the owner's own: a file below `theme/` or `src/` of the site, or a file of an installed package. */
const moduleName = (...endings: readonly string[]) =>
  z
    .string()
    .regex(
      /^(?:\.\/(?:theme|src|plugins|node_modules)\/|file:|@?\w)/,
      'must be a file such as ./theme/name, or one of an installed package',
    )
    .refine(
      (name) => endings.some((ending) => name.endsWith(ending)),
      `must end with ${endings.join(' or ')}`,
    );

const componentFile = moduleName('.astro').optional();
const componentFiles = Object.fromEntries(
  Object.keys(themeComponents).map((name) => [name, componentFile]),
) as Record<ThemeComponent, typeof componentFile>;

/** A file of `public/`, by its address. */
export const publicFile = z
  .string()
  .regex(/^\/[^/]/, 'must be the address of a file in public/, such as /logo.svg');

const headEntry = z
  .strictObject({
    tag: z.enum(['meta', 'link', 'script']),
    /** `true` gives an attribute without a value. */
    attrs: z
      .record(z.string().regex(/^[a-z][a-z0-9:-]*$/i), z.union([z.string(), z.literal(true)]))
      .default({}),
    /** Data in a script, such as JSON-LD. */
    content: z.string().optional(),
  })
  .refine(({ tag, content }) => content === undefined || tag === 'script', {
    path: ['content'],
    error: 'is in a script only',
  })
  .refine(({ content, attrs }) => content === undefined || /\bjson$/.test(String(attrs.type)), {
    path: ['content'],
    error:
      "is data with a type such as application/ld+json: the site's policy lets no script run from a page",
  });

/** Pages of one person elsewhere on the web. */
export const homesSchema = z.array(z.strictObject({ label: z.string().min(1), url: z.url() })).default([]);

export const lookFields = {
  /**
   * The look: `classic` is calm and all text, `magazine` has images and cards, `notebook` is small and dense, `poster` has
   * very large type. Colours and fonts are tokens in all of them.
   */
  look: z.enum(lookNames).default('classic'),
  /** How lists show documents: `list`, `compact` or `cards`. Default: `list`, and `cards` in the magazine. */
  lists: z.enum(listLayouts).optional(),
  /** What is on the home page: `{ latest: 'cards', pages: ['/about/'] }`. See `home.ts`. */
  home: homeSchema,
  /** Components of the theme that files of your own replace: `{ SiteFooter: './theme/site-footer.astro' }`. */
  components: z.strictObject(componentFiles).prefault({}),
  /** Styles that are read after the theme's own: `['./theme/my.css']`. */
  customCss: z.array(moduleName('.css')).default([]),
  /** More elements for the head of every page: `{ tag: 'meta', attrs: { name: 'fediverse:creator', content: '@me' } }`. */
  head: z.array(headEntry).default([]),
  /** An image next to the site name in the header, or instead of it: `{ src: '/logo.svg' }`. */
  logo: z
    .strictObject({
      src: publicFile,
      /** The same for dark pages. Default: `src`. */
      dark: publicFile.optional(),
      /** Does the image say the name itself? Then the name is not written next to it. */
      replacesTitle: z.boolean().default(false),
    })
    .optional(),
  /** The icon in the browser's tab. `/favicon.svg`. Default: favicon.svg, favicon.ico and apple-touch-icon.png of `public/`. */
  favicon: publicFile.optional(),
  /**
   * Your other homes on the web, linked from the end of every page as yours (`rel="me"`):
   * `[{ label: 'Mastodon', url: 'https://example.social/@me' }]`.
   */
  social: homesSchema,
  /** Parts of pages that not everybody wants: `{ readingTime: false }`. */
  show: z
    .strictObject({
      /** The menu "Markdown" at the end of a page. */
      markdownLink: z.boolean().default(true),
      /** How many minutes a text takes to read. */
      readingTime: z.boolean().default(true),
      /** Posts with common terms, at the end of a post. */
      relatedPosts: z.boolean().default(true),
      /** The table of contents of a text with three headings or more. */
      contents: z.boolean().default(true),
      /** The images of documents (`image`) in lists and search results. */
      covers: z.boolean().default(true),
      /** The search in the header and on the error page, and the index that it looks into. */
      search: z.boolean().default(true),
    })
    .prefault({}),
};
