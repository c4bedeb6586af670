import type { Document } from '../../core/model/document.ts';
import { type Kind, taxonomyNamed } from '../../core/model/kinds.ts';
import { siteIn, slugAmongAll } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';
import { type FrontMatter, parseFrontMatter, splitSource } from './front-matter.ts';
import { languageOfFile } from './source-language.ts';
import { type AddressFacts, defaultSlug } from './sources.ts';
import { stableId } from './stable-id.ts';
import { readTerms } from './terms.ts';

/** The category in an address, by the categories and the language of a document: `garden/vegetables`; empty without one. */
export type CategoryOf = (slugs: readonly string[], language: string | undefined) => string;

/** WordPress takes the category with the lowest number. */
export function createCategoryOf(root: string, site: Site): CategoryOf {
  if (!site.permalinks.post.includes('{category}')) return () => '';
  const { items } = readTerms(root, taxonomyNamed(site, 'category'), site);
  const terms = new Map(
    items.flatMap((term) =>
      [term.key ?? term.slug, term.slug].map((slug) => [`${term.language} ${slug}`, term]),
    ),
  );
  return (slugs, language) => {
    const find = (slug: string) => terms.get(`${language} ${slug}`);
    const own = slugs.flatMap((slug) => find(slug) ?? []).sort((a, b) => a.id - b.id);
    const line: string[] = [];
    for (let at = own[0]; at && !line.includes(at.slug); at = find(at.parent ?? '')) line.unshift(at.slug);
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
  const slug = fields.slug ?? defaultSlug(file, site, fields.title);
  const language = languageOfFile(site, file, fields.lang);
  const date = fields.date ?? fields.modified;
  return {
    slug,
    path: fields.path,
    id: fields.id ?? stableId(kind.name, slugAmongAll(siteIn(site, language), slug)),
    ...(date ? { date: date.local } : {}),
    category: categoryOf(fields.terms.category ?? [], language),
    author: fields.author ?? site.owner.slug,
    language,
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
  return read.ok
    ? factsOfFields(kind, file, read.fields, site, categoryOf)
    : { slug: defaultSlug(file, site), language: languageOfFile(site, file, undefined) };
}

export function factsOfDocument(document: Document, categoryOf: CategoryOf): AddressFacts {
  const { slug, id, date, author, path, ownPath, terms, language } = document;
  const category = categoryOf(terms.category ?? [], language);
  return { slug, id, date, author, category, language, ...(ownPath ? { path } : {}) };
}
