import type { OldSite } from '../plan/address-book.ts';
import type { Survey } from '../plan/survey.ts';
import type { RestRecording } from './rest-recording.ts';

/**
 * Post types that readers could see. An export does not contain that, and plugins store orders and mails as posts too.
 * A type counts as public if it is in `wp/v2`, has its own folder in addresses, is in a menu, or is given by the
 * owner.
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
