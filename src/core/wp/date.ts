/** A moment named in a query: on the site's clock, or, where the text named a zone, in UTC. */
export interface WpDate {
  /** Seconds since 1970, read as UTC in both cases; `zoned` says against which of a document's dates they compare. */
  readonly seconds: number;
  readonly zoned: boolean;
}

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:(Z)|([+-])(\d{2})(?::(\d{2}))?)?$/;

/** Reads `2023-04-10T00:00:00` like PHP: also with a space, a fraction (dropped) or a zone; days past a month's end overflow. */
export function parseWpDate(text: string): WpDate | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  if (month > 12 || day > 31 || hour > 24 || minute > 59 || second > 60) return null;
  if (Number(match[9] ?? 0) > 24 || Number(match[10] ?? 0) > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const offset = (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0)) * (match[8] === '-' ? -60 : 60);
  const seconds = date.getTime() / 1000 - offset;
  const zoned = match[7] !== undefined || match[8] !== undefined;
  return { seconds, zoned };
}
