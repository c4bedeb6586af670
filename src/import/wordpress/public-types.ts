import type { OldSite } from '../plan/address-book.ts';
import type { Survey } from '../plan/survey.ts';
import type { RestRecording } from './rest-recording.ts';

/**
 * Post types that readers could see. An export does not say it, and plugins store orders and mails as posts too. A type
 * counts as public if `wp/v2` has routes for it, if its addresses have a folder of their own, if a menu links to it, or if
 * the owner names it.
 */
export function publicTypesOf(
  survey: Survey,
  rest: RestRecording | null,
  site: OldSite,
  named: readonly string[],
): Set<string> {
  const types = new Set(named);
  const inMenus = new Set(
    survey.menuItems.filter(({ type }) => type === 'post_type').map(({ object }) => object),
  );
  for (const { type, status, link } of survey.documents.values()) {
    if (status !== 'publish' || type === 'post' || type === 'page') continue;
    const [folder] = (site.pathOf(link) ?? '').split('/').filter((part) => part !== '');
    const chosen =
      folder !== undefined &&
      folder !== type &&
      folder !== type.replaceAll('_', '-') &&
      !/^\d{4}$/.test(folder);
    if (rest?.types.has(type) || inMenus.has(type) || chosen) types.add(type);
  }
  return types;
}
