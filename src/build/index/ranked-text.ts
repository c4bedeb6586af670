import type { Document } from '../../core/model/document.ts';

/** What search finds a document by, besides its title. Nothing of a protected one is found. */
export function rankedText({ description, locked }: Document, text: string): string {
  if (locked) return '';
  return description ? `${description}\n\n${text}` : text;
}
