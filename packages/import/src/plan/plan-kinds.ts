import { engineKinds, engineTaxonomies, type Site } from 'agentsite/model';
import { decodeHTML } from 'entities';
import { cleanSlug } from '../model/names.ts';
import type { Survey } from '../model/survey.ts';
import type { RestRecording, RestTaxonomy, RestType } from '../wordpress/rest-recording.ts';
import type { OldSite } from './address-book.ts';
import { inferPermalink } from './plan-permalink.ts';

/** Content types and taxonomies of plugins that the new site declares. */
export interface PlannedKinds {
  readonly kinds: ReadonlyMap<string, PlannedKind>;
  readonly taxonomies: ReadonlyMap<string, PlannedTaxonomy>;
}

interface Addressed {
  readonly restBase: string;
  readonly permalink: string;
}
export type PlannedKind = Site['kinds'][string] & Addressed;
/** `restBase` is also the front matter field, and the file in `content/`. */
type PlannedTaxonomy = Site['taxonomies'][string] & Addressed;

const takenKinds = new Set<string>([...Object.keys(engineKinds), 'attachment']);
const takenFolders = new Set<string>([
  ...Object.values(engineKinds).map(({ folder }) => folder),
  ...Object.values(engineTaxonomies).map(({ restBase }) => restBase),
  'skills',
  'comments',
  'media',
  'authors',
  'redirects',
]);
/** Engine taxonomies by their names in WordPress. */
const keys: ReadonlyMap<string, 'category' | 'tag'> = new Map(
  Object.values(engineTaxonomies).map(({ name, key }) => [name, key]),
);
const isName = (name: string, max: number): boolean =>
  /^[a-z][a-z0-9_-]*$/.test(name) && name.length <= max && !name.startsWith('wp_');

/** Declares public content types of plugins that are in `wp/v2`. Others become pages. */
export function planKinds(
  survey: Survey,
  rest: RestRecording | null,
  site: OldSite,
  publicTypes: ReadonlySet<string>,
): PlannedKinds {
  const kinds = new Map<string, PlannedKind>();
  const used = new Set(survey.documents.values().map(({ type }) => type));
  for (const [name, type] of rest?.types ?? []) {
    if (!used.has(name) || !publicTypes.has(name) || takenKinds.has(name) || !isName(name, 20)) continue;
    if (!isName(type.rest_base, 60) || takenFolders.has(type.rest_base)) continue;
    kinds.set(name, planKind(name, type, survey, site));
  }
  const taxonomies = new Map<string, PlannedTaxonomy>();
  for (const [name, taxonomy] of rest?.taxonomies ?? []) {
    const own = taxonomy.types.filter((type) => kinds.has(type) || type === 'post');
    if (keys.has(name) || own.length === 0 || !isName(name, 32) || !isName(taxonomy.rest_base, 60)) continue;
    if (takenFolders.has(taxonomy.rest_base)) continue;
    if (survey.terms.some((term) => term.taxonomy === name))
      taxonomies.set(name, planTaxonomy(name, taxonomy, own, rest, site));
  }
  return { kinds, taxonomies };
}

function planKind(name: string, type: RestType, survey: Survey, site: OldSite): PlannedKind {
  const linked = survey.documents
    .values()
    .filter((source) => source.type === name && source.status === 'publish')
    .map((source) => ({
      path: site.pathOf(source.link) ?? '',
      slug: cleanSlug(source.slug),
      id: source.id,
      date: source.date,
      category: '',
      author: '',
    }))
    .toArray();
  const found = type.hierarchical ? null : inferPermalink(linked);
  const top = linked.map(({ path }) => path.split('/')[1] ?? '').find((part) => part !== '');
  const permalink = found ?? `/${type.hierarchical && top ? top : name}/{slug}/`;
  const archive = typeof type.has_archive === 'string' ? `/${type.has_archive}/` : type.has_archive;
  const plural = decodeHTML(type.name) || name;
  return {
    labels: { name: plural },
    description: '',
    folder: type.rest_base,
    restBase: type.rest_base,
    permalink,
    hierarchical: type.hierarchical,
    dated: true,
    archive,
    taxonomies: type.taxonomies.flatMap((taxonomy) => keys.get(taxonomy) ?? []),
    fields: {},
  };
}

function planTaxonomy(
  name: string,
  { name: label, hierarchical, rest_base: restBase }: RestTaxonomy,
  kinds: string[],
  rest: RestRecording | null,
  site: OldSite,
): PlannedTaxonomy {
  const starts = (rest?.terms ?? [])
    .filter(({ taxonomy }) => taxonomy === name)
    .map(({ link, slug }) => (site.pathOf(link) ?? '').slice(0, -(cleanSlug(slug).length + 1)));
  const [start] = starts.toSorted((a, b) => a.length - b.length);
  const folder = start && /^\/(?:[^/]+\/)+$/.test(start) ? start : `/${name}/`;
  // WordPress omits parents in addresses by default.
  const withParents = hierarchical && starts.some((other) => other !== start);
  const permalink = `${folder}${withParents ? '{path}' : '{slug}'}/`;
  const labels = { name: decodeHTML(label) || name };
  return { labels, description: '', restBase, permalink, hierarchical, kinds };
}

/** Front matter field for the terms of a taxonomy; null if documents of the kind have none. */
export function termField(
  { kinds, taxonomies }: PlannedKinds,
  kind: string,
  taxonomy: string,
): string | null {
  const own = taxonomies.get(taxonomy);
  if (own) return own.kinds.includes(kind) ? own.restBase : null;
  const key = keys.get(taxonomy);
  if (key === undefined) return null;
  const carries = kind === 'post' || (kinds.get(kind)?.taxonomies.includes(key) ?? false);
  return carries ? engineTaxonomies[key].restBase : null;
}
