import { isLocalHost, type Site, siteSchema } from 'agentsite/model';
import { decodeHTML } from 'entities';
import type { Losses } from '../model/losses.ts';
import { decodePercent } from '../model/names.ts';
import type { ChangedSettings, OwnSettings } from '../model/own-settings.ts';
import { plainWords } from '../model/plain-words.ts';
import type { Survey } from '../model/survey.ts';
import type { RestRecording } from '../wordpress/rest-recording.ts';
import { contradicts, inferTimeZone, type StoredMoment, zoneOfOffset } from '../wordpress/time-zone.ts';
import type { OldSite } from './address-book.ts';
import type { PlannedAuthor } from './plan-authors.ts';
import type { PlannedKinds } from './plan-kinds.ts';
import { type PlannedLanguages, tagOf } from './plan-languages.ts';
import type { Menus } from './plan-menus.ts';

export type SiteSettings = Site;

export interface SettingsInput {
  readonly survey: Survey;
  readonly rest: RestRecording | null;
  readonly site: OldSite;
  readonly authors: readonly PlannedAuthor[];
  readonly permalink: string;
  readonly languages: PlannedLanguages;
  readonly kinds: PlannedKinds;
  readonly guesses: boolean;
  /** Settings of the new site: they stay where the source says nothing. */
  readonly own: OwnSettings;
  readonly losses: Losses;
}

export function makeSettings(
  input: SettingsInput,
  timezone: string,
  menus: Readonly<Record<string, Menus>>,
): SiteSettings {
  const { survey, site, authors, permalink, own } = input;
  const [main = (survey.head?.language || own.text('language') || 'en').replace(/_/g, '-'), ...others] =
    input.languages.tags;
  const words = Object.entries(survey.head?.languages ?? {}).map(([code, own]) => [tagOf(code), own]);
  const wordsIn = new Map(words as [string, object][]);
  const [owner] = authors;
  const title = plainWords(survey.head?.title ?? '') || own.text('title') || hostOf(site);
  return siteSchema.parse({
    title,
    description: decodeHTML(survey.head?.tagline ?? '').trim() || own.text('description') || title,
    url: site.origin,
    language: main,
    languages: Object.fromEntries(others.map((tag) => [tag, { ...wordsIn.get(tag), ...menus[tag] }])),
    timezone,
    owner: {
      ...own.object('owner'),
      name: owner?.name ?? title,
      slug: /^[a-z0-9-]+$/.test(owner?.slug ?? '') ? owner?.slug : 'owner',
      ...(owner && owner.description !== '' ? { description: owner.description } : {}),
      ...(owner && owner.url !== '' ? { url: owner.url } : {}),
    },
    ...(menus[input.languages.tags[0] ?? ''] ?? {}),
    permalinks: { ...own.object('permalinks'), post: permalink, ...basesOf(input) },
    guessAddresses: input.guesses,
    ...(survey.head?.usesDollars ? { math: 'dollars' } : {}),
    kinds: Object.fromEntries(input.kinds.kinds),
    taxonomies: Object.fromEntries(input.kinds.taxonomies),
  });
}

const hostOf = ({ origin }: OldSite): string =>
  isLocalHost(new URL(origin).hostname) ? 'My site' : new URL(origin).host;

/** The time zone from `wp/v2`, or inferred from dates. */
export function findTimeZone({
  survey,
  rest,
  own,
  losses,
}: Pick<SettingsInput, 'survey' | 'rest' | 'own' | 'losses'>): string {
  if (survey.head?.timezone) return survey.head.timezone;
  if (rest?.site?.timezone_string) return rest.site.timezone_string;
  if (rest?.site) return zoneOfOffset(rest.site.gmt_offset);
  const zone = inferTimeZone(momentsOf(survey));
  if (zone === null && own.text('timezone') !== '') return own.text('timezone');
  losses.addForSite(
    'time-zone-guessed',
    zone ?? 'UTC',
    zone
      ? `The export does not contain it; ${howItFits(survey, zone)}. Compare it with Settings > General of the old site.`
      : 'The dates don’t reveal it; UTC is in the settings.',
  );
  return zone ?? 'UTC';
}

function howItFits(survey: Survey, zone: string): string {
  const moments = [...momentsOf(survey)];
  const others = moments.filter((moment) => contradicts(moment, zone)).length;
  return others === 0 ? 'it fits the dates' : `${others} of ${moments.length} dates have another offset`;
}

function* momentsOf({ documents, attachments }: Survey): Generator<StoredMoment> {
  yield* documents.values();
  yield* attachments.values();
}

/** Folders of category and tag archives, which only `wp/v2` contains. */
export function basesOf({ survey, rest, site }: Pick<SettingsInput, 'survey' | 'rest' | 'site'>): {
  category?: string;
  tag?: string;
} {
  if (survey.head?.termPermalinks) return survey.head.termPermalinks;
  const category = rest?.terms.find(
    ({ taxonomy, link, slug }) => taxonomy === 'category' && endsIn(site, link, slug),
  );
  const tag = rest?.terms.find(
    ({ taxonomy, link, slug }) => taxonomy === 'post_tag' && endsIn(site, link, slug),
  );
  const base = (link: string, slug: string) =>
    (site.pathOf(link) ?? '').slice(0, -(decodePercent(slug).length + 1));
  const topmost = rest?.terms
    .filter(({ taxonomy }) => taxonomy === 'category')
    .map(({ link, slug }) => base(link, slug))
    .sort((a, b) => a.length - b.length)[0];
  return {
    ...(category && topmost && topmost !== '/' ? { category: `${topmost}{path}/` } : {}),
    ...(tag && base(tag.link, tag.slug) !== '/' ? { tag: `${base(tag.link, tag.slug)}{slug}/` } : {}),
  };
}

function endsIn(site: OldSite, link: string, slug: string): boolean {
  return site.pathOf(link)?.endsWith(`/${decodePercent(slug).normalize('NFC')}/`) ?? false;
}

/**
 * `site.ts` of the new site. Settings that the import does not know stay as their owner wrote them.
 */
export function renderSettings(settings: SiteSettings, own: OwnSettings): ChangedSettings {
  const { title, description, url, language, timezone, owner, permalinks } = settings;
  const { navigation, footerNavigation, languages, kinds, taxonomies, math } = settings;
  const lists = { navigation, footerNavigation, languages, kinds, taxonomies };
  const written = {
    ...{ title, description, url, language, timezone, owner: withoutEmpty(owner) },
    ...withoutEmpty(lists),
    ...{ permalinks: changed(permalinks, own) },
    ...(math === 'dollars' ? { math } : {}),
    ...(settings.guessAddresses ? { guessAddresses: true } : {}),
  };
  return (
    own.with(withoutEmpty(written)) ?? {
      text: `/**
 * Everything about this site that its owner decides, as plain data. The manual explains each field
 * (Configuration). SITE_URL in the environment overrides \`url\`.
 */
export const site = ${JSON.stringify(written, null, 2)};
`,
      ...{ replaced: [], kept: [] },
    }
  );
}

/** Without empty strings, lists and objects. */
const withoutEmpty = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) =>
      typeof value === 'object' ? Object.keys(value).length > 0 : value !== '',
    ),
  );

/** Patterns that are not the defaults, or that the owner wrote. */
function changed(permalinks: SiteSettings['permalinks'], own: OwnSettings): Record<string, unknown> {
  const defaults = siteSchema.shape.permalinks.parse({});
  return Object.fromEntries(
    Object.entries(permalinks).filter(
      ([name, pattern]) =>
        name in own.object('permalinks') || pattern !== defaults[name as keyof typeof defaults],
    ),
  );
}
