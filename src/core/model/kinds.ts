import { engineKinds, engineTaxonomies } from './engine-kinds.ts';
import { rootOf } from './language-root.ts';
import { memoize } from './memoize.ts';
import type { KindSettings, TaxonomySettings } from './settings/own-kinds.ts';
import type { Site } from './site.ts';

/** A content type: a row of the engine's table (`engine-kinds.ts`), or one that the owner declares in `site.ts`. */
export interface Kind {
  /** Name of the kind everywhere; for WordPress's clients the post type: `talk`. */
  readonly name: string;
  /** Folder below `content/`: `talks`. */
  readonly folder: string;
  /** Collection of the JSON interface: `/wp-json/wp/v2/talks`. */
  readonly restBase: string;
  /** Pattern of addresses, `/talks/{slug}/`. */
  readonly permalink: string;
  /** Folders are parents: an address is that of the document above, and the slug. */
  readonly hierarchical: boolean;
  /** Is `date` required? Otherwise it only says when the document was written. */
  readonly dated: boolean;
  /** Is its author named on the page? */
  readonly signed: boolean;
  /** Path of the list of all documents; null without one. */
  readonly archive: string | null;
  /** The same as WordPress's `has_archive` says it. */
  readonly hasArchive: boolean | string;
  /** Has the list feeds of its own? Those of posts are the feeds of the site. */
  readonly hasFeeds: boolean;
  /** Names of {@link Taxonomy}, in the order in which WordPress lists them. */
  readonly taxonomies: readonly string[];
  /** Fields that only this kind has, in front matter and in `meta`; pages show text before URLs. */
  readonly fields: readonly KindField[];
  /** What programs call the kind; readers too, where the catalogs have nothing for it. */
  readonly labels: Labels;
  /** Its schema in the description of the interface: `PluginEntry`. */
  readonly schema: string;
  /** Heading in llms.txt. */
  readonly section: string;
  readonly description: string;
  readonly icon: string | null;
  readonly own: boolean;
}

export interface Labels {
  /** Plural: `Talks`. */
  readonly name: string;
  readonly singular: string;
}

export interface KindField {
  readonly name: string;
  /** `address` is a URL or a path on this site; `url` is on the web. */
  readonly type: 'text' | 'number' | 'boolean' | 'address' | 'url';
  /** For readers, where the catalogs have nothing under the name. */
  readonly label: string;
  readonly required: boolean;
  /** Is below the title in lists. */
  readonly inLists: boolean;
}

/** A set of terms. `post_tag` is its name inside; readers and authors say `tag`. */
export interface Taxonomy {
  /** As WordPress has it: `category`, `post_tag`. */
  readonly name: string;
  /** In the settings, in classes and for MCP: `category`, `tag`. */
  readonly key: string;
  /** Collection of the JSON interface, field of the front matter and file below `content/`: `tags`. */
  readonly restBase: string;
  /** Pattern of addresses, with `{path}` for the slugs of a term and of those above it, or `{slug}`. */
  readonly permalink: string;
  readonly hierarchical: boolean;
  /** Names of the kinds whose documents carry its terms. */
  readonly kinds: readonly string[];
  readonly labels: Labels;
  /** Its schema in the description of the interface: `Category`. */
  readonly schema: string;
  readonly description: string;
  readonly own: boolean;
}

/** A row of the engine's table; what it leaves out is the same for all of them, or a setting. */
type EngineKind = Omit<Kind, 'permalink' | 'own' | 'description' | 'section' | 'fields'> & {
  readonly section?: string;
  readonly fields: readonly Pick<KindField, 'name' | 'type' | 'inLists'>[];
};

export interface Tables {
  /** The engine's first, then the owner's as declared. */
  readonly kinds: readonly Kind[];
  readonly taxonomies: readonly Taxonomy[];
}

type TableSettings = Pick<Site, 'permalinks' | 'kinds' | 'taxonomies' | 'language'> & Partial<Site>;

const tablesOf = memoize(createTables);

export function kindsOf(site: TableSettings): readonly Kind[] {
  return tablesOf(site).kinds;
}

export function taxonomiesOf(site: TableSettings): readonly Taxonomy[] {
  return tablesOf(site).taxonomies;
}

/** @throws for a name that the site has no kind of: the names come out of its own table. */
export function kindNamed(site: TableSettings, name: string): Kind {
  const kind = kindsOf(site).find((candidate) => candidate.name === name);
  if (!kind) throw new Error(`There is no content type "${name}".`);
  return kind;
}

/** @throws for a name that the site has no taxonomy of. */
export function taxonomyNamed(site: TableSettings, name: string): Taxonomy {
  const taxonomy = taxonomiesOf(site).find((candidate) => candidate.name === name);
  if (!taxonomy) throw new Error(`There is no taxonomy "${name}".`);
  return taxonomy;
}

export function taxonomiesOfKind(site: TableSettings, kind: Kind): readonly Taxonomy[] {
  return kind.taxonomies.map((name) => taxonomyNamed(site, name));
}

/** The part of a pattern before its first placeholder: `/recipes/{slug}/` gives `/recipes/`. */
export function startOfPattern(pattern: string): string {
  return pattern.slice(0, pattern.indexOf('{')).replace(/[^/]*$/, '');
}

function createTables(site: TableSettings): Tables {
  const { kinds, taxonomies } = createOwnTables(site);
  const root = rootOf(site);
  if (root === '') return { kinds, taxonomies };
  return {
    kinds: kinds.map((kind) => ({
      ...kind,
      permalink: root + kind.permalink,
      archive: kind.archive === null ? null : root + kind.archive,
    })),
    taxonomies: taxonomies.map((taxonomy) => ({ ...taxonomy, permalink: root + taxonomy.permalink })),
  };
}

/** With addresses from the top of the site, as in the settings. */
function createOwnTables({ permalinks, kinds, taxonomies, labels, plugins = [] }: TableSettings): Tables {
  const own = Object.entries(taxonomies);
  const nameOf = (word: string) => (word === engineTaxonomies.tag.key ? engineTaxonomies.tag.name : word);
  const carried = new Map<string, string[]>(
    Object.values(engineKinds).map((kind) => [kind.name, [...kind.taxonomies]]),
  );
  for (const [name, settings] of Object.entries(kinds)) carried.set(name, settings.taxonomies.map(nameOf));
  for (const [name, settings] of own) {
    for (const kind of settings.kinds) {
      const list = carried.get(kind);
      if (list && !list.includes(name)) list.push(name);
    }
  }
  const fieldsOfPlugins = (kind: string) =>
    plugins.flatMap(({ fields }) => Object.entries(fields[kind] ?? {}).map(describeField));
  const taxonomiesOfName = (name: string) => carried.get(name) ?? [];
  const kindsWith = (name: string) =>
    [...carried].filter(([, list]) => list.includes(name)).map(([kind]) => kind);
  return {
    kinds: [
      ...Object.values(engineKinds).map(
        (kind: EngineKind): Kind => ({
          section: kind.labels.name,
          ...kind,
          archive: kind.name === 'post' ? permalinks.archive : kind.archive,
          permalink:
            permalinks[kind.name as keyof typeof permalinks] ??
            (kind.hierarchical ? '/{slug}/' : `/${kind.folder}/{slug}/`),
          taxonomies: taxonomiesOfName(kind.name),
          fields: [
            ...kind.fields.map((field) => ({ ...field, label: capitalize(field.name), required: false })),
            ...fieldsOfPlugins(kind.name),
          ],
          description: '',
          own: false,
        }),
      ),
      ...Object.entries(kinds).map(([name, settings]) =>
        ownKind(
          name,
          { ...settings, labels: labels?.[name] ?? settings.labels },
          taxonomiesOfName(name),
          fieldsOfPlugins(name),
        ),
      ),
    ],
    taxonomies: [
      ...Object.values(engineTaxonomies).map((taxonomy) => ({
        ...taxonomy,
        permalink: permalinks[taxonomy.key],
        kinds: kindsWith(taxonomy.name),
        description: '',
        own: false,
      })),
      ...own.map(([name, settings]) =>
        ownTaxonomy(name, { ...settings, labels: labels?.[name] ?? settings.labels }, kindsWith(name)),
      ),
    ],
  };
}

function ownKind(
  name: string,
  settings: KindSettings,
  taxonomies: readonly string[],
  others: readonly KindField[],
): Kind {
  const permalink = settings.permalink ?? `/${name}/{slug}/`;
  const { archive } = settings;
  return {
    name,
    folder: settings.folder ?? name,
    restBase: settings.restBase ?? name,
    permalink,
    hierarchical: settings.hierarchical,
    dated: settings.dated,
    signed: true,
    archive: archive === true ? startOfPattern(permalink) : archive === false ? null : archive,
    hasArchive: typeof archive === 'string' ? archive.slice(1, -1) : archive,
    hasFeeds: archive !== false,
    taxonomies,
    fields: [...Object.entries(settings.fields).map(describeField), ...others],
    labels: labelsOf(name, settings),
    schema: `${joinWords(name)}Document`,
    section: settings.labels?.name ?? capitalize(name),
    description: settings.description,
    icon: null,
    own: true,
  };
}

function describeField([name, { label, ...field }]: [string, KindSettings['fields'][string]]): KindField {
  return { name, label: label ?? capitalize(name), ...field };
}

function ownTaxonomy(name: string, settings: TaxonomySettings, kinds: readonly string[]): Taxonomy {
  return {
    name,
    key: name,
    restBase: settings.restBase ?? name,
    permalink: settings.permalink ?? `/${name}/${settings.hierarchical ? '{path}' : '{slug}'}/`,
    hierarchical: settings.hierarchical,
    kinds,
    labels: labelsOf(name, settings),
    schema: `${joinWords(name)}Term`,
    description: settings.description,
    own: true,
  };
}

function labelsOf(name: string, { labels }: KindSettings | TaxonomySettings): Labels {
  const given = labels?.name ?? capitalize(name);
  return { name: given, singular: labels?.singular ?? given };
}

function capitalize(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `plugin-entries` gives `PluginEntries`, as names of operations and schemas are written. */
export function joinWords(name: string): string {
  return name.split(/[-_]+/).map(capitalize).join('');
}
