import { parseMoment } from 'agentsite/model';
import { type ExportItem, withoutWordPress } from '../model/export-model.ts';

type Needed = 'file' | 'type' | 'status' | 'title' | 'link' | 'slug' | 'content';

/** An item of a hosted service: HTML as readers saw it. */
export const hostedItem = (item: Pick<ExportItem, Needed> & Partial<ExportItem>): ExportItem => ({
  ...withoutWordPress,
  ...{ line: 1, guid: '', creator: '', isRendered: true, excerpt: '', order: 0, sticky: false, terms: [] },
  ...{ date: '', dateGmt: '', modified: '', modifiedGmt: '' },
  ...item,
});

/** Dates as an export of WordPress stores them, of one with an offset or in UTC; empty if it cannot be read. */
export function storedMoment(written: string, timezone: string): { date: string; gmt: string } {
  const text = written.trim();
  const time = Date.parse(text);
  if (text === '' || Number.isNaN(time)) return { date: '', gmt: '' };
  const gmt = new Date(time).toISOString().slice(0, 19);
  // The clock of the author, if it says one.
  const own = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[\d.]*[+-]\d\d:?\d\d$/.exec(text)?.[1];
  const local = own ?? parseMoment(`${gmt}Z`, timezone)?.local ?? gmt;
  return { date: local.replace('T', ' '), gmt: gmt.replace('T', ' ') };
}

/** Text of a title or a summary as HTML. */
export const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Of exports that name neither the site nor its language and time zone: the owner sets them in `site.ts`. */
export const headOf = (site: string, timezone: string) => ({
  title: '',
  tagline: '',
  home: site,
  siteUrl: site,
  language: '',
  timezone,
  uploads: '/',
});
