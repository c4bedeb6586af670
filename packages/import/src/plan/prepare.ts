import { kindsOf, termPath } from 'agentsite/model';
import type { DiskMaps } from '../model/disk-map.ts';
import type { ImportOptions } from '../model/import-options.ts';
import type { Losses } from '../model/losses.ts';
import type { OwnSettings } from '../model/own-settings.ts';
import type { Survey } from '../model/survey.ts';
import { systems } from '../model/systems.ts';
import type { RestRecording } from '../wordpress/rest-recording.ts';
import { OldSite } from './address-book.ts';
import { makeAddressTable } from './address-table.ts';
import { fileHostsOf, MediaLibrary, uploadsFolder } from './media-library.ts';
import { planDocuments } from './plan.ts';
import { planAuthors } from './plan-authors.ts';
import { planKinds } from './plan-kinds.ts';
import { planLanguages, rootIn } from './plan-languages.ts';
import { planMenus } from './plan-menus.ts';
import { type PlannedTerms, planTerms } from './plan-terms.ts';
import { basesOf, findTimeZone, makeSettings, type SiteSettings } from './site-settings.ts';

/** Everything that is decided before the first document is converted. */
export type Prepared = ReturnType<typeof prepare>;

export function prepare(
  options: ImportOptions,
  survey: Survey,
  rest: RestRecording | null,
  files: ReadonlyMap<string, string>,
  maps: DiskMaps,
  own: OwnSettings,
  losses: Losses,
) {
  const fileHosts = fileHostsOf(survey.attachments.values());
  const site = new OldSite(survey.head?.home ?? '', survey.head?.siteUrl ?? '', fileHosts);
  const publicTypes = publicTypesOf(survey, rest, site, options.publicTypes);
  const kinds = planKinds(survey, rest, site, publicTypes);
  const languages = planLanguages(survey, losses);
  const terms = planTerms(survey, [...kinds.taxonomies.keys()], languages, losses);
  const authors = planAuthors(survey.authors, rest, own, survey.head?.title ?? '', losses);
  const pathOf = (link: string) => site.pathOf(link);
  const plan = planDocuments({
    survey,
    hasIds: systems[options.system].hasIds,
    terms,
    authors,
    pathOf,
    publicTypes,
    kinds: kinds.kinds,
    isRecorded: ({ id }) => id !== null && Boolean(rest?.rendered(id)),
    isUnlisted: ({ id, type, status, date }) =>
      id !== null && status === 'publish' && (rest?.lacks(id, type, date) ?? false),
    languages,
    termPages: termPagesOf(terms, basesOf({ survey, rest, site })),
    ownPermalink: String(own.object('permalinks').post ?? '/{slug}/'),
    maps,
    losses,
  });
  if (rest === null && survey.membershipNames.size > 0)
    losses.addForSite(
      'access-restricted',
      `plugin for memberships: ${[...survey.membershipNames].sort().join(', ')}`,
      'It may keep access rules outside of the export. Give --rest or --site, so that the import knows what anonymous readers saw, or check each document that is published.',
    );
  const uploads = survey.head?.uploads ?? uploadsFolder(survey.attachments.values());
  const media = new MediaLibrary(uploads, files, survey.attachments);
  reportMedia(survey, media, losses);
  for (const [type, { what, count }] of survey.personal)
    losses.addForSite(
      'personal-left',
      `${what} ("${type}"): ${count}`,
      `They contain data about persons, so they are not imported. They are in the export. If readers saw them, import again with --public-types ${type}.`,
    );
  for (const { type, title } of survey.siteParts)
    losses.addForSite(
      'site-part-dropped',
      `${type} “${title}”`,
      'It belongs to the old theme. The new site has its own.',
    );
  const { guesses } = systems[options.system];
  const { permalink } = plan;
  const input = { survey, rest, site, authors, permalink, languages, kinds, guesses, own, losses };
  const timezone = findTimeZone(input);
  const bare = makeSettings(input, timezone, {});
  const table = makeAddressTable({
    survey,
    plan,
    terms,
    authors,
    media,
    site,
    settings: bare,
    restTerms: rest?.terms ?? [],
    languages,
    losses,
    maps,
  });
  const settings = makeSettings(
    input,
    timezone,
    planMenus({ survey, rest, table, site, archives: archivesOf(bare), languages, losses }),
  );
  return { survey, site, terms, authors, plan, media, settings, own, table, rest, kinds, maps };
}

function archivesOf(settings: SiteSettings): Map<string, { label: string; path: string }> {
  return new Map(
    kindsOf(settings).flatMap(({ name, own, archive, labels }) =>
      own && archive !== null ? [[name, { label: labels.name, path: archive }]] : [],
    ),
  );
}

function reportMedia(survey: Survey, media: MediaLibrary, losses: Losses): void {
  const refused = new Set(
    losses.all.flatMap(({ code, place, what }) => (code === 'file-refused' && place === null ? what : [])),
  );
  for (const attachment of survey.attachments.values()) {
    const place = { id: attachment.id, title: attachment.title, address: attachment.link, file: '' };
    for (const html of [attachment.caption, attachment.description])
      if (/<(?:a|img|iframe|video|audio)\b/i.test(html))
        losses.add('html-removed', place, html, 'Captions and descriptions of files are plain text.');
    const path = media.pathOf(attachment);
    const names = [attachment.file, attachment.url, path === null ? '' : `public${media.address(path)}`];
    if (names.some((name) => refused.has(name))) continue;
    if (path === null)
      losses.add(
        'file-refused',
        place,
        attachment.file || attachment.url,
        'It is outside of the uploads folder, or of a type that the site does not serve.',
      );
    else if (!media.files.has(path))
      losses.add(
        'file-missing',
        place,
        media.address(path),
        'Give --media a copy of wp-content/uploads, or put the file there below public/.',
      );
  }
}

/**
 * Post types that readers could see. An export does not contain that, and plugins store orders and mails as posts too.
 * A type counts as public if it is in `wp/v2`, has its own folder in addresses, is in a menu, or is given by the
 * owner.
 */
function publicTypesOf(
  survey: Survey,
  rest: RestRecording | null,
  site: OldSite,
  named: readonly string[],
): Set<string> {
  const types = new Set(named);
  const inMenus = new Set(
    survey.menuItems.filter(({ type }) => type === 'post_type').map(({ object }) => object),
  );
  for (const { type, status, link } of survey.documents.values()) {
    if (status !== 'publish' || type === 'post' || type === 'page') continue;
    if (rest?.types.has(type) || inMenus.has(type) || hasOwnFolder(type, site.belowBase(link)))
      types.add(type);
  }
  return types;
}

/**
 * Did the owner of the old site choose the folder of a type? WordPress uses the name of the type by default, below the
 * folder of the site, of a language, or of all posts, also for types without pages.
 */
function hasOwnFolder(type: string, path: string | null): boolean {
  const parts = (path ?? '').split('/').filter((part) => part !== '');
  const [first] = parts;
  if (first === undefined || /^\d{4}$/.test(first)) return false;
  // bbPress shows them all, but for private forums.
  if (/^(?:forum|topic|reply)$/.test(type)) return true;
  const plain = (part: string) => part.toLowerCase().replaceAll('_', '-');
  return !parts.slice(0, Math.max(1, parts.length - 1)).some((part) => plain(part) === plain(type));
}

/** Names of the archives of categories and tags, by address. */
function termPagesOf(terms: PlannedTerms, bases: { category?: string; tag?: string }): Map<string, string> {
  const { category = '/category/{path}/', tag = '/tag/{slug}/' } = bases;
  const page = (term: PlannedTerms['tags'][number], permalink: string, slugs: readonly string[]) =>
    [rootIn(term) + termPath({ permalink }, slugs), `the archive of “${term.name}”`] as const;
  return new Map([
    ...terms.categories.map((term) => page(term, category, terms.ancestry(term.slug))),
    ...terms.tags.map((term) => page(term, tag, [term.slug])),
  ]);
}
