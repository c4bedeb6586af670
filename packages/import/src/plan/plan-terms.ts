import type { ExportTerm } from '../model/export-model.ts';
import type { Losses } from '../model/losses.ts';
import { cleanSlug, slugFromText } from '../model/names.ts';
import { decodeName, plainWords } from '../model/plain-words.ts';
import type { Survey } from '../model/survey.ts';
import { languageTaxonomies, type PlannedLanguages } from './plan-languages.ts';

export interface PlannedTerm extends Omit<ExportTerm, 'parent' | 'meta' | 'language' | 'group'> {
  readonly parent: string | null;
  /** Tag; absent in the default language. */
  readonly language?: string;
  /** Slug of the term that this one translates. */
  readonly original?: string;
}

export interface PlannedTerms {
  readonly categories: readonly PlannedTerm[];
  readonly tags: readonly PlannedTerm[];
  /** Terms of other declared taxonomies, by taxonomy. */
  readonly others: ReadonlyMap<string, readonly PlannedTerm[]>;
  /** New slugs by `taxonomy:slug`. */
  readonly slugs: ReadonlyMap<string, string>;
  /** Slugs of a term and its ancestors, from the top. */
  ancestry(slug: string, taxonomy?: string): string[];
}

/** Taxonomies that are imported in another way. */
const importedElsewhere = new Set([
  ...['post_format', 'nav_menu', 'wp_theme', 'wp_pattern_category'],
  ...languageTaxonomies,
]);

/** @param own other taxonomies that the site declares */
export function planTerms(
  survey: Survey,
  own: readonly string[],
  { terms: versions }: PlannedLanguages,
  losses: Losses,
): PlannedTerms {
  const carried = new Set(['category', 'post_tag', ...own]);
  const declared = new Map(survey.terms.map((term) => [`${term.taxonomy}:${term.slug}`, term]));
  const all: ExportTerm[] = [...survey.terms];
  for (const [key, mention] of survey.mentions) {
    if (declared.has(key) || !carried.has(mention.taxonomy)) continue;
    losses.addForSite(
      'term-changed',
      `${mention.taxonomy} "${mention.slug || mention.name}" is on a document and not declared`,
      'Its name comes from the document; its parent and description are unknown.',
    );
    all.push({ ...mention, id: null, parent: '', description: '' });
  }
  const slugs = new Map<string, string>();
  const ids = new Set<number>();
  const planned = {
    category: plan('category', all, slugs, ids, losses),
    post_tag: plan('post_tag', all, slugs, ids, losses),
  };
  /** With the languages of terms. */
  const inLanguages = (taxonomy: string, terms: readonly PlannedTerm[]): PlannedTerm[] => {
    const keys = new Map(
      all
        .filter((term) => term.taxonomy === taxonomy)
        .map((term) => {
          const key = `${taxonomy}:${term.slug}`;
          return [slugs.get(key), key];
        }),
    );
    return terms.map((term) => {
      const { language, original } = versions.get(keys.get(term.slug) ?? '') ?? {};
      const first = original === undefined ? undefined : slugs.get(original);
      return { ...term, ...(language ? { language } : {}), ...(first ? { original: first } : {}) };
    });
  };
  reportOthers(survey, carried, losses);
  const categories = inLanguages('category', withParents('category', planned.category, all, slugs, losses));
  const others = new Map(
    own.map((taxonomy) => [
      taxonomy,
      inLanguages(
        taxonomy,
        withParents(taxonomy, plan(taxonomy, all, slugs, ids, losses), all, slugs, losses),
      ),
    ]),
  );
  const bySlug = new Map(
    [...categories, ...[...others.values()].flat()].map((term) => [`${term.taxonomy}:${term.slug}`, term]),
  );
  return {
    categories,
    tags: inLanguages('post_tag', planned.post_tag),
    slugs,
    others,
    ancestry(slug, taxonomy = 'category') {
      const line: string[] = [];
      const find = (name: string) => bySlug.get(`${taxonomy}:${name}`);
      for (let at = find(slug); at; at = at.parent === null ? undefined : find(at.parent))
        line.unshift(at.slug);
      return line;
    },
  };
}

function plan(
  taxonomy: string,
  all: readonly ExportTerm[],
  slugs: Map<string, string>,
  ids: Set<number>,
  losses: Losses,
): PlannedTerm[] {
  const taken = new Set<string>();
  return all
    .filter((term) => term.taxonomy === taxonomy)
    .map((term): PlannedTerm => {
      const wanted = cleanSlug(term.slug) || slugFromText(decodeName(term.name)) || 'unnamed';
      const slug = uniqueIn(taken, wanted);
      if (slug !== cleanSlug(term.slug) || cleanSlug(term.slug) === '')
        losses.addForSite(
          'slug-changed',
          `${taxonomy} "${term.slug}" is "${slug}" here`,
          'The old slug has characters that are not allowed here.',
        );
      slugs.set(`${taxonomy}:${term.slug}`, slug);
      const description = plainWords(term.description);
      if (/<[a-z]/i.test(term.description))
        losses.addForSite(
          'html-removed',
          `description of ${taxonomy} "${slug}": ${term.description}`,
          'Descriptions are plain text or Markdown. Add the links again.',
        );
      const fields = (term.meta ?? [])
        .filter(({ key, value }) => value !== '' && !key.startsWith('_wpml_import_'))
        .map(({ key }) => key);
      if (fields.length > 0)
        losses.addForSite(
          'field-not-kept',
          `${taxonomy} "${slug}": ${fields.join(', ')}`,
          'Terms have no custom fields here. Their values are in the export.',
        );
      const isTaken = term.id !== null && ids.has(term.id);
      if (isTaken)
        losses.addForSite(
          'id-changed',
          `${taxonomy} "${slug}" had the ID ${term.id} of another term`,
          'Terms of several taxonomies could share one ID before WordPress 4.2. This one gets an ID from its slug.',
        );
      else if (term.id !== null) ids.add(term.id);
      const name = decodeName(term.name) || slug;
      return { taxonomy, id: isTaken ? null : term.id, slug, name, description, parent: null };
    });
}

function uniqueIn(taken: Set<string>, wanted: string): string {
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted}-${number}`;
  taken.add(name);
  return name;
}

/** Resolves parents by slug. Missing parents and cycles are reported. */
function withParents(
  taxonomy: string,
  planned: readonly PlannedTerm[],
  all: readonly ExportTerm[],
  slugs: ReadonlyMap<string, string>,
  losses: Losses,
): PlannedTerm[] {
  const parents = new Map<string, string>();
  for (const term of all.filter((term) => term.taxonomy === taxonomy && term.parent !== '')) {
    const slug = slugs.get(`${taxonomy}:${term.slug}`);
    const parent = slugs.get(`${taxonomy}:${term.parent}`);
    if (slug === undefined) continue;
    if (parent === undefined)
      losses.addForSite(
        'parent-changed',
        `${taxonomy} "${slug}": its parent "${term.parent}" is not in the file`,
      );
    else if (isAncestor(parents, parent, slug))
      losses.addForSite(
        'parent-changed',
        `${taxonomy} "${slug}" and "${parent}" are each other’s parents`,
        'The parent is removed; set it in the list of terms.',
      );
    else parents.set(slug, parent);
  }
  return planned.map((term) => ({ ...term, parent: parents.get(term.slug) ?? null }));
}

function isAncestor(parents: ReadonlyMap<string, string>, from: string, to: string): boolean {
  for (let at: string | undefined = from; at !== undefined; at = parents.get(at)) if (at === to) return true;
  return false;
}

function reportOthers(survey: Survey, carried: ReadonlySet<string>, losses: Losses): void {
  const others = Map.groupBy(
    survey.terms.filter(({ taxonomy }) => !carried.has(taxonomy) && !importedElsewhere.has(taxonomy)),
    ({ taxonomy }) => taxonomy,
  );
  for (const [taxonomy, terms] of others) {
    const names = terms.map(({ name }) => decodeName(name)).join(', ');
    losses.addForSite(
      'term-changed',
      `taxonomy "${taxonomy}": ${names}`,
      'It is not declared on the new site. Use --site or --rest to import it, or declare it in site.ts.',
    );
  }
}
