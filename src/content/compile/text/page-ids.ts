import { decodeHTMLAttribute } from 'entities';
import GithubSlugger from 'github-slugger';
import type { Heading } from '../../../core/model/document.ts';
import { eachTag, readAttributes } from '../../../core/text/html-tags.ts';
import { applyEdits, type Edit } from '../../../core/text/text-edits.ts';

/** IDs that the theme has on pages of documents, for links, labels and scripts. */
export const themeIds = (
  'page-main page-nav page-words page-newsletter page-newsletter-email page-locked page-locked-title page-password ' +
  'page-password-error page-series page-related page-comments page-service-comments page-consent'
).split(' ');

/** Gives headings their IDs as GitHub does; of a heading without a letter or digit it is `section`. */
export class HeadingIds {
  readonly #slugger = new GithubSlugger();

  /** @param taken IDs of other elements, which headings leave to them */
  constructor(taken: Iterable<string>) {
    for (const id of [...themeIds, ...taken]) this.#slugger.occurrences[id] = 0;
  }

  next(text: string): string {
    const words = text.normalize('NFC');
    const isNamed =
      /[\p{L}\p{N}]/u.test(words) || /[\p{L}\p{N}\p{Pc}-]/u.test(new GithubSlugger().slug(words));
    return this.#slugger.slug(isNamed ? words : 'section');
  }
}

export interface SettledIds {
  readonly html: string;
  /** IDs that a heading and another element have. */
  readonly shared: readonly string[];
  /** IDs that were removed, since the page or an element before has them. */
  readonly removed: readonly string[];
  /** Targets of links: IDs, and names of anchors. */
  readonly anchors: readonly string[];
}

/** Finds the IDs in the HTML of a document, and removes those that are there already. */
export function settleIds(html: string, headings: readonly Heading[]): SettledIds {
  const ofHeadings = new Set(headings.map(({ id }) => id));
  const seen = new Set(themeIds);
  const [shared, removed, names] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const edits: Edit[] = [];
  eachTag(html, (tag) => {
    if (tag.kind !== 'open') return;
    const attributes = readAttributes(html, tag);
    const name = tag.name === 'a' ? attributes.find((one) => one.name === 'name') : undefined;
    if (name) names.add(decodeHTMLAttribute(name.value).normalize('NFC'));
    const written = attributes.find((one) => one.name === 'id');
    if (!written) return;
    const id = decodeHTMLAttribute(written.value);
    const isFirst = id !== '' && !seen.has(id);
    seen.add(id);
    if (isFirst) return;
    if (ofHeadings.has(id)) shared.add(id);
    else removed.add(id);
    const quote = /["']/.test(html[written.end] ?? '') ? 1 : 0;
    edits.push({ start: written.at - 1, end: written.end + quote, text: '' });
  });
  const anchors = [...seen]
    .slice(themeIds.length)
    .concat(...names)
    .filter((anchor) => anchor !== '');
  return { html: applyEdits(html, edits), shared: [...shared], removed: [...removed], anchors };
}
