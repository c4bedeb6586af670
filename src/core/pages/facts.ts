import { wordsOf } from '../languages/words.ts';
import type { Document } from '../model/document.ts';
import { type Kind, type KindField, kindNamed } from '../model/kinds.ts';
import type { Site } from '../model/site.ts';
import { wordAt } from './kind-words.ts';

/** What a document says in a field of its kind, as readers see it. */
export interface ShownFact {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  /** Is the value an address: a URL, or a path on this site? */
  readonly isAddress: boolean;
}

/** The values of the fields that only this kind has: text first, then URLs. Empty fields are left out. */
export function listFacts(document: Pick<Document, 'kind' | 'facts'>, site: Site): ShownFact[] {
  const { words } = wordsOf(site);
  const { fields, own } = kindNamed(site, document.kind);
  const shown = fields.flatMap((field): ShownFact[] => {
    const value = document.facts[field.name];
    if (value === undefined || value === '') return [];
    const label = (own ? undefined : wordAt(words, field.name)) ?? field.label;
    return [{ name: field.name, label, value: String(value), isAddress: isAddress(field) }];
  });
  return [...shown.filter((fact) => !fact.isAddress), ...shown.filter((fact) => fact.isAddress)];
}

function isAddress({ type }: KindField): boolean {
  return type === 'address' || type === 'url';
}

/** What is below the title in lists: `Field day, Berlin`; null where nothing does. */
export function summarizeFacts(kind: Kind, { facts }: Pick<Document, 'facts'>): string | null {
  const values = kind.fields.flatMap(({ name, inLists }) => (inLists ? (facts[name] ?? []) : []));
  return values.map(String).join(', ') || null;
}
