import { z } from 'zod';
import type { Author, Term } from '../../core/model/document.ts';
import { type Taxonomy, taxonomiesOf, taxonomyNamed } from '../../core/model/kinds.ts';
import {
  findLanguage,
  isDefaultLanguage,
  languagesOf,
  siteAt,
  slugAmongAll,
} from '../../core/model/languages.ts';
import { homesSchema, publicFile } from '../../core/model/settings/look.ts';
import type { Site } from '../../core/model/site.ts';
import { authorPath, termPath } from '../../core/model/urls.ts';
import { visibleLine } from '../../core/text/invisible-signs.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import { sitePath } from './front-matter.ts';
import { plainWords } from './plain-words.ts';
import type { Problem } from './problems.ts';
import { idSchema, stableId } from './stable-id.ts';
import { type Listed, readYamlList } from './yaml/yaml-list.ts';

/** The lists of terms, such as `content/categories.yaml` and `tags.yaml`, and `authors.yaml`. */

const slug = z
  .string()
  .regex(/^[^\s/?#%\\."'<>&\p{Cc}]+$/u, 'must be a word for an address, such as "field-notes"');
const id = idSchema.optional();

const words = { name: plainWords.min(1), description: plainWords.default('') };

const termSchema = z.strictObject({
  /** The name in addresses and in the front matter of posts. */
  slug,
  /** The name that readers see. */
  name: words.name,
  /** One or two sentences for the top of the archive. */
  description: words.description,
  /** Slug of the term above, in a hierarchical taxonomy. */
  parent: slug.optional(),
  /** Number of the term for programs. Default: derived from the slug. */
  id,
  /** Old paths of its page, which redirect to it: `[/category/plants/]`. */
  redirectFrom: z.array(sitePath).default([]),
  /** Language of the name. Default: that of the site. */
  lang: z.string().optional(),
  /** What it is called in other languages: `{ de: { name: Notizen, slug: notizen } }`. */
  translations: z
    .record(
      z.string(),
      z.strictObject({ name: words.name, slug: slug.optional(), description: words.description, id }),
    )
    .default({}),
});

const authorSchema = z.strictObject({
  slug,
  // Imports and profiles of others write them.
  name: words.name.overwrite(visibleLine),
  description: words.description.overwrite(visibleLine),
  /** The author's other home on the web. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  /** Portrait, a file of `public/`: `/me.jpg`. */
  image: publicFile.optional(),
  /** Other homes on the web, as `social` in `site.ts`. */
  links: homesSchema,
  /** Old paths of the author's page, which redirect to it. */
  redirectFrom: z.array(sitePath).default([]),
  id,
  /** Name and description in other languages: `{ de: { name: …, description: … } }`. */
  translations: z.record(z.string(), z.strictObject(words)).optional(),
});

/** What an owner writes for a term, as a JSON Schema. */
export const describeTerm = () => z.toJSONSchema(termSchema, { io: 'input' });
/** The same for an author. */
export const describeAuthor = () => z.toJSONSchema(authorSchema, { io: 'input' });

type Entry = z.output<typeof termSchema>;

/** Reads a taxonomy's list, in every language of the site. Counts are 0: only the library knows the posts. */
export function readTerms(root: string, taxonomy: Taxonomy, site: Site): Listed<Term> {
  const { restBase, key } = taxonomy;
  const read = readYamlList(root, `content/${restBase}.yaml`, termSchema, restBase, 'slug');
  const bySlug = new Map(read.items.map((entry) => [entry.slug, entry]));
  const problems = [...read.problems];
  const views = languagesOf(site);
  const places = new Map<string, Pick<Problem, 'line' | 'column'>>();
  const terms = read.items.flatMap((entry, index): Term[] => {
    const ancestry = ancestryOf(entry, bySlug);
    const complain = (message: string) =>
      problems.push({ ...read.locate(index, 'parent'), field: 'parent', message });
    if (entry.parent && !taxonomy.hierarchical) complain(`${restBase} have no parents; remove it.`);
    else if (entry.parent && !bySlug.has(entry.parent)) {
      complain(`there is no ${key} "${entry.parent}"${didYouMean(entry.parent, bySlug.keys()) || '.'}`);
    } else if (ancestry === null) complain(`"${entry.slug}" is its own ancestor; break the circle.`);
    for (const lang of [entry.lang ?? site.language, ...Object.keys(entry.translations)]) {
      if (findLanguage(site, lang)) continue;
      const message = `"${lang}" is not a language of this site; add it to "languages" of site.ts.`;
      problems.push({ ...read.locate(index, 'slug'), field: 'translations', message });
    }
    const line = (ancestry ?? [entry.slug]).flatMap((slug) => bySlug.get(slug) ?? []);
    const versions = views.map((view) =>
      termIn(taxonomyNamed(view, taxonomy.name), entry, line, view, views.length),
    );
    for (const { path } of versions) places.set(path, read.locate(index, 'slug'));
    return versions;
  });
  return { ...read, items: terms, problems, places };
}

/** A term in one language; `line` is its ancestry from the top, itself last. */
function termIn(
  taxonomy: Taxonomy,
  entry: Entry,
  line: readonly Entry[],
  view: Site,
  languages: number,
): Term {
  const said = wordsIn(entry, view);
  const slugs = line.map((one) => wordsIn(one, view)?.slug ?? one.slug);
  const slug = slugs.at(-1) ?? entry.slug;
  return {
    taxonomy: taxonomy.name,
    id: said?.id ?? stableId(taxonomy.name, slugAmongAll(view, entry.slug)),
    slug,
    path: termPath(taxonomy, slugs),
    name: said?.name ?? entry.name,
    description: (said ?? entry).description,
    parent: entry.parent === undefined ? null : (slugs.at(-2) ?? entry.parent),
    count: 0,
    ...redirectsOf(entry.redirectFrom.filter((path) => siteAt(view, path).language === view.language)),
    ...(languages === 1
      ? {}
      : { language: view.language, key: entry.slug, ...(said ? {} : { implied: true as const }) }),
  };
}

const redirectsOf = (redirectFrom: readonly string[]) => (redirectFrom.length > 0 ? { redirectFrom } : {});

/** What an entry says in a language; undefined where it says nothing. */
function wordsIn(entry: Entry, view: Site) {
  const isOwn = (word: string | undefined) =>
    word === undefined ? isDefaultLanguage(view) : findLanguage(view, word)?.language === view.language;
  if (isOwn(entry.lang)) return entry;
  return Object.entries(entry.translations).find(([lang]) => isOwn(lang))?.[1];
}

/** The terms of all taxonomies; a number belongs to one of them, as in WordPress. */
export function readAllTerms(root: string, site: Site): Listed<Term>[] {
  const owners = new Map<number, Term>();
  return taxonomiesOf(site).map((taxonomy) => {
    const { items, problems, places, warnings } = readTerms(root, taxonomy, site);
    const shared = items.flatMap((term): Problem[] => {
      const owner = owners.get(term.id);
      if (!owner) owners.set(term.id, term);
      const { slug, taxonomy: name, language } = owner ?? term;
      if (!owner || (slug === term.slug && name === term.taxonomy && language === term.language)) return [];
      const message = `${term.id} of "${term.slug}" is the ID of ${owner.taxonomy} "${owner.slug}" too; give it another one, or remove the field.`;
      return [{ file: `content/${taxonomy.restBase}.yaml`, line: 1, column: 1, field: 'id', message }];
    });
    return {
      items,
      problems: [...problems, ...shared],
      ...(places ? { places } : {}),
      ...(warnings ? { warnings } : {}),
    };
  });
}

/** Slugs from the topmost ancestor down to the term; null when they run in a circle. */
function ancestryOf(entry: Entry, bySlug: ReadonlyMap<string, Entry>): string[] | null {
  const slugs: string[] = [];
  for (let at: Entry | undefined = entry; at; at = at.parent ? bySlug.get(at.parent) : undefined) {
    if (slugs.includes(at.slug)) return null;
    slugs.unshift(at.slug);
  }
  return slugs;
}

/** Reads the authors. The site's owner needs no entry, and is author 1 unless an entry is. */
export function readAuthors(root: string, site: Site): Listed<Author> {
  const read = readYamlList(root, 'content/authors.yaml', authorSchema, 'authors', 'slug');
  const { owner, social } = site;
  const isListed = read.items.some(({ slug }) => slug === owner.slug);
  const entries = isListed
    ? read.items
    : [
        {
          ...{ ...owner, links: [], redirectFrom: [], translations: undefined },
          id: read.items.some(({ id }) => id === 1) ? undefined : 1,
        },
        ...read.items,
      ];
  const items = entries.map(({ id, slug, name, ...own }) => {
    // What the list leaves out of the owner's profile is in the settings.
    const isOwner = slug === owner.slug;
    const description = own.description || (isOwner ? owner.description : '');
    const url = own.url ?? (isOwner ? owner.url : undefined) ?? '';
    const image = own.image ?? (isOwner ? owner.image : undefined);
    const links = own.links.length > 0 || !isOwner ? own.links : social;
    return {
      id: id ?? stableId('author', slug),
      ...{ slug, name, description, url },
      ...(image ? { image } : {}),
      ...(links.length > 0 ? { links } : {}),
      path: authorPath(site, slug),
      ...redirectsOf(own.redirectFrom),
      ...(own.translations ? { translations: byLanguage(own.translations, site) } : {}),
    };
  });
  const shared = items.flatMap(({ id, slug }, at) => {
    const other = items.slice(0, at).find((author) => author.id === id);
    if (!other) return [];
    const message = `${id} of "${slug}" is the ID of author "${other.slug}" too; give it another one, or remove the field.`;
    return [{ file: 'content/authors.yaml', line: 1, column: 1, field: 'id', message }];
  });
  const places = new Map(
    read.items.map(({ slug }, index) => [authorPath(site, slug), read.locate(index, 'slug')]),
  );
  return { ...read, items, problems: [...read.problems, ...shared], places };
}

/** Values by the tags of languages, however the author wrote those. */
function byLanguage<Value>(values: Readonly<Record<string, Value>>, site: Site): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(values).map(([word, value]) => [findLanguage(site, word)?.language ?? word, value]),
  );
}
