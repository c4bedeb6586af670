// Node 24, which the package brings along, does not have Temporal.
import { Temporal } from 'temporal-polyfill';

/** One moment in the two forms that the site publishes: `YYYY-MM-DDTHH:MM:SS`, local to the site and in UTC. */
export interface Moment {
  readonly local: string;
  readonly gmt: string;
}

const plain = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/;

/**
 * Reads an author's date: a day, a day and a time, or a time with `Z` or an offset; null for anything else. Without a zone it
 * is in `timezone` (IANA); a day is its midnight. A date with an offset keeps it, so that addresses don't change with the
 * site's time zone.
 */
export function parseMoment(text: string, timezone: string): Moment | null {
  const written = text.trim().replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T');
  try {
    return plain.test(written)
      ? toMoment(Temporal.PlainDateTime.from(written).toZonedDateTime(timezone))
      : momentWithZone(written, timezone);
  } catch {
    return null;
  }
}

function momentWithZone(written: string, timezone: string): Moment {
  const moment = toMoment(Temporal.Instant.from(written).toZonedDateTimeISO(timezone));
  if (/z$/i.test(written)) return moment;
  return { ...moment, local: Temporal.PlainDateTime.from(written).toString({ smallestUnit: 'second' }) };
}

const day = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const clock = /^\d{4}-\d{2}-\d{2}[T ](\d{2}):(\d{2})(?::(\d{2}))?/;

/** Why {@link parseMoment} could not read a date, for its author: continues a sentence that names the field. */
export function explainDate(text: string): string {
  const written = text.trim();
  const [, year = '', mark = '', month = '', date = ''] = day.exec(written) ?? [];
  if (year === '') return 'must be a date such as 2026-11-21 or 2026-11-21T09:30:00';
  const problem = problemOfDay(Number(year), Number(month), Number(date));
  if (problem) return `"${written}" is not a day of the calendar: ${problem}`;
  if (mark !== '-' || month.length + date.length < 4) {
    return `must be a date such as 2026-11-21; did you mean ${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}?`;
  }
  const [, hour = '0', minute = '0', second = '0'] = clock.exec(written) ?? [];
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return `"${written}" is not a time of day: hours go to 23, minutes and seconds to 59`;
  }
  return `must be a date such as 2026-11-21, 2026-11-21T09:30:00 or 2026-11-21T09:30:00+02:00, not "${written}"`;
}

function problemOfDay(year: number, month: number, date: number): string | null {
  if (month < 1 || month > 12) return `there is no month ${month}`;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (date >= 1 && date <= days) return null;
  const name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(year, month - 1),
  );
  return `${name} ${year} has ${days} days`;
}

function toMoment({ epochMilliseconds, offsetNanoseconds }: Temporal.ZonedDateTime): Moment {
  return {
    local: new Date(epochMilliseconds + offsetNanoseconds / 1e6).toISOString().slice(0, 19),
    gmt: new Date(epochMilliseconds).toISOString().slice(0, 19),
  };
}

/** The zone's distance from UTC at `gmt`, in hours: 1, 2, -3.5. WordPress calls it `gmt_offset`. */
export function offsetHours(gmt: string, timezone: string): number {
  const zoned = Temporal.Instant.from(`${gmt}Z`).toZonedDateTimeISO(timezone);
  return zoned.offsetNanoseconds / 3.6e12;
}

/** Is `timezone` a zone that dates can be read in? */
export function isTimezone(timezone: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timezone);
    return true;
  } catch {
    return false;
  }
}

/** `2026-11-21T09:30:00` (UTC) as HTTP writes dates (RFC 9110, IMF-fixdate): `Sat, 21 Nov 2026 09:30:00 GMT`. */
export function formatHttpDate(gmt: string): string {
  return new Date(`${gmt}Z`).toUTCString();
}

/** A UTC moment as RFC 3339: `2026-11-21T09:30:00Z`. */
export function formatRfc3339(gmt: string): string {
  return `${gmt}Z`;
}

/** A moment with its distance from UTC: `2026-08-10T09:40:00+02:00`. */
export function formatWithOffset({ local, gmt }: Moment): string {
  const minutes = Math.round((Date.parse(`${local}Z`) - Date.parse(`${gmt}Z`)) / 60_000);
  const distance = Math.abs(minutes);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${local}${minutes < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`;
}
