import { memoize } from '../model/memoize.ts';

const formatOf = memoize(
  ({ language }: { readonly language: string }) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
);

/**
 * A date in the long form of the site's language: `2026-08-10T09:40:00` gives `10 August 2026` in `en-GB`.
 * @param local site-local date, with or without a time
 */
export function formatDay(local: string, site: { readonly language: string }): string {
  return formatOf(site).format(Date.parse(`${local.slice(0, 10)}T00:00:00Z`));
}

const rightToLeft = /^(?:ar|ckb|dv|fa|he|ks|ku-arab|nqo|ps|sd|syr|ug|ur|yi)(?:-|$)/i;

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.test(language) ? 'rtl' : 'ltr';
}
