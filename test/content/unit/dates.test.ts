import { describe, expect, it } from 'vitest';
import {
  explainDate,
  formatHttpDate,
  formatRfc3339,
  formatWithOffset,
  isTimezone,
  offsetHours,
  parseMoment,
} from '../../../src/core/model/dates.ts';

const berlin = (text: string) => parseMoment(text, 'Europe/Berlin');

describe('a date without a zone', () => {
  it('is meant on the clock of the site, a day from midnight', () => {
    expect(berlin('2026-08-10')).toEqual({ local: '2026-08-10T00:00:00', gmt: '2026-08-09T22:00:00' });
    expect(berlin(' 2026-01-10 09:30 ')).toEqual({
      local: '2026-01-10T09:30:00',
      gmt: '2026-01-10T08:30:00',
    });
    expect(berlin('2026-01-10T09:30:15.5')).toEqual({
      local: '2026-01-10T09:30:15',
      gmt: '2026-01-10T08:30:15',
    });
  });

  it('in the hour that a clock skips is an hour later, and in the one that it repeats the first', () => {
    expect(berlin('2026-03-29T02:30')).toEqual({ local: '2026-03-29T03:30:00', gmt: '2026-03-29T01:30:00' });
    expect(berlin('2026-10-25T02:30')).toEqual({ local: '2026-10-25T02:30:00', gmt: '2026-10-25T00:30:00' });
  });
});

it('a date in UTC is that moment on the clock of the site, one with an offset keeps its own clock', () => {
  expect(berlin('2026-08-10T09:40:00Z')).toEqual({
    local: '2026-08-10T11:40:00',
    gmt: '2026-08-10T09:40:00',
  });
  expect(berlin('2026-08-10T09:40:00-03:30')).toEqual({
    local: '2026-08-10T09:40:00',
    gmt: '2026-08-10T13:10:00',
  });
  expect(berlin('2026-08-10 23:40:15.5+09:00')).toEqual({
    local: '2026-08-10T23:40:15',
    gmt: '2026-08-10T14:40:15',
  });
});

it('what is not a date is explained by its cause', () => {
  const why = (text: string) => {
    expect(berlin(text)).toBeNull();
    return explainDate(text);
  };
  expect(why('2026-02-30')).toBe('"2026-02-30" is not a day of the calendar: February 2026 has 28 days');
  expect(why('2100-02-29')).toBe('"2100-02-29" is not a day of the calendar: February 2100 has 28 days');
  expect(why('2026-00-10')).toBe('"2026-00-10" is not a day of the calendar: there is no month 0');
  expect(why('2026-11-21T24:30')).toContain('is not a time of day: hours go to 23');
  expect(why('2026.1.2')).toBe('must be a date such as 2026-11-21; did you mean 2026-01-02?');
  expect(why('tomorrow')).toBe('must be a date such as 2026-11-21 or 2026-11-21T09:30:00');
  expect(why('2026-11-21T09:30 CET')).toContain('not "2026-11-21T09:30 CET"');
});

it('a leap day is a day of the calendar', () => {
  expect(berlin('2024-02-29')?.local).toBe('2024-02-29T00:00:00');
});

describe('a moment is written', () => {
  it('as HTTP, as RFC 3339, and with the distance of its zone', () => {
    expect(formatHttpDate('2026-11-21T09:30:00')).toBe('Sat, 21 Nov 2026 09:30:00 GMT');
    expect(formatRfc3339('2026-11-21T09:30:00')).toBe('2026-11-21T09:30:00Z');
    expect(formatWithOffset({ local: '2026-08-10T09:40:00', gmt: '2026-08-10T07:40:00' })).toBe(
      '2026-08-10T09:40:00+02:00',
    );
    expect(formatWithOffset({ local: '2026-08-10T06:10:00', gmt: '2026-08-10T09:40:00' })).toBe(
      '2026-08-10T06:10:00-03:30',
    );
  });
});

describe('a zone', () => {
  it('is one that dates can be read in, and has its distance by the season', () => {
    expect([isTimezone('Europe/Berlin'), isTimezone('UTC'), isTimezone('Mars/Olympus')]).toEqual([
      true,
      true,
      false,
    ]);
    expect([
      offsetHours('2026-08-10T00:00:00', 'Europe/Berlin'),
      offsetHours('2026-01-10T00:00:00', 'Europe/Berlin'),
    ]).toEqual([2, 1]);
    expect(offsetHours('2026-01-10T00:00:00', 'America/St_Johns')).toBe(-3.5);
  });
});
