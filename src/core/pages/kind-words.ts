import { wordsOf } from '../languages/words.ts';
import type { Kind, Taxonomy } from '../model/kinds.ts';
import type { Site } from '../model/site.ts';

/** Names of kinds and taxonomies on pages: from the catalog, else the row's own labels. */

/** A word of a group of a catalog by a name that the group may not have. */
export function wordAt(group: object, name: string): string | undefined {
  const word: unknown = Object.hasOwn(group, name) ? group[name as keyof typeof group] : undefined;
  return typeof word === 'string' ? word : undefined;
}

/** `Posts`, as a choice next to the other kinds. */
export function kindTitle({ name, labels, own }: Kind, site: Site): string {
  return (own ? undefined : wordAt(wordsOf(site).words.kinds, name)) ?? labels.name;
}

/** Where the documents of a kind are listed; null for a kind without a list, such as pages: they have their folders. */
export function collectionOf(
  kind: Kind,
  site: Site,
): { readonly title: string; readonly path: string } | null {
  if (kind.archive === null) return null;
  const title = kind.name === 'post' ? wordsOf(site).words.writing : kindTitle(kind, site);
  return { title, path: kind.archive };
}

/** One sentence about the list of a kind: `All posts on Field notes.` */
export function describeCollection({ name, labels, description, own }: Kind, site: Site): string {
  return sentenceOf(name, own, site) ?? (description || `${labels.name} – ${site.title}`);
}

/** Heading of the list of a taxonomy's terms: `Categories`. */
export function taxonomyTitle({ restBase, labels, own }: Taxonomy, site: Site): string {
  return (own ? undefined : wordAt(wordsOf(site).words, restBase)) ?? labels.name;
}

/** One sentence about that list: `All tags on Field notes.` */
export function describeTaxonomy({ restBase, labels, description, own }: Taxonomy, site: Site): string {
  return sentenceOf(restBase, own, site) ?? (description || `${labels.name} – ${site.title}`);
}

/** One sentence about the list of a term that says nothing itself: `Posts tagged “HTTP” on Field notes.` */
export function describeTerm({ key, labels, own }: Taxonomy, name: string, site: Site): string {
  return sentenceOf(key, own, site, name) ?? `${labels.singular}: ${name} – ${site.title}`;
}

function sentenceOf(list: string, own: boolean, site: Site, name = ''): string | undefined {
  const { words, say } = wordsOf(site);
  const sentence = own ? undefined : wordAt(words.listOf, list);
  return sentence && say(sentence, { name, site: site.title });
}
