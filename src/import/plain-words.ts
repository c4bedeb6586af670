import { decodeHTML } from 'entities';
import { htmlToText } from '../core/text/plain-text.ts';

/** A name as stored, with entities: decoded once, in one line. */
export function decodeName(stored: string): string {
  return decodeHTML(stored).replace(/\s+/g, ' ').trim();
}

/** A title or a summary as plain text: tags dropped, entities decoded, one line. */
export function plainWords(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim();
  return htmlToText(html.replace(/<(?![a-z/!])/gi, '&lt;'));
}

/** The first words of a text, for a document that has no title. */
export function firstWords(text: string, count: number): string {
  const words = text.split(' ').filter((word) => word !== '');
  return words.length <= count ? words.join(' ') : `${words.slice(0, count).join(' ')} …`;
}

/** Letters and digits only, with single spaces between words: for comparisons. */
export const bareWords = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
