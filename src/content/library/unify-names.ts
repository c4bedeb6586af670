import { hash } from 'node:crypto';
import type { Author, Document, Term } from '../../core/model/document.ts';
import type { Site } from '../../core/model/site.ts';
import { nameKey } from '../../core/text/slug.ts';
import type { CompiledDocument } from '../compile/compile-document.ts';
import type { Listed } from '../read/yaml/yaml-list.ts';

interface Named {
  readonly site: Site;
  readonly nowGmt: string;
  readonly documents: readonly Document[];
  readonly compiled: readonly CompiledDocument[];
  readonly terms: readonly Listed<Term>[];
  readonly authors: Listed<Author>;
}

/**
 * Documents with one spelling of each name: series that differ in case and Unicode form only are one series, named as in
 * the settings of podcasts or in the oldest part; terms and authors are spelled as in their lists.
 */
export function unifyNames({ documents, compiled, terms, authors, site, nowGmt }: Named): Document[] {
  const series = new Map(Object.keys(site.podcasts).map((name) => [nameKey(name), name]));
  const parts = compiled
    .filter(({ document }) => document.series !== null)
    // The words of a draft must not be those of what is published.
    .map(({ document, draft }) => ({ document, isHeld: draft || document.dateGmt > nowGmt }))
    .sort(
      (a, b) => Number(a.isHeld) - Number(b.isHeld) || (a.document.dateGmt < b.document.dateGmt ? -1 : 1),
    );
  for (const { document } of parts) {
    const name = document.series ?? '';
    if (!series.has(nameKey(name))) series.set(nameKey(name), name);
  }
  const slugs = [
    ...terms.flatMap(({ items }) => items.flatMap(({ slug, key }) => [slug, key ?? slug])),
    ...authors.items.map(({ slug }) => slug),
  ];
  // Nearly all names are composed, on both sides.
  const decomposed = slugs.filter((slug) => slug !== slug.normalize('NFC'));
  const known = new Map(decomposed.map((slug) => [slug.normalize('NFC'), slug]));
  const spell = (slug: string) => known.get(slug.normalize('NFC')) ?? slug.normalize('NFC');
  return documents.map((document) => {
    const name = document.series === null ? null : (series.get(nameKey(document.series)) ?? null);
    const own = Object.entries(document.terms);
    const isSpelled =
      document.author === spell(document.author) &&
      own.every(([, list]) => list.every((slug) => slug === spell(slug)));
    if (isSpelled && name === document.series) return document;
    const unified = {
      series: name,
      author: spell(document.author),
      terms: Object.fromEntries(own.map(([taxonomy, list]) => [taxonomy, list.map(spell)])),
    };
    const digest = hash('sha256', JSON.stringify([document.digest, unified]), 'hex');
    return { ...document, ...unified, digest };
  });
}
