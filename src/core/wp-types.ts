import type { DocumentKind } from './document.ts';
import { paths, restBases } from './urls.ts';

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
export type WpTypeSlug = DocumentKind | 'attachment';

interface PostType {
  readonly name: string;
  readonly base: string;
  readonly hierarchical: boolean;
  readonly archive: boolean;
  readonly icon: string;
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

export const wpTypeSlugs: readonly WpTypeSlug[] = ['post', 'page', 'attachment', 'talk', 'plugin'];

const taxonomies = {
  category: { name: 'Categories', base: 'categories', hierarchical: true },
  post_tag: { name: 'Tags', base: 'tags', hierarchical: false },
} as const;

/** REST collection of each taxonomy. */
export const taxonomyBases = { category: 'categories', post_tag: 'tags' } as const;

/** The `wp:` prefix of link relations, as it stands at the end of `_links`. */
export const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }] as const;

/** One entry of `/types`. `base` is the site's URL. */
export function describeType(base: string, slug: WpTypeSlug): object {
  const type = postTypes[slug];
  return {
    description: '',
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
export function describeTaxonomy(base: string, slug: keyof typeof taxonomies): object {
  const taxonomy = taxonomies[slug];
  return {
    name: taxonomy.name,
    slug,
    description: '',
    types: ['post'],
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

/** `/taxonomies`, or those of one post type: WordPress answers an empty object for a type without any. */
export function describeTaxonomies(base: string, type?: string): Record<string, object> {
  if (type !== undefined && type !== 'post') return {};
  return {
    category: describeTaxonomy(base, 'category'),
    post_tag: describeTaxonomy(base, 'post_tag'),
  };
}

export function describeStatus(base: string): object {
  return {
    name: 'Published',
    public: true,
    queryable: true,
    slug: 'publish',
    date_floating: false,
    _links: { archives: [{ href: `${base}${paths.wpV2}/posts` }] },
  };
}
