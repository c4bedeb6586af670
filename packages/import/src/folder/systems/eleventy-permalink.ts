import { hyphenate } from '../rules/site-rules.ts';

/** What placeholders of a permalink stand for. */
export interface PermalinkData {
  readonly slug: string;
  readonly title: string;
  /** `2021-03-04`, or more. */
  readonly date: string;
  /** Path of the file without its ending: `/posts/oar`. */
  readonly stem: string;
  /** Other fields of front matter. */
  readonly others: Readonly<Record<string, unknown>>;
}

/** A permalink of Eleventy, in Liquid or Nunjucks, with its placeholders filled in; null if a program fills them in. */
export function fillPermalink(pattern: string, data: PermalinkData): string | null {
  const filled = pattern.replace(
    /\{\{-?\s*([\w.]+)\s*((?:\|[^}]*)?)-?\}\}/g,
    (whole, name: string, filters: string) => {
      const value = fillOne(name, filters, data);
      return value ?? whole;
    },
  );
  if (/[{}]/.test(filled)) return null;
  return `/${filled.replace(/(?:^|(?<=\/))index\.html$/, '')}`.replace(/\/{2,}/g, '/');
}

function fillOne(name: string, filters: string, data: PermalinkData): string | null {
  const plain = name.replace(/^page\./, '');
  if (/^(?:fileSlug|slug)$/.test(plain)) return hyphenate(data.slug);
  if (plain === 'filePathStem') return data.stem;
  if (plain === 'title') return filters === '' ? data.title : hyphenate(data.title);
  if (plain === 'date') return formatDate(filters, data.date);
  const own = data.others[plain];
  if (typeof own !== 'string' && typeof own !== 'number') return null;
  return filters === '' ? String(own) : hyphenate(String(own));
}

/** By the format in a filter, of `strftime` or of Luxon and its like; or by a filter whose name says it all. */
function formatDate(filters: string, date: string): string | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(date) ?? [];
  if (year === '') return null;
  const parts = { y: year, m: month.padStart(2, '0'), d: day.padStart(2, '0') };
  const format = /["']([^"']*)["']/.exec(filters)?.[1];
  if (format?.includes('%')) {
    const filled = format
      .replaceAll('%Y', parts.y)
      .replaceAll('%m', parts.m)
      .replaceAll('%d', parts.d)
      .replace(/%-?e|%-d/g, String(Number(day)))
      .replaceAll('%-m', String(Number(month)))
      .replaceAll('%F', `${parts.y}-${parts.m}-${parts.d}`);
    return filled.includes('%') ? null : filled;
  }
  if (format !== undefined)
    return /^(?:(?:yyyy|YYYY|y|LL|MM|L|M|dd|DD|d|D)(?:[-/._]+|$))+$/.test(format)
      ? format.replace(/yyyy|YYYY|y|LL|MM|L|M|dd|DD|d|D/g, (token) => tokenOf(token, parts))
      : null;
  const named = /\|\s*(?:get|to|date|page|format)?_?(year|month|day)\b/i.exec(filters)?.[1]?.toLowerCase();
  return named === 'year' ? parts.y : named === 'month' ? parts.m : named === 'day' ? parts.d : null;
}

function tokenOf(
  token: string,
  { y, m, d }: { readonly y: string; readonly m: string; readonly d: string },
): string {
  const value = /^y/i.test(token) ? y : /^[LM]/.test(token) ? m : d;
  return token.length === 1 && token !== 'y' ? String(Number(value)) : value;
}
