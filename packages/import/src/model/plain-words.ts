import { htmlToText } from 'agentsite/text';
import { decodeHTML } from 'entities';

/** Decodes a name that is stored with entities. */
export function decodeName(stored: string): string {
  return decodeHTML(stored).replace(/\s+/g, ' ').trim();
}

/** Plain text of a title or summary, in one line. */
export function plainWords(html: string): string {
  if (!/[<&]/.test(html)) return html.replace(/\s+/g, ' ').trim();
  return htmlToText(html.replace(/<(?![a-z/!])/gi, '&lt;'));
}

/** Letters and digits with single spaces, for comparisons. */
export const bareWords = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
