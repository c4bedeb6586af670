import { memoize } from '../model/memoize.ts';

/** What decides how a date is written. */
interface Written {
  readonly language: string;
  readonly dateFormat?: 'full' | 'long' | 'medium' | 'short';
}

const formatOf = memoize(
  ({ language, dateFormat = 'long' }: Written) =>
    new Intl.DateTimeFormat(language, { dateStyle: dateFormat, timeZone: 'UTC' }),
);

/**
 * A date as the site's language writes it: `2026-08-10T09:40:00` gives `10 August 2026` in `en-GB`.
 * @param local site-local date, with or without a time
 */
export function formatDay(local: string, site: Written): string {
  return formatOf(site).format(Date.parse(`${local.slice(0, 10)}T00:00:00Z`));
}

const rightToLeft = /^(?:ar|ckb|dv|fa|he|ks|ku-arab|nqo|ps|sd|syr|ug|ur|yi)(?:-|$)/i;

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.test(language) ? 'rtl' : 'ltr';
}
