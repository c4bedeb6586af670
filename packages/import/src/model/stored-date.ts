import { parseMoment } from 'agentsite/model';

/** Is it a date as an export stores it, `2021-03-04 05:06:07`? Documents without a date have `0000-00-00 00:00:00`. */
export const isStoredDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d/.test(text) && !text.startsWith('0000') && parseMoment(text, 'UTC') !== null;

/** What is written for a post whose date cannot be read. */
export const noDate = '1970-01-01T00:00:00';
