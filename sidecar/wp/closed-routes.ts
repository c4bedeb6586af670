import { type ErrorObject, errorObject } from '../../src/core/model/errors.ts';
import { kindsOf } from '../../src/core/model/kinds.ts';
import { wpErrors } from '../../src/core/wp/errors.ts';
import { findDocument } from './collections/documents.ts';
import type { WpContent } from './reader.ts';

/** Collections of WordPress's editor that anonymous clients can list; empty here. */
export const emptyCollections: ReadonlySet<string> = new Set(['blocks', 'navigation', 'wp_pattern_category']);

/** Routes below `/wp/v2/` that need a login, the code of the refusal, and what readers are not allowed to do. */
const table = (
  [
    ['menu-items', 'rest_cannot_view', 'view menu items'],
    ['menus', 'rest_cannot_view', 'view menus'],
    ['menu-locations', 'rest_cannot_view', 'view menu locations'],
    ['themes', 'rest_cannot_view_themes', 'view themes'],
    ['plugins', 'rest_cannot_view_plugins', 'manage plugins for this site'],
    ['template(?:s|-parts)', 'rest_cannot_manage_templates', 'access the templates on this site'],
    ['global-styles', 'rest_cannot_manage_global_styles', 'access the global styles on this site'],
    ['(?:sidebars|widget-types|widgets)', 'rest_cannot_manage_widgets', 'manage widgets on this site'],
    ['block-types', 'rest_block_type_cannot_view', 'manage block types'],
    ['font-families', 'rest_cannot_read', 'access font families'],
    ['font-collections', 'rest_cannot_read', 'access font collections'],
    ['block-directory', 'rest_block_directory_cannot_view', 'browse the block directory'],
    ['pattern-directory', 'rest_pattern_directory_cannot_view', 'browse the local block patterns'],
    ['block-patterns', 'rest_cannot_view', 'view the registered block patterns'],
    ['settings', 'rest_forbidden', 'do that'],
  ] as const
).map(([name, code, what]) => ({
  pattern: new RegExp(`^/wp/v2/${name}(?:/.+)?$`, 'i'),
  error: wpErrors.refused(code, what),
}));

/** WordPress's refusal of an anonymous client on a route that needs a login; null when there is no such route. */
export function refuseRead({ site, tables }: WpContent, route: string): ErrorObject | null {
  const closed = table.find(({ pattern }) => pattern.test(route));
  if (closed) return closed.error;
  if (/^\/wp\/v2\/users\/me$/i.test(route))
    return errorObject(401, 'rest_not_logged_in', 'You are not currently logged in.');
  const match = /^\/wp\/v2\/([\w-]+)\/(\d+)\/(revisions|autosaves)(?:\/\d+)?$/i.exec(route);
  const kind = kindsOf(site).find(({ restBase }) => restBase === match?.[1]?.toLowerCase());
  if (!match || !kind) return null;
  return findDocument(tables, kind.name, match[2] ?? '') === null
    ? wpErrors.invalidPostParent()
    : wpErrors.refused('rest_cannot_read', `view ${match[3]?.toLowerCase()} of this post`);
}
