import type { Site } from 'agentsite/model';
import type { MenuItem } from '../model/export-model.ts';
import type { Losses } from '../model/losses.ts';
import { decodeName } from '../model/plain-words.ts';
import type { Survey } from '../model/survey.ts';
import type { RestRecording } from '../wordpress/rest-recording.ts';
import type { AddressTable, OldSite } from './address-book.ts';
import { type PlannedLanguages, rootIn } from './plan-languages.ts';

type MenuEntry = Site['navigation'][number];

export interface MenuInput {
  readonly survey: Survey;
  readonly rest: RestRecording | null;
  readonly table: AddressTable;
  readonly site: OldSite;
  readonly archives: ReadonlyMap<string, MenuEntry>;
  readonly languages: PlannedLanguages;
  readonly losses: Losses;
}

export type Menus = Pick<Site, 'navigation' | 'footerNavigation'>;

/** The menus of each language, by tag: a menu is of the language that its first entry links to. */
export function planMenus(input: MenuInput): Readonly<Record<string, Menus>> {
  const { survey, table, site, languages } = input;
  const [main = '', ...others] = languages.tags;
  const menus = [...Map.groupBy(survey.menuItems, ({ menu }) => menu)].sort(
    (a, b) => b[1].length - a[1].length,
  );
  const languageOf = (items: readonly MenuItem[]) => {
    const paths = items.map((item) => pathOf(item, table, site) ?? '');
    return others.find((language) => paths[0]?.startsWith(`${rootIn({ language })}/`)) ?? main;
  };
  const byLanguage = Map.groupBy(menus, ([, items]) => languageOf(items));
  return Object.fromEntries(
    [main, ...others].map((tag) => [tag, chooseMenus(byLanguage.get(tag) ?? [], input)]),
  );
}

/** Chooses main and footer menu by their locations in an owner's `wp/v2`, else by names and lengths. */
function chooseMenus(menus: readonly [string, MenuItem[]][], input: MenuInput): Menus {
  const { rest, losses } = input;
  const locations = new Map((rest?.menus ?? []).map((menu) => [menu.slug, menu.locations]));
  const places = (slug: string) => locations.get(slug) ?? [];
  const main =
    menus.find(([slug]) => [slug, ...places(slug)].some((place) => /primary|main|header|top/.test(place))) ??
    menus[0];
  const footer =
    menus.find(
      (menu) =>
        menu !== main &&
        (places(menu[0]).some((place) => /footer|bottom/.test(place)) || /foot/.test(menu[0])),
    ) ?? menus.find((menu) => menu !== main);
  for (const [slug, items] of menus) {
    if (slug !== main?.[0] && slug !== footer?.[0])
      losses.addForSite(
        'menu-item-dropped',
        `menu "${slug}" with ${items.length} entries`,
        'The site has one menu at the top and one in the footer.',
      );
  }
  const entries = (items: readonly MenuItem[] | undefined) =>
    (items ?? []).toSorted((a, b) => a.order - b.order).flatMap((item) => entryOf(item, input));
  return { navigation: entries(main?.[1]), footerNavigation: entries(footer?.[1]) };
}

function entryOf(item: MenuItem, { survey, table, site, archives, losses }: MenuInput): MenuEntry[] {
  const archive = item.type === 'post_type_archive' ? archives.get(item.object) : undefined;
  const label = decodeName(item.title) || (archive?.label ?? nameOf(item, survey));
  if (item.parentItem !== 0)
    losses.addForSite(
      'menu-item-dropped',
      `“${label}” was below another entry`,
      'Menus have one level here: it is next to that entry.',
    );
  const path = archive?.path ?? pathOf(item, table, site);
  if (label !== '' && path !== null) return [{ label, path }];
  losses.addForSite(
    'menu-item-dropped',
    `“${label}” ${item.url || `${item.object} ${item.objectId}`}`,
    'Its target is not published here.',
  );
  return [];
}

function nameOf(item: MenuItem, survey: Survey): string {
  if (item.type === 'taxonomy')
    return decodeName(survey.terms.find(({ id }) => id === item.objectId)?.name ?? '');
  return decodeName(survey.titles.get(item.objectId) ?? '');
}

function pathOf(item: MenuItem, table: AddressTable, site: OldSite): string | null {
  if (item.type === 'post_type') return table.documents.get(item.objectId) ?? null;
  if (item.type === 'taxonomy')
    return table.categories.get(item.objectId) ?? table.terms.get(item.objectId) ?? null;
  const written = item.url.trim();
  if (written === '') return null;
  const own = site.pathOf(written);
  if (own === null) return /^https?:\/\//.test(written) ? written : null;
  if (/^\/(?:feed|rss)\/$/.test(own)) return '/feed.xml';
  return table.paths.get(own) ?? null;
}
