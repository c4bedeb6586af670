import { formatWithOffset, offsetHours, parseMoment } from 'agentsite/model';
import { isStoredDate } from '../model/stored-date.ts';

/** A date as WordPress stores it: local, and in UTC. */
export interface StoredMoment {
  readonly date: string;
  readonly dateGmt: string;
}

const known = (moment: StoredMoment): boolean => isStoredDate(moment.dateGmt) && isStoredDate(moment.date);

/** Populous zones come first: of zones with the same rules the first is proposed. */
const common = (
  'UTC America/New_York America/Chicago America/Denver America/Los_Angeles Europe/London Europe/Berlin Europe/Paris Europe/Madrid ' +
  'Europe/Rome Europe/Amsterdam Europe/Warsaw Europe/Athens Europe/Helsinki Europe/Moscow Europe/Istanbul America/Sao_Paulo ' +
  'America/Toronto America/Argentina/Buenos_Aires America/Mexico_City America/Bogota Asia/Kolkata Asia/Shanghai Asia/Tokyo Asia/Seoul Asia/Singapore ' +
  'Asia/Jakarta Asia/Dubai Asia/Tehran Asia/Karachi Australia/Sydney Australia/Perth Pacific/Auckland Africa/Cairo Africa/Johannesburg Africa/Lagos'
).split(' ');

/** Infers the time zone from local and UTC dates. @returns null if no zone explains half of them */
export function inferTimeZone(moments: Iterable<StoredMoment>): string | null {
  const byDistance = new Map<string, StoredMoment>();
  for (const moment of moments)
    if (known(moment)) byDistance.set(`${moment.dateGmt.slice(0, 7)} ${distance(moment)}`, moment);
  const sample = [...byDistance.values()].slice(0, 300);
  if (sample.length === 0) return null;
  const distances = new Set(sample.map(distance));
  const [fixed = 0] = distances;
  const months = new Set(sample.map(({ dateGmt }) => Number(dateGmt.slice(5, 7))));
  // The same offset in winter and in summer is no city's that changes its clocks.
  if (distances.size === 1 && months.has(1) && months.has(7) && fixed % 3_600_000 === 0)
    return zoneOfOffset(fixed / 3_600_000);
  const zones = [...new Set([...common, ...Intl.supportedValuesOf('timeZone')])];
  let best: { zone: string; right: number } | null = null;
  for (const zone of zones) {
    const right = sample.filter((moment) => explains(zone, moment)).length;
    if (right > (best?.right ?? 0)) best = { zone, right };
    if (right === sample.length) break;
  }
  return best && best.right * 2 >= sample.length ? best.zone : null;
}

function distance({ date, dateGmt }: StoredMoment): number {
  return Date.parse(`${date.replace(' ', 'T')}Z`) - Date.parse(`${dateGmt.replace(' ', 'T')}Z`);
}

function explains(zone: string, moment: StoredMoment): boolean {
  const gmt = moment.dateGmt.replace(' ', 'T');
  return (
    offsetHours(gmt, zone) * 3_600_000 === distance(moment) || parseMoment(moment.date, zone)?.gmt === gmt
  );
}

/** Zone for an offset in hours: `Etc/GMT+5` is five hours behind. */
export function zoneOfOffset(hours: number): string {
  if (hours === 0) return 'UTC';
  if (!Number.isInteger(hours)) return hours === 5.5 ? 'Asia/Kolkata' : 'UTC';
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

/** Date for front matter, with its stored offset if that is not the site's; null without a date. */
export function writeDate(moment: StoredMoment, zone: string): string | null {
  if (!isStoredDate(moment.date))
    return isStoredDate(moment.dateGmt) ? `${moment.dateGmt.replace(' ', 'T')}Z` : null;
  const local = moment.date.replace(' ', 'T');
  const read = parseMoment(local, zone);
  if (!known(moment)) return read ? local : null;
  const gmt = moment.dateGmt.replace(' ', 'T');
  if (read?.gmt === gmt) return local;
  const withOffset = formatWithOffset({ local, gmt });
  return parseMoment(withOffset, zone)?.gmt === gmt ? withOffset : local;
}

/** Does the stored offset contradict the zone, except for skipped and repeated hours? */
export function contradicts(moment: StoredMoment, zone: string): boolean {
  if (!known(moment)) return false;
  const [local, gmt] = [moment.date.replace(' ', 'T'), moment.dateGmt.replace(' ', 'T')];
  return parseMoment(local, zone)?.gmt !== gmt && parseMoment(`${gmt}Z`, zone)?.local !== local;
}
