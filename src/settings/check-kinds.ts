import { type Kind, kindsOf, startOfPattern, type Taxonomy, taxonomiesOf } from '../core/model/kinds.ts';
import type { Site } from '../core/model/site.ts';
import { reservedBy } from '../core/model/urls.ts';
import { nearestWord } from '../core/text/nearest-word.ts';
import type { SettingFault } from './setting-problems.ts';

/**
 * What one declaration of a kind or a taxonomy cannot know: is its name taken, its folder, its collection, its
 * address; are there the taxonomies and the kinds that it names.
 * @returns each fault with the setting that it is about: `kinds.recipe.folder`
 */
export function findFaultsOfKinds(site: Site): SettingFault[] {
  const faults: SettingFault[] = [];
  const kinds = kindsOf(site);
  const taxonomies = taxonomiesOf(site);
  const rows = [
    ...kinds.map((row) => ({ at: `kinds.${row.name}`, row })),
    ...taxonomies.map((row) => ({ at: `taxonomies.${row.name}`, row })),
    // Of two that have the same, the owner's gives way.
  ].sort((a, b) => Number(a.row.own) - Number(b.row.own));
  const complain = (at: string, message: string) => faults.push({ path: at.split('.'), message });
  const unique = (
    setting: string,
    readValue: (row: Kind | Taxonomy) => string | null,
    reserved: Reserved,
  ) => {
    const seen = new Map<string, string>();
    for (const { at, row } of rows) {
      const value = readValue(row);
      if (value === null) continue;
      const taken = seen.get(value) ?? (row.own ? reserved(value) : null);
      if (taken)
        complain(setting === '' ? at : `${at}.${setting}`, `"${value}" is ${taken}; choose another.`);
      else seen.set(value, `that of ${at}`);
    }
  };

  unique(
    '',
    ({ name }) => name,
    (name) => (isReservedName(name) ? 'a name of the system' : null),
  );
  unique(
    'restBase',
    ({ restBase }) => restBase,
    (base) => (reservedBases.has(base) ? 'a collection of WordPress' : null),
  );
  unique(
    'folder',
    (row) => ('folder' in row ? row.folder : null),
    (folder) => (folder === 'skills' || folder === 'comments' ? 'a folder of the system' : null),
  );
  unique('archive', addressOf, (path) => {
    const holder = reservedBy(path);
    return holder === null ? null : `the address of ${holder}`;
  });
  for (const kind of kinds.filter(({ own }) => own)) checkKind(kind, site, complain);
  for (const taxonomy of taxonomies.filter(({ own }) => own)) checkTaxonomy(taxonomy, site, complain);
  return faults;
}

type Reserved = (value: string) => string | null;
type Complain = (at: string, message: string) => void;

/** Where a row has a list of its own. */
function addressOf(row: Kind | Taxonomy): string | null {
  if ('archive' in row) return row.archive;
  const start = startOfPattern(row.permalink);
  return start === '/' ? null : start;
}

function checkKind(kind: Kind, site: Site, complain: Complain): void {
  const at = `kinds.${kind.name}`;
  const given = site.kinds[kind.name]?.taxonomies ?? [];
  const known = taxonomiesOf(site).flatMap(({ name, key }) => [key, name]);
  for (const name of given.filter((one) => !known.includes(one)))
    complain(`${at}.taxonomies`, `there is no taxonomy "${name}"${suggest(name, known)}`);
  checkStart(`${at}.permalink`, kind.permalink, complain);
  if (kind.archive === '/')
    complain(`${at}.archive`, 'the permalink begins at "/"; give the list an address such as "/recipes/".');
  if (kind.hierarchical && !/^[^{]*\{slug\}\/$/.test(kind.permalink))
    complain(
      `${at}.permalink`,
      'must end with {slug}/ and have nothing else in braces, since folders make the rest.',
    );
  const bases = taxonomiesOf(site).filter(({ kinds }) => kinds.includes(kind.name));
  for (const { name } of kind.fields) {
    const taken = bases.find(({ restBase }) => restBase === name);
    if (taken)
      complain(`${at}.fields.${name}`, `is also the field of the taxonomy "${taken.name}"; choose another.`);
    else if (reservedFields.has(name))
      complain(`${at}.fields.${name}`, 'is a field of every document; choose another.');
  }
}

function checkTaxonomy(taxonomy: Taxonomy, site: Site, complain: Complain): void {
  const at = `taxonomies.${taxonomy.name}`;
  const names = kindsOf(site).map(({ name }) => name);
  for (const name of (site.taxonomies[taxonomy.name]?.kinds ?? []).filter((one) => !names.includes(one)))
    complain(`${at}.kinds`, `there is no kind "${name}"${suggest(name, names)}`);
  checkStart(`${at}.permalink`, taxonomy.permalink, complain);
  if (reservedFields.has(taxonomy.restBase) || reservedParameters.has(taxonomy.restBase))
    complain(
      `${at}.restBase`,
      `"${taxonomy.restBase}" is a field or a parameter of every document; choose another.`,
    );
}

/** Addresses below a folder of the system would never be reached. */
function checkStart(at: string, pattern: string, complain: Complain): void {
  const start = startOfPattern(pattern);
  const holder = start === '/' ? null : reservedBy(`${start}x/`);
  if (holder !== null) complain(at, `${start} holds ${holder}; choose another beginning.`);
}

function suggest(name: string, known: readonly string[]): string {
  const near = nearestWord(name, known);
  return near ? `; did you mean "${near}"?` : `; there are ${known.join(', ')}.`;
}

/** Names that WordPress keeps, and what lists and arguments of this engine are called. */
const reservedNames = new Set(
  (
    'attachment revision nav_menu_item custom_css customize_changeset oembed_cache user_request action author order ' +
    'theme any home archive contact index year series tag term terms type types user comment comments page_id p cat ' +
    'm post_format nav_menu link_category limit cursor query kind skill'
  ).split(' '),
);

function isReservedName(name: string): boolean {
  return reservedNames.has(name) || name.startsWith('wp_');
}

/** Collections below `/wp-json/wp/v2/` that WordPress has, and lists below `content/`. */
const reservedBases = new Set(
  (
    'media types statuses taxonomies users comments search settings themes plugins blocks navigation menus ' +
    'menu-items menu-locations templates template-parts global-styles sidebars widgets widget-types block-types ' +
    'block-directory block-renderer block-patterns pattern-directory font-families font-collections url-details ' +
    'wp_pattern_category authors redirects'
  ).split(' '),
);

/** Fields of the front matter, of a document's object and of its twin. */
const reservedFields = new Set(
  (
    'title date date_gmt modified modified_gmt slug path guid fields id description draft password author image ' +
    'imageAlt redirectFrom order sticky series format comments url markdown_url type lang status link content excerpt ' +
    'featured_media parent menu_order comment_status ping_status template meta class_list footnotes'
  ).split(' '),
);

/** Parameters of every collection. */
const reservedParameters = new Set(
  (
    'context page per_page search after before modified_after modified_before author_exclude include exclude offset ' +
    'orderby search_columns tax_relation parent_exclude'
  ).split(' '),
);
