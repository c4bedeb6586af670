import type { LossCode, Losses } from '../model/losses.ts';
import { addressesFor } from './address-book.ts';
import type { PlannedDocument } from './plan.ts';
import { termField } from './plan-kinds.ts';
import type { Prepared } from './prepare.ts';

export type DocumentContext = ReturnType<typeof contextOf>;

export function contextOf(
  { survey, site, terms, authors, plan, media, settings, table, rest, kinds }: Prepared,
  systemName: string,
  losses: Losses,
) {
  // Logins are case-insensitive in WordPress.
  const byLogin = new Map(authors.map(({ login, slug }) => [login.toLowerCase(), slug]));
  return {
    systemName,
    timezone: settings.timezone,
    math: settings.math,
    media,
    /** Slug of an author by login; null if unknown. */
    authorOf: (login: string) => (login === '' ? null : (byLogin.get(login.toLowerCase()) ?? null)),
    /** Slug of the site's owner, the default author. */
    owner: settings.owner.slug,
    /** Front matter field for the terms of a taxonomy; null if the kind has none. */
    termField: (kind: string, taxonomy: string) => termField(kinds, kind, taxonomy),
    /** Do documents of this kind have an order? */
    hasOrder: (kind: string) => kind === 'page' || (kinds.kinds.get(kind)?.hierarchical ?? false),
    termOf: (taxonomy: string, slug: string) => terms.slugs.get(`${taxonomy}:${slug}`),
    isOwnAddress: (url: string) => URL.canParse(url) && site.isOwn(new URL(url)),
    addressesOf: (document: PlannedDocument) =>
      addressesFor(site, table, media, document.oldPath || document.path, document.path, document.draft),
    redirectFrom: ({ source }: PlannedDocument) => table.redirectFrom.get(source.key) ?? [],
    reusableBlock: (id: number) => survey.reusable.get(id) ?? null,
    /** Public custom fields of a document on the old site. */
    recordedMeta: (id: number) => rest?.document(id)?.meta ?? {},
    /** IDs that links of the site refer to. */
    places: survey.places,
    /** HTML that readers of the old site saw; null if unknown. */
    rendered: (id: number) => (plan.byId.has(id) ? (rest?.rendered(id) ?? null) : null),
    losses,
  };
}

export type Lose = (code: LossCode, what: string, fix?: string) => void;
