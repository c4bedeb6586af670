import { type Kind, kindsOf, startOfPattern, type Taxonomy, taxonomiesOf } from '../core/model/kinds.ts';
import type { Site } from '../core/model/site.ts';
import { reservedBy } from '../core/model/urls.ts';
import { didYouMean } from '../core/text/nearest-word.ts';
import type { SettingIssue } from './setting-issues.ts';

/** Names, folders, collections and addresses of kinds and taxonomies that are taken, and unknown ones they refer to. */
export function findIssuesOfKinds(site: Site): SettingIssue[] {
  const issues: SettingIssue[] = [];
  const kinds = kindsOf(site);
  const taxonomies = taxonomiesOf(site);
  const rows = [
    ...kinds.map((row) => ({ at: `kinds.${row.name}`, row })),
    ...taxonomies.map((row) => ({ at: `taxonomies.${row.name}`, row })),
    // Of two equal ones, the owner's is reported.
  ].sort((a, b) => Number(a.row.own) - Number(b.row.own));
  const report = (at: string, message: string) => issues.push({ path: at.split('.'), message });
  for (const [setting, { readValue, findHolder }] of Object.entries(uniqueSettings)) {
    const seen = new Map<string, string>();
    for (const { at, row } of rows) {
      const value = readValue(row);
      if (value === null) continue;
      const holder = seen.get(value) ?? (row.own ? findHolder(value) : null);
      if (holder)
        report(setting === 'name' ? at : `${at}.${setting}`, `"${value}" is ${holder}; choose another.`);
      else seen.set(value, `that of ${at}`);
    }
  }
  for (const kind of kinds.filter(({ own }) => own)) checkKind(kind, site, report);
  for (const { name, fields } of site.plugins ?? [])
    for (const [kind, own] of Object.entries(fields))
      for (const message of findFieldProblems(kind, Object.keys(own), site))
        issues.push({ path: ['plugins'], message: `the plugin "${name}" can't be used: fields.${message}` });
  for (const taxonomy of taxonomies.filter(({ own }) => own)) checkTaxonomy(taxonomy, site, report);
  return issues;
}

interface UniqueSetting {
  readonly readValue: (row: Kind | Taxonomy) => string | null;
  /** What has the value already, apart from other rows. */
  readonly findHolder: (value: string) => string | null;
}

const uniqueSettings: Readonly<Record<string, UniqueSetting>> = {
  name: {
    readValue: ({ name }) => name,
    findHolder: (name) => (reservedNames.has(name) || name.startsWith('wp_') ? 'a name of the system' : null),
  },
  restBase: {
    readValue: ({ restBase }) => restBase,
    findHolder: (base) => (reservedBases.has(base) ? 'a collection of WordPress' : null),
  },
  folder: {
    readValue: (row) => ('folder' in row ? row.folder : null),
    findHolder: (name) => (name === 'skills' || name === 'comments' ? 'a folder of the system' : null),
  },
  archive: {
    readValue(row) {
      if ('archive' in row) return row.archive;
      const start = startOfPattern(row.permalink);
      return start === '/' ? null : start;
    },
    findHolder(path) {
      const holder = reservedBy(path);
      return holder === null ? null : `the address of ${holder}`;
    },
  },
};

type Report = (at: string, message: string) => void;

function checkKind(kind: Kind, site: Site, report: Report): void {
  const at = `kinds.${kind.name}`;
  const given = site.kinds[kind.name]?.taxonomies ?? [];
  const known = taxonomiesOf(site).flatMap(({ name, key }) => [key, name]);
  for (const name of given.filter((one) => !known.includes(one)))
    report(`${at}.taxonomies`, `there is no taxonomy "${name}"${suggest(name, known)}`);
  checkStart(`${at}.permalink`, kind.permalink, report);
  if (kind.archive === '/')
    report(`${at}.archive`, 'the permalink begins at "/"; give the list an address such as "/recipes/".');
  if (kind.hierarchical && !/^[^{]*\{slug\}\/$/.test(kind.permalink))
    report(
      `${at}.permalink`,
      'must end with {slug}/ and have nothing else in braces, since folders provide the rest.',
    );
  for (const { name } of kind.fields) {
    const problem = findFieldProblem(name, kind, site);
    if (problem !== null) report(`${at}.fields.${name}`, problem);
  }
}

/** What is wrong with fields that a plugin adds to the kind of others. */
function findFieldProblems(name: string, fields: readonly string[], site: Site): string[] {
  const kinds = kindsOf(site);
  const kind = kinds.find((one) => one.name === name);
  if (!kind) {
    const known = kinds.map((one) => one.name);
    return [`${name}: there is no content type "${name}"${suggest(name, known)}`];
  }
  return fields.flatMap((field) => {
    const added = (site.plugins ?? []).filter((plugin) => field in (plugin.fields[name] ?? {}));
    const isTaken = kind.fields.filter((one) => one.name === field).length > added.length;
    const problem = isTaken
      ? `is a field of "${name}"; choose another.`
      : findFieldProblem(field, kind, site);
    return problem === null ? [] : [`${name}.${field} ${problem}`];
  });
}

function findFieldProblem(field: string, kind: Kind, site: Site): string | null {
  const bases = taxonomiesOf(site).filter(({ kinds }) => kinds.includes(kind.name));
  const taken = bases.find(({ restBase }) => restBase === field);
  if (taken) return `is also the field of the taxonomy "${taken.name}"; choose another.`;
  return reservedFields.has(field) ? 'is a field of every document; choose another.' : null;
}

function checkTaxonomy(taxonomy: Taxonomy, site: Site, report: Report): void {
  const at = `taxonomies.${taxonomy.name}`;
  const names = kindsOf(site).map(({ name }) => name);
  for (const name of (site.taxonomies[taxonomy.name]?.kinds ?? []).filter((one) => !names.includes(one)))
    report(`${at}.kinds`, `there is no kind "${name}"${suggest(name, names)}`);
  checkStart(`${at}.permalink`, taxonomy.permalink, report);
  if (reservedFields.has(taxonomy.restBase) || reservedParameters.has(taxonomy.restBase))
    report(
      `${at}.restBase`,
      `"${taxonomy.restBase}" is a field or a parameter of every document; choose another.`,
    );
}

/** Addresses in a folder of the system could never be reached. */
function checkStart(at: string, pattern: string, report: Report): void {
  const start = startOfPattern(pattern);
  const holder = start === '/' ? null : reservedBy(`${start}x/`);
  if (holder !== null) report(at, `${start} contains ${holder}; choose another beginning.`);
}

const suggest = (name: string, known: readonly string[]) =>
  didYouMean(name, known) || `; there are ${known.join(', ')}.`;

/** Names that WordPress reserves, and names of this engine's lists and arguments. */
const reservedNames = new Set(
  (
    'attachment revision nav_menu_item custom_css customize_changeset oembed_cache user_request action author order ' +
    'theme any home archive contact index year series tag term terms type types user comment comments page_id p cat ' +
    'm post_format nav_menu link_category limit cursor query kind skill'
  ).split(' '),
);

/** WordPress's collections in `/wp-json/wp/v2/`, and lists in `content/`. */
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
