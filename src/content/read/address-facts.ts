import type { Document } from '../../core/model/document.ts';
import { type Kind, taxonomyNamed } from '../../core/model/kinds.ts';
import type { Site } from '../../core/model/site.ts';
import { type FrontMatter, parseFrontMatter, splitSource } from './front-matter.ts';
import { type AddressFacts, defaultSlug } from './sources.ts';
import { stableId } from './stable-id.ts';
import { readTerms } from './terms.ts';

/** The category in an address, by the categories of a document: `garden/vegetables`; empty without one. */
export type CategoryOf = (slugs: readonly string[]) => string;

/** WordPress takes the category with the lowest number. */
export function createCategoryOf(root: string, site: Site): CategoryOf {
  if (!site.permalinks.post.includes('{category}')) return () => '';
  const terms = new Map(
    readTerms(root, taxonomyNamed(site, 'category')).items.map((term) => [term.slug, term]),
  );
  return (slugs) => {
    const own = slugs.flatMap((slug) => terms.get(slug) ?? []).sort((a, b) => a.id - b.id);
    const line: string[] = [];
    for (let at = own[0]; at && !line.includes(at.slug); at = terms.get(at.parent ?? ''))
      line.unshift(at.slug);
    return line.join('/');
  };
}

export function factsOfFields(
  kind: Kind,
  file: string,
  fields: FrontMatter,
  site: Site,
  categoryOf: CategoryOf,
): AddressFacts {
  const slug = fields.slug ?? defaultSlug(file);
  const date = fields.date ?? fields.modified;
  return {
    slug,
    path: fields.path,
    id: fields.id ?? stableId(kind.name, slug),
    ...(date ? { date: date.local } : {}),
    category: categoryOf(fields.terms.category ?? []),
    author: fields.author ?? site.owner.slug,
  };
}

/** Facts of a file that is not compiled yet; only its name, where it cannot be read. */
export function readFacts(
  kind: Kind,
  file: string,
  text: string,
  site: Site,
  categoryOf: CategoryOf,
): AddressFacts {
  const read = parseFrontMatter(kind, splitSource(text), file, site);
  return read.ok ? factsOfFields(kind, file, read.fields, site, categoryOf) : { slug: defaultSlug(file) };
}

export function factsOfDocument(document: Document, categoryOf: CategoryOf): AddressFacts {
  const { slug, id, date, author, path, ownPath, terms } = document;
  return { slug, id, date, author, category: categoryOf(terms.category ?? []), ...(ownPath ? { path } : {}) };
}
