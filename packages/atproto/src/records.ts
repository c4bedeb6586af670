import { type Document, encodePath, type Library } from 'agentsite/model';
import type { Options } from './options.ts';
import { documentType, publicationType, publicationUri } from './record-keys.ts';

/** A value of a record, in JSON. */
export type RecordValue = { readonly $type: string; readonly [field: string]: unknown };

/** @param icon, and a cover: as accounts name files that were uploaded */
export const publicationValue = ({ site: { url, title: name, description } }: Library, icon?: object) =>
  plain({ $type: publicationType, url, name, description, icon });

export function documentValue(
  library: Library,
  document: Document,
  options: Options,
  coverImage?: object,
): RecordValue {
  const { title, summary: description, path, dateGmt, modifiedGmt, language, series, terms } = document;
  // A host takes 150 KB in one request; quotation marks and line ends have twice their bytes in JSON.
  const text = Buffer.from(library.body(document).text).subarray(0, 70_000);
  const own = library.terms.filter(
    (term) => term.language === language && terms[term.taxonomy]?.includes(term.slug),
  );
  const tags = [...own.map(({ name }) => name), series ?? ''].map((name) => name.replace(/^#+/, ''));
  return plain({
    $type: documentType,
    site: publicationUri(library.site, options),
    path: encodePath(path),
    title,
    description,
    coverImage,
    textContent: text.toString().replace(/\uFFFD+$/, ''),
    tags: [...new Set(tags)].filter((tag) => tag !== ''),
    publishedAt: `${dateGmt}.000Z`,
    updatedAt: modifiedGmt > dateGmt ? `${modifiedGmt}.000Z` : undefined,
    // As posts of Bluesky say it; the lexicon of documents has no field for it.
    langs: [language ?? library.site.language],
  });
}

/** A value as accounts return it, without fields that say nothing. */
const plain = (value: RecordValue) => JSON.parse(JSON.stringify(value)) as RecordValue;
