import { memoize } from '../model/memoize.ts';

/** What decides how a date is written. */
interface Written {
  readonly language: string;
  readonly dateFormat?: 'full' | 'long' | 'medium' | 'short';
}

/** Lists repeat the days of their documents, and a format takes longer than all that is around it. */
const daysOf = memoize(({ language, dateFormat = 'long' }: Written) => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: dateFormat, timeZone: 'UTC' });
  const known = new Map<string, string>();
  return (day: string): string => {
    const text = known.get(day) ?? format.format(Date.parse(`${day}T00:00:00Z`));
    known.set(day, text);
    return text;
  };
});

/** A site-local date in the site's language: `2026-08-10T09:40:00` gives `10 August 2026` in `en-GB`. */
export function formatDay(local: string, site: Written): string {
  return daysOf(site)(local.slice(0, 10));
}

const rightToLeft = /^(?:ar|ckb|dv|fa|he|ks|ku-arab|nqo|ps|sd|syr|ug|ur|yi)(?:-|$)/i;

export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.test(language) ? 'rtl' : 'ltr';
}
