const formats = new Map<string, (day: string) => string>();

/**
 * A date as people write it in a language: `2026-08-10T09:40:00` gives `10 August 2026` in `en-GB`.
 * @param local site-local date, with or without a time
 */
export function formatDay(local: string, language: string): string {
  let format = formats.get(language);
  if (!format) {
    format = createFormat(language);
    formats.set(language, format);
  }
  return format(local.slice(0, 10));
}

/** Days repeat on many pages and are slow to format, so each is formatted once. */
function createFormat(language: string): (day: string) => string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const known = new Map<string, string>();
  return (day) => {
    const formatted = known.get(day) ?? format.format(Date.parse(`${day}T00:00:00Z`));
    known.set(day, formatted);
    return formatted;
  };
}

const rightToLeft = /^(?:ar|ckb|dv|fa|he|ks|ku-arab|nqo|ps|sd|syr|ug|ur|yi)(?:-|$)/i;

/** Direction in which a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return rightToLeft.test(language) ? 'rtl' : 'ltr';
}
