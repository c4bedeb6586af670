const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A date as people write it in a language: `2026-08-10T09:40:00` gives `10 August 2026` in `en-GB`.
 * @param local site-local date, with or without a time
 */
export function formatDay(local: string, language: string): string {
  let format = formats.get(language);
  if (!format) {
    format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    formats.set(language, format);
  }
  return format.format(Date.parse(`${local.slice(0, 10)}T00:00:00Z`));
}

const rightToLeft = /^(?:ar|ckb|dv|fa|he|ks|ku-arab|nqo|ps|sd|syr|ug|ur|yi)(?:-|$)/i;

/** Direction in which a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.test(language) ? 'rtl' : 'ltr';
}
