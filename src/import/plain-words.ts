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

/** Letters and digits only, with single spaces between words: for comparisons. */
export const bareWords = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
