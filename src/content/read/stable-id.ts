import { z } from 'zod';
import type { Document } from '../../core/model/document.ts';
import { kindNamed } from '../../core/model/kinds.ts';
import { siteIn, slugAmongAll, withoutLanguage } from '../../core/model/languages.ts';
import type { Site } from '../../core/model/site.ts';

/** IDs are positive 31-bit integers, as WordPress's clients expect them. */
const largestId = 2 ** 31 - 1;
export const idSchema = z.int().min(1).max(largestId);

/** FNV-1a over kind and name, in 31 bits, never 0: the same on every machine and in every build. */
export function stableId(kind: string, name: string): number {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${kind}:${name}`)) {
    value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  }
  return value % 0x7fffffff || 1;
}

type Named = Pick<Document, 'kind' | 'path' | 'slug'> & { readonly language?: string | undefined };

/** The ID of a document whose file gives none. */
export function defaultId(site: Site, { kind, language, path, slug }: Named): number {
  // Slugs repeat below different parents.
  const name = kindNamed(site, kind).hierarchical ? withoutLanguage(site, path) : slug;
  return stableId(kind, slugAmongAll(siteIn(site, language), name));
}
