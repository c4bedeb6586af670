import { type ErrorObject, errorObject } from '../../src/core/model/errors.ts';
import { kindsOf, taxonomiesOf } from '../../src/core/model/kinds.ts';
import type { Site } from '../../src/core/model/site.ts';
import { wpErrors } from '../../src/core/wp/errors.ts';
import { toInteger } from '../../src/core/wp/parameters/validate-value.ts';
import { findDocument } from './collections/documents.ts';
import type { ContentTables } from './content-tables.ts';
import type { Given, WpContent } from './reader.ts';

/** The refusal of a write, and the methods that `Allow` names on it; null where it is not sent. */
export interface RefusedWrite {
  readonly error: ErrorObject;
  readonly allow: 'GET' | 'POST' | null;
}

interface Refusals {
  readonly unknown: ErrorObject;
  readonly create: ErrorObject;
  readonly change: ErrorObject;
  readonly remove: ErrorObject;
  /** A required parameter, which WordPress checks before permissions. */
  readonly required?: string;
}

const posts: Refusals = {
  unknown: wpErrors.invalidPost(),
  create: wpErrors.refused('rest_cannot_create', 'create posts as this user'),
  change: wpErrors.refused('rest_cannot_edit', 'edit this post'),
  remove: wpErrors.refused('rest_cannot_delete', 'delete this post'),
};
const terms: Refusals = {
  unknown: wpErrors.invalidTerm(),
  create: wpErrors.refused('rest_cannot_create', 'create terms in this taxonomy'),
  change: wpErrors.refused('rest_cannot_update', 'edit this term'),
  remove: wpErrors.refused('rest_cannot_delete', 'delete this term'),
  required: 'name',
};
const users: Refusals = {
  unknown: wpErrors.invalidUser(),
  create: wpErrors.refused('rest_cannot_create_user', 'create new users'),
  change: wpErrors.refused('rest_cannot_edit', 'edit this user'),
  remove: wpErrors.refused('rest_user_cannot_delete', 'delete this user'),
};

/** The answer to a write, which is refused with WordPress's code; null when WordPress has no such route for the method. */
export function refuseWrite(
  { site, tables }: WpContent,
  method: string,
  route: string,
  given: Given,
): RefusedWrite | null {
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) return null;
  const creates = method === 'POST';
  const path = route.toLowerCase();
  if (path === '/batch/v1' && creates) {
    const isEmpty = given('requests') === undefined;
    return {
      error: isEmpty ? wpErrors.missingParameters(['requests']) : wpErrors.notAllowed(),
      allow: 'POST',
    };
  }
  if (path === '/wp/v2/settings' && method !== 'DELETE') return { error: wpErrors.notAllowed(), allow: null };
  if (path === '/wp/v2/comments' && creates) {
    const message = 'Sorry, you must be logged in to comment.';
    return { error: errorObject(401, 'rest_comment_login_required', message), allow: null };
  }
  const [, base = '', id] = /^\/wp\/v2\/([\w-]+)(?:\/(\d+))?$/.exec(path) ?? [];
  const collection = findCollection(site, tables, base);
  if (!collection) return null;
  const { refusals, has } = collection;
  if (id === undefined) {
    if (!creates) return null;
    const { required, create } = refusals;
    const isMissing = required !== undefined && given(required) === undefined;
    return { error: isMissing ? wpErrors.missingParameters([required]) : create, allow: 'GET' };
  }
  if (!has(toInteger(id))) return { error: refusals.unknown, allow: null };
  return { error: method === 'DELETE' ? refusals.remove : refusals.change, allow: 'GET' };
}

function findCollection(
  site: Site,
  tables: ContentTables,
  base: string,
): { readonly refusals: Refusals; readonly has: (id: number) => boolean } | null {
  const has = (objects: string) => (id: number) => tables.objects(objects).byId.has(id);
  const kind = kindsOf(site).find(({ restBase }) => restBase === base);
  if (kind) return { refusals: posts, has: (id) => findDocument(tables, kind.name, id) !== null };
  if (base === 'media') return { refusals: posts, has: has('attachment') };
  const taxonomy = taxonomiesOf(site).find(({ restBase }) => restBase === base);
  if (taxonomy) return { refusals: terms, has: has(taxonomy.name) };
  return base === 'users' ? { refusals: users, has: has('user') } : null;
}
