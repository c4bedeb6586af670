import { z } from 'zod';
import type { Author, Term } from '../../core/model/document.ts';
import type { Taxonomy } from '../../core/model/kinds.ts';
import { homesSchema, publicFile } from '../../core/model/look.ts';
import type { Site } from '../../core/model/site.ts';
import { authorPath, termPath } from '../../core/model/urls.ts';
import { didYouMean } from '../../core/text/nearest-word.ts';
import type { Problem } from './problems.ts';
import { stableId } from './stable-id.ts';
import { type Listed, readYamlList } from './yaml-list.ts';

/** The lists of terms, such as `content/categories.yaml` and `tags.yaml`, and `authors.yaml`. */

const slug = z
  .string()
  .regex(/^[^\s/?#%\\."'<>&\p{Cc}]+$/u, 'must be a word for an address, such as "field-notes"');
const id = z
  .int()
  .min(1)
  .max(2 ** 31 - 1)
  .optional();

const termSchema = z.strictObject({
  /** The name in addresses and in the front matter of posts. */
  slug,
  /** The name that readers see. */
  name: z.string().trim().min(1),
  /** One or two sentences for the top of the archive. */
  description: z.string().trim().default(''),
  /** Slug of the term above, in a hierarchical taxonomy. */
  parent: slug.optional(),
  /** Number of the term for programs. Default: derived from the slug. */
  id,
});

const authorSchema = z.strictObject({
  slug,
  name: z.string().trim().min(1),
  description: z.string().trim().default(''),
  /** The author's other home on the web. */
  url: z.url({ protocol: /^https?$/ }).optional(),
  /** Portrait, a file of `public/`: `/me.jpg`. */
  image: publicFile.optional(),
  /** Other homes on the web, as `social` in `site.ts`. */
  links: homesSchema,
  id,
});

/** What an owner writes for a term, as a JSON Schema. */
export const describeTerm = () => z.toJSONSchema(termSchema, { io: 'input' });
/** The same for an author. */
export const describeAuthor = () => z.toJSONSchema(authorSchema, { io: 'input' });

type Entry = z.output<typeof termSchema>;

/** Reads a taxonomy's list. Counts are 0: only the library knows the posts. */
export function readTerms(root: string, taxonomy: Taxonomy): Listed<Term> {
  const { restBase, key } = taxonomy;
  const read = readYamlList(root, `content/${restBase}.yaml`, termSchema, restBase, 'slug');
  const bySlug = new Map(read.items.map((entry) => [entry.slug, entry]));
  const problems = [...read.problems];
  const terms = read.items.map((entry, index): Term => {
    const ancestry = ancestryOf(entry, bySlug);
    const complain = (message: string) =>
      problems.push({ ...read.locate(index, 'parent'), field: 'parent', message });
    if (entry.parent && !taxonomy.hierarchical) complain(`${restBase} have no parents; remove it.`);
    else if (entry.parent && !bySlug.has(entry.parent)) {
      complain(`there is no ${key} "${entry.parent}"${didYouMean(entry.parent, bySlug.keys()) || '.'}`);
    } else if (ancestry === null) complain(`"${entry.slug}" is its own ancestor; break the circle.`);
    return {
      taxonomy: taxonomy.name,
      id: entry.id ?? stableId(taxonomy.name, entry.slug),
      slug: entry.slug,
      path: termPath(taxonomy, ancestry ?? [entry.slug]),
      name: entry.name,
      description: entry.description,
      parent: entry.parent ?? null,
      count: 0,
    };
  });
  return { items: terms, problems };
}

/** The terms of all taxonomies; a number belongs to one of them, as in WordPress. */
export function readAllTerms(root: string, taxonomies: readonly Taxonomy[]): Listed<Term>[] {
  const owners = new Map<number, Term>();
  return taxonomies.map((taxonomy) => {
    const { items, problems } = readTerms(root, taxonomy);
    const shared = items.flatMap((term): Problem[] => {
      const owner = owners.get(term.id);
      if (!owner) owners.set(term.id, term);
      if (!owner || (owner.slug === term.slug && owner.taxonomy === term.taxonomy)) return [];
      const message = `${term.id} of "${term.slug}" is the ID of ${owner.taxonomy} "${owner.slug}" too; give it another one, or remove the field.`;
      return [{ file: `content/${taxonomy.restBase}.yaml`, line: 1, column: 1, field: 'id', message }];
    });
    return { items, problems: [...problems, ...shared] };
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

/** Reads the authors; without a list the site's owner is author 1. */
export function readAuthors(root: string, site: Site): Listed<Author> {
  const read = readYamlList(root, 'content/authors.yaml', authorSchema, 'authors', 'slug');
  const { owner, social } = site;
  const isListed = read.items.some(({ slug }) => slug === owner.slug);
  const entries = isListed ? read.items : [{ ...owner, id: 1, links: [] }, ...read.items];
  const items = entries.map(({ id, slug, name, description, url = '', ...own }) => {
    // The owner's portrait and links may be in the settings.
    const isOwner = slug === owner.slug;
    const image = own.image ?? (isOwner ? owner.image : undefined);
    const links = own.links.length > 0 || !isOwner ? own.links : social;
    return {
      id: id ?? stableId('author', slug),
      ...{ slug, name, description, url },
      ...(image ? { image } : {}),
      ...(links.length > 0 ? { links } : {}),
      path: authorPath(site, slug),
    };
  });
  return { items, problems: read.problems };
}
