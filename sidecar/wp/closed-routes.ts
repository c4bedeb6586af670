import { documentKinds } from '../../src/core/document.ts';
import { type ErrorObject, errorObject } from '../../src/core/errors.ts';
import { restBases } from '../../src/core/urls.ts';
import { wpErrors } from '../../src/core/wp-errors.ts';
import { toInteger } from '../../src/core/wp-schema.ts';
import type { Catalog } from './catalog.ts';
import { findDocument } from './documents.ts';

/**
 * What WordPress tells an anonymous reader on routes that need a login. This site has no logins, so that is the
 * only answer there is; clients show it or go on, as they do with WordPress.
 */
export type ClosedAnswer = { readonly error: ErrorObject } | { readonly empty: true };

const closed = (code: string, what: string) => ({ error: wpErrors.refused(code, what) });
const templates = closed('rest_cannot_manage_templates', 'access the templates on this site');
const widgets = closed('rest_cannot_manage_widgets', 'manage widgets on this site');
const styles = closed('rest_cannot_manage_global_styles', 'access the global styles on this site');
const blockTypes = closed('rest_block_type_cannot_view', 'manage block types');
const families = closed('rest_cannot_read', 'access font families');
const health = { error: errorObject(401, 'rest_forbidden', 'Sorry, you are not allowed to do that.') };

const table: readonly (readonly [RegExp, ClosedAnswer])[] = [
  [/^\/wp\/v2\/(?:blocks|navigation|wp_pattern_category)$/i, { empty: true }],
  [/^\/wp\/v2\/(?:blocks|navigation)\/\d+$/i, { error: wpErrors.invalidPost() }],
  [/^\/wp\/v2\/wp_pattern_category\/\d+$/i, { error: wpErrors.invalidTerm() }],
  [/^\/wp\/v2\/settings$/i, health],
  [
    /^\/wp\/v2\/users\/me$/i,
    { error: errorObject(401, 'rest_not_logged_in', 'You are not currently logged in.') },
  ],
  [/^\/wp\/v2\/menu-items(?:\/\d+)?$/i, closed('rest_cannot_view', 'view menu items')],
  [/^\/wp\/v2\/menus(?:\/\d+)?$/i, closed('rest_cannot_view', 'view menus')],
  [/^\/wp\/v2\/menu-locations(?:\/[\w-]+)?$/i, closed('rest_cannot_view', 'view menu locations')],
  [/^\/wp\/v2\/themes(?:\/.+)?$/i, closed('rest_cannot_view_themes', 'view themes')],
  [/^\/wp\/v2\/plugins(?:\/.+)?$/i, closed('rest_cannot_view_plugins', 'manage plugins for this site')],
  [/^\/wp\/v2\/template(?:s|-parts)(?:\/.+)?$/i, templates],
  [/^\/wp\/v2\/global-styles\/.+$/i, styles],
  [/^\/wp\/v2\/(?:sidebars|widget-types|widgets)(?:\/.+)?$/i, widgets],
  [/^\/wp\/v2\/block-types(?:\/.+)?$/i, blockTypes],
  [/^\/wp\/v2\/font-families(?:\/.+)?$/i, families],
  [/^\/wp\/v2\/font-collections(?:\/.+)?$/i, closed('rest_cannot_read', 'access font collections')],
  [
    /^\/wp\/v2\/block-directory\/search$/i,
    closed('rest_block_directory_cannot_view', 'browse the block directory'),
  ],
  [
    /^\/wp\/v2\/pattern-directory\/patterns$/i,
    closed('rest_pattern_directory_cannot_view', 'browse the local block patterns'),
  ],
  [/^\/wp\/v2\/block-patterns\/patterns$/i, closed('rest_cannot_view', 'view the registered block patterns')],
  [
    /^\/wp\/v2\/block-patterns\/categories$/i,
    closed('rest_cannot_view', 'view the registered block pattern categories'),
  ],
  [/^\/wp-site-health\/v1\/(?:tests\/[\w-]+|directory-sizes)$/i, health],
];

/** The answer to GET on a closed route, or null when there is no such route. */
export function readClosedRoute(catalog: Catalog, route: string): ClosedAnswer | null {
  for (const [pattern, answer] of table) if (pattern.test(route)) return answer;
  const match = /^\/wp\/v2\/([\w-]+)\/(\d+)\/(revisions|autosaves)(?:\/\d+)?$/i.exec(route);
  const kind = match && documentKinds.find((candidate) => restBases[candidate] === match[1]?.toLowerCase());
  if (!match || !kind) return null;
  if (findDocument(catalog, kind, match[2] ?? '') === null) return { error: wpErrors.invalidPostParent() };
  return closed('rest_cannot_read', `view ${match[3]?.toLowerCase()} of this post`);
}

/** What is given for a write, and whether readers may GET the same address, which `Allow` then says. */
export interface WriteAnswer {
  readonly error: ErrorObject;
  readonly readable: boolean;
}

/** The answer to POST, PUT, PATCH or DELETE, or null when WordPress has no such route for the method. */
export function refuseWrite(
  catalog: Catalog,
  method: string,
  route: string,
  has: (name: string) => boolean,
): WriteAnswer | null {
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) return null;
  if (route.toLowerCase() === '/batch/v1' && method === 'POST') {
    const error = has('requests') ? health.error : wpErrors.missingParameters(['requests']);
    return { error, readable: false };
  }
  const match = /^\/wp\/v2\/([\w-]+)(?:\/(\d+))?$/i.exec(route);
  if (!match?.[1]) return null;
  const base = match[1].toLowerCase();
  return match[2] === undefined
    ? refuseCreation(base, method, has)
    : refuseChange(catalog, base, method, match[2]);
}

function refuseCreation(base: string, method: string, has: (name: string) => boolean): WriteAnswer | null {
  if (method !== 'POST') return null;
  const missing = (...names: string[]) => {
    const absent = names.filter((name) => !has(name));
    return absent.length === 0 ? null : { error: wpErrors.missingParameters(absent), readable: true };
  };
  const refused = (code: string, what: string) => ({ error: wpErrors.refused(code, what), readable: true });
  if (isDocumentBase(base) || base === 'media')
    return refused('rest_cannot_create', 'create posts as this user');
  if (base === 'categories' || base === 'tags') {
    return missing('name') ?? refused('rest_cannot_create', 'create terms in this taxonomy');
  }
  if (base === 'users') {
    return missing('username', 'email', 'password') ?? refused('rest_cannot_create_user', 'create new users');
  }
  if (base === 'comments') {
    const error = errorObject(401, 'rest_comment_login_required', 'Sorry, you must be logged in to comment.');
    return { error, readable: false };
  }
  return null;
}

function refuseChange(catalog: Catalog, base: string, method: string, id: string): WriteAnswer | null {
  const deletes = method === 'DELETE';
  const refused = (code: string, what: string) => ({ error: wpErrors.refused(code, what), readable: true });
  const kind = documentKinds.find((candidate) => restBases[candidate] === base);
  if (kind || base === 'media') {
    const exists = kind
      ? findDocument(catalog, kind, id) !== null
      : catalog.objects.attachment.byId.has(toInteger(id));
    if (!exists) return { error: wpErrors.invalidPost(), readable: false };
    return deletes
      ? refused('rest_cannot_delete', 'delete this post')
      : refused('rest_cannot_edit', 'edit this post');
  }
  if (base === 'categories' || base === 'tags') {
    const { byId } = catalog.objects[base === 'categories' ? 'category' : 'post_tag'];
    if (!byId.has(toInteger(id))) return { error: wpErrors.invalidTerm(), readable: false };
    return deletes
      ? refused('rest_cannot_delete', 'delete this term')
      : refused('rest_cannot_update', 'edit this term');
  }
  if (base === 'users') {
    if (!catalog.objects.user.byId.has(toInteger(id)))
      return { error: wpErrors.invalidUser(), readable: false };
    return deletes
      ? refused('rest_user_cannot_delete', 'delete this user')
      : refused('rest_cannot_edit', 'edit this user');
  }
  return base === 'comments' ? { error: wpErrors.invalidComment(), readable: false } : null;
}

function isDocumentBase(base: string): boolean {
  return documentKinds.some((kind) => restBases[kind] === base);
}
