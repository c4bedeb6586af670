import { paths, whyNoRedirect } from '../../core/model/urls.ts';
import { attachmentTarget } from '../plan/address-table.ts';
import type { Prepared } from '../prepare.ts';

/** Parts of WordPress, its themes and its plugins. */
const ofWordPress =
  /^\/(?:wp-admin(?:\/|$)|wp-includes\/|wp-content\/(?:themes|plugins)\/|wp-[\w-]+\.php$|xmlrpc\.php$)/;

/**
 * Why no import can serve or redirect an old address; null if it has to work.
 * @param written path and query
 */
export function whyImpossible(written: string, prepared: Prepared): string | null {
  const { site, plan, table } = prepared;
  const url = new URL(written, site.origin);
  const path = site.below(url.pathname);
  if (ofWordPress.test(url.pathname)) return 'it is a part of WordPress itself';
  const author = authorOf(url, path);
  if (author !== null && !isKnownAuthor(author, prepared))
    return 'neither the export nor the recording names this author';
  const reserved = whyNoRedirect(path);
  const moved =
    reserved === null ? undefined : plan.documents.values().find(({ oldPath }) => oldPath === path);
  if (moved) return `it belongs to ${reserved}; the text is at ${moved.path}`;
  return table.paths.has(path) && path !== paths.home ? null : lostAttachment(url, path, prepared);
}

/** ID or slug of an author in an address. */
function authorOf(url: URL, path: string): string | null {
  if (path === paths.home) return url.searchParams.get('author');
  return /^\/author\/([^/]+)\//.exec(path)?.[1] ?? null;
}

const isKnownAuthor = (author: string, { authors }: Prepared): boolean =>
  authors.some(({ id, slug }) => slug === author || String(id) === author);

/** The page of a missing file that no document shows. */
function lostAttachment(url: URL, path: string, { survey, media, plan, site }: Prepared): string | null {
  const number = Number(url.searchParams.get('attachment_id') ?? url.searchParams.get('p'));
  const attachment = survey.attachments
    .values()
    .find(
      ({ id, link }) => (number > 0 && id === number) || (path !== paths.home && site.pathOf(link) === path),
    );
  if (!attachment || attachmentTarget(attachment, media, plan) !== null) return null;
  return `the file of “${attachment.title}” was not given, and no published document shows it`;
}
