import type { Document } from '../../core/model/document.ts';
import { rankedWords } from '../../core/search-index/search-text.ts';

/** What search finds a document by, besides its title. Nothing of a protected one is found. */
export function rankedText({ description, locked }: Document, text: string): string {
  if (locked) return '';
  return description ? `${description}\n\n${text}` : text;
}

/** Title and text of a document in the ranked index. */
export function rankedRow(document: Document, text: string): [title: string, text: string] {
  return [rankedWords(document.title), rankedWords(rankedText(document, text))];
}
