import type { DocumentKind } from '../model/document.ts';
import { paths, restBases } from '../model/urls.ts';

/**
 * What `/wp-json/wp/v2/types`, `/taxonomies` and `/statuses` answer: WordPress's own descriptions of the kinds
 * of content that this site has, with talks and plugin entries as two custom post types.
 *
 * ```json
 * { "post": { "description": "", "hierarchical": false, "has_archive": false, "name": "Posts", "slug": "post",
 *             "icon": "dashicons-admin-post", "taxonomies": ["category", "post_tag"], "rest_base": "posts",
 *             "rest_namespace": "wp/v2", "template": [], "template_lock": false, "_links": { … } }, … }
 * ```
 */
export type WpTypeSlug =
  | DocumentKind
  | 'attachment'
  | 'nav_menu_item'
  | 'wp_block'
  | 'wp_template'
  | 'wp_template_part'
  | 'wp_global_styles'
  | 'wp_navigation'
  | 'wp_font_family'
  | 'wp_font_face';

interface PostType {
  readonly name: string;
  readonly base: string;
  readonly hierarchical: boolean;
  readonly archive: boolean;
  readonly icon: string | null;
  readonly description?: string;
  readonly taxonomies: readonly string[];
}

const postTypes: Readonly<Record<WpTypeSlug, PostType>> = {
  post: {
    name: 'Posts',
    base: restBases.post,
    hierarchical: false,
    archive: false,
    icon: 'dashicons-admin-post',
    taxonomies: ['category', 'post_tag'],
  },
  page: {
    name: 'Pages',
    base: restBases.page,
    hierarchical: true,
    archive: false,
    icon: 'dashicons-admin-page',
    taxonomies: [],
  },
  attachment: {
    name: 'Media',
    base: 'media',
    hierarchical: false,
    archive: false,
    icon: 'dashicons-admin-media',
    taxonomies: [],
  },
  // WordPress always has these; their routes need a login or are empty.
  nav_menu_item: builtIn('Navigation Menu Items', 'menu-items', ['nav_menu']),
  wp_block: builtIn('Patterns', 'blocks', ['wp_pattern_category']),
  wp_template: builtIn('Templates', 'templates', [], 'Templates to include in your theme.'),
  wp_template_part: builtIn(
    'Template Parts',
    'template-parts',
    [],
    'Template parts to include in your templates.',
  ),
  wp_global_styles: builtIn('Global Styles', 'global-styles', [], 'Global styles to include in themes.'),
  wp_navigation: builtIn(
    'Navigation Menus',
    'navigation',
    [],
    'Navigation menus that can be inserted into your site.',
  ),
  wp_font_family: builtIn('Font Families', 'font-families', []),
  wp_font_face: builtIn('Font Faces', 'font-families/(?P<font_family_id>[\\d]+)/font-faces', []),
  talk: {
    name: 'Talks',
    base: restBases.talk,
    hierarchical: false,
    archive: true,
    icon: 'dashicons-megaphone',
    taxonomies: [],
  },
  plugin: {
    name: 'Plugins',
    base: restBases.plugin,
    hierarchical: false,
    archive: true,
    icon: 'dashicons-admin-plugins',
    taxonomies: [],
  },
};

function builtIn(name: string, base: string, taxonomies: readonly string[], description = ''): PostType {
  return { name, base, hierarchical: false, archive: false, icon: null, taxonomies, description };
}

export const wpTypeSlugs = Object.keys(postTypes) as readonly WpTypeSlug[];

const taxonomies = {
  category: { name: 'Categories', base: 'categories', type: 'post', hierarchical: true },
  post_tag: { name: 'Tags', base: 'tags', type: 'post', hierarchical: false },
  nav_menu: { name: 'Navigation Menus', base: 'menus', type: 'nav_menu_item', hierarchical: false },
  wp_pattern_category: {
    name: 'Pattern Categories',
    base: 'wp_pattern_category',
    type: 'wp_block',
    hierarchical: false,
  },
} as const;
export type WpTaxonomySlug = keyof typeof taxonomies;
export const wpTaxonomySlugs = Object.keys(taxonomies) as readonly WpTaxonomySlug[];

/** REST collection of each taxonomy. */
export const taxonomyBases = { category: 'categories', post_tag: 'tags' } as const;

/** The `wp:` prefix of link relations, as it stands at the end of `_links`. */
export const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }] as const;

/** One entry of `/types`. `base` is the site's URL. */
export function describeType(base: string, slug: WpTypeSlug): object {
  const type = postTypes[slug];
  return {
    description: type.description ?? '',
    hierarchical: type.hierarchical,
    has_archive: type.archive,
    name: type.name,
    slug,
    icon: type.icon,
    taxonomies: type.taxonomies,
    rest_base: type.base,
    rest_namespace: 'wp/v2',
    template: [],
    template_lock: false,
    _links: {
      collection: [{ href: `${base}${paths.wpV2}/types` }],
      'wp:items': [{ href: `${base}${paths.wpV2}/${type.base}` }],
      curies,
    },
  };
}

export function describeTypes(base: string): Record<string, object> {
  return Object.fromEntries(wpTypeSlugs.map((slug) => [slug, describeType(base, slug)]));
}

/** One entry of `/taxonomies`. */
export function describeTaxonomy(base: string, slug: WpTaxonomySlug): object {
  const taxonomy = taxonomies[slug];
  return {
    name: taxonomy.name,
    slug,
    description: '',
    types: [taxonomy.type],
    hierarchical: taxonomy.hierarchical,
    rest_base: taxonomy.base,
    rest_namespace: 'wp/v2',
    _links: {
      collection: [{ href: `${base}${paths.wpV2}/taxonomies` }],
      'wp:items': [{ href: `${base}${paths.wpV2}/${taxonomy.base}` }],
      curies,
    },
  };
}

/** `/taxonomies`, or those of one post type. */
export function describeTaxonomies(base: string, type?: string): Record<string, object> {
  const slugs = wpTaxonomySlugs.filter((slug) => type === undefined || taxonomies[slug].type === type);
  return Object.fromEntries(slugs.map((slug) => [slug, describeTaxonomy(base, slug)]));
}

/** One entry of `/statuses`; `whole` with what editors see, which is no secret here either. */
export function describeStatus(base: string, whole = false): object {
  return {
    name: 'Published',
    ...(whole ? { private: false, protected: false } : {}),
    public: true,
    queryable: true,
    ...(whole ? { show_in_list: true } : {}),
    slug: 'publish',
    date_floating: false,
    _links: { archives: [{ href: `${base}${paths.wpV2}/posts` }] },
  };
}
