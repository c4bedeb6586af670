import { type Kind, kindsOf, type Taxonomy, taxonomiesOf } from '../../model/kinds.ts';
import type { Site } from '../../model/site.ts';
import { apiBase, paths } from '../../model/urls.ts';

/** Answers of `/wp-json/wp/v2/types`, `/taxonomies` and `/statuses`; kinds other than posts and pages are custom types. */
type PostType = Pick<
  Kind,
  'restBase' | 'hierarchical' | 'hasArchive' | 'icon' | 'description' | 'taxonomies'
> & { readonly labels: { readonly name: string } };

/** WordPress's other built-in types; the routes of all but the first need a login or are empty. */
const builtInTypes: Readonly<Record<string, PostType>> = {
  attachment: { ...builtIn('Media', 'media'), icon: 'dashicons-admin-media' },
  nav_menu_item: builtIn('Navigation Menu Items', 'menu-items', '', ['nav_menu']),
  wp_block: builtIn('Patterns', 'blocks', '', ['wp_pattern_category']),
  wp_template: builtIn('Templates', 'templates', 'Templates to include in your theme.'),
  wp_template_part: builtIn(
    'Template Parts',
    'template-parts',
    'Template parts to include in your templates.',
  ),
  wp_global_styles: builtIn('Global Styles', 'global-styles', 'Global styles to include in themes.'),
  wp_navigation: builtIn(
    'Navigation Menus',
    'navigation',
    'Navigation menus that can be inserted into your site.',
  ),
  wp_font_family: builtIn('Font Families', 'font-families'),
  wp_font_face: builtIn('Font Faces', 'font-families/(?P<font_family_id>[\\d]+)/font-faces'),
};

function builtIn(
  name: string,
  restBase: string,
  description = '',
  taxonomies: readonly string[] = [],
): PostType {
  return {
    labels: { name },
    restBase,
    hierarchical: false,
    hasArchive: false,
    icon: null,
    description,
    taxonomies,
  };
}

/** In the order in which WordPress registers them: its own types, then custom ones. */
function postTypes(site: Site): Readonly<Record<string, PostType>> {
  const { post, page, ...custom } = Object.fromEntries(kindsOf(site).map((kind) => [kind.name, kind]));
  return { ...(post && { post }), ...(page && { page }), ...builtInTypes, ...custom };
}

/** Every type of the site, in the order of `/types`. */
export function listTypes(site: Site): readonly string[] {
  return Object.keys(postTypes(site));
}

type WpTaxonomy = Pick<Taxonomy, 'restBase' | 'kinds' | 'hierarchical' | 'description'> & {
  readonly labels: { readonly name: string };
};

const builtInTaxonomies: Readonly<Record<string, WpTaxonomy>> = {
  nav_menu: builtInTaxonomy('Navigation Menus', 'menus', 'nav_menu_item'),
  wp_pattern_category: builtInTaxonomy('Pattern Categories', 'wp_pattern_category', 'wp_block'),
};

function builtInTaxonomy(name: string, restBase: string, type: string): WpTaxonomy {
  return { labels: { name }, restBase, kinds: [type], hierarchical: false, description: '' };
}

function allTaxonomies(site: Site): Readonly<Record<string, WpTaxonomy>> {
  const listed = (isOwn: boolean) =>
    taxonomiesOf(site).flatMap((taxonomy) =>
      taxonomy.own === isOwn ? [[taxonomy.name, taxonomy] as const] : [],
    );
  return Object.fromEntries([...listed(false), ...Object.entries(builtInTaxonomies), ...listed(true)]);
}

/** Every taxonomy of the site, in the order of `/taxonomies`. */
export function listTaxonomies(site: Site): readonly string[] {
  return Object.keys(allTaxonomies(site));
}

/** The `wp:` prefix of link relations, as it is at the end of `_links`. */
export const curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }] as const;

function linksOf(site: Site, collection: string, restBase: string): object {
  const api = apiBase(site) + paths.wpV2;
  const items = [{ href: `${api}/${restBase}` }];
  return { collection: [{ href: `${api}/${collection}` }], 'wp:items': items, curies };
}

/** One entry of `/types`; null where the site has no such type. */
export function describeType(site: Site, slug: string): object | null {
  const type = new Map(Object.entries(postTypes(site))).get(slug);
  if (!type) return null;
  return {
    description: type.description,
    hierarchical: type.hierarchical,
    has_archive: type.hasArchive,
    name: type.labels.name,
    slug,
    icon: type.icon,
    taxonomies: type.taxonomies,
    rest_base: type.restBase,
    rest_namespace: 'wp/v2',
    template: [],
    template_lock: false,
    _links: linksOf(site, 'types', type.restBase),
  };
}

export function describeTypes(site: Site): Record<string, object> {
  return Object.fromEntries(listTypes(site).map((slug) => [slug, describeType(site, slug) ?? {}]));
}

/** One entry of `/taxonomies`; null where the site has no such taxonomy. */
export function describeTaxonomy(site: Site, slug: string): object | null {
  const taxonomy = new Map(Object.entries(allTaxonomies(site))).get(slug);
  if (!taxonomy) return null;
  return {
    name: taxonomy.labels.name,
    slug,
    description: taxonomy.description,
    types: taxonomy.kinds,
    hierarchical: taxonomy.hierarchical,
    rest_base: taxonomy.restBase,
    rest_namespace: 'wp/v2',
    _links: linksOf(site, 'taxonomies', taxonomy.restBase),
  };
}

/** `/taxonomies`, or those of one post type. */
export function describeTaxonomies(site: Site, type?: string): Record<string, object> {
  const all = Object.entries(allTaxonomies(site));
  const wanted = all.filter(([, { kinds }]) => type === undefined || kinds.includes(type));
  return Object.fromEntries(wanted.map(([slug]) => [slug, describeTaxonomy(site, slug) ?? {}]));
}

/** One entry of `/statuses`; `whole` with what editors see, which is not a secret here either. */
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
