/** A date in local time, and in UTC if the source has a time zone. */
export interface WrittenMoment {
  readonly local: string;
  readonly gmt: string;
}

const written =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d\d)(?::(\d\d)(?:\.\d+)?)?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?$/i;

/**
 * Parses `2024-05-01`, `2024-05-01 10:00:00 +0200`, `2024-05-01T10:00:00Z`, and what `Date` parses, such as `Jul 08
 * 2022`.
 */
export function readMoment(text: string): WrittenMoment {
  const match = written.exec(text.trim());
  if (!match) return readLoosely(text);
  const [, year = '', month = '', day = '', hour = '0', minute = '00', second = '00', zone] = match;
  const local = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')} ${hour.padStart(2, '0')}:${minute}:${second}`;
  if (zone === undefined) return { local, gmt: '' };
  const offset = /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2');
  const time = Date.parse(`${local.replace(' ', 'T')}${offset}`);
  return Number.isNaN(time) ? { local, gmt: '' } : { local, gmt: secondsOf(time) };
}

function readLoosely(text: string): WrittenMoment {
  const time = text === '' ? Number.NaN : Date.parse(`${text} UTC`);
  return Number.isNaN(time) ? { local: '', gmt: '' } : { local: secondsOf(time), gmt: '' };
}

const secondsOf = (time: number): string => new Date(time).toISOString().slice(0, 19).replace('T', ' ');
