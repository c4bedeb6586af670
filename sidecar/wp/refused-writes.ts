import { documentKinds } from '../../src/core/model/document.ts';
import { type ErrorObject, errorObject } from '../../src/core/model/errors.ts';
import { restBases } from '../../src/core/model/urls.ts';
import { wpErrors } from '../../src/core/wp/errors.ts';
import { toInteger } from '../../src/core/wp/validate-value.ts';
import { wpWrites } from '../../src/core/wp/write-arguments.ts';
import type { Catalog } from './catalog.ts';
import { findDocument } from './documents.ts';
import { checkParameters } from './parameters.ts';
import type { Given } from './reader.ts';

/** What is given for a write, and whether readers may GET the same address, which `Allow` then says. */
export interface WriteAnswer {
  readonly error: ErrorObject;
  readonly readable: boolean;
}

const notAllowed = errorObject(401, 'rest_forbidden', 'Sorry, you are not allowed to do that.');

/** The answer to POST, PUT, PATCH or DELETE, or null when WordPress has no such route for the method. */
export function refuseWrite(
  catalog: Catalog,
  method: string,
  route: string,
  given: Given,
): WriteAnswer | null {
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) return null;
  if (route.toLowerCase() === '/batch/v1' && method === 'POST') {
    const error = given('requests') === undefined ? wpErrors.missingParameters(['requests']) : notAllowed;
    return { error, readable: false };
  }
  if (route.toLowerCase() === '/wp/v2/settings' && method !== 'DELETE') {
    return { error: notAllowed, readable: false };
  }
  const match = /^\/wp\/v2\/([\w-]+)(?:\/(\d+))?$/i.exec(route);
  const base = match?.[1]?.toLowerCase() ?? '';
  const taken = Object.hasOwn(wpWrites, base) ? wpWrites[base] : undefined;
  if (!match || !taken) return null;
  const answer =
    match[2] === undefined ? refuseCreation(base, method) : refuseChange(catalog, base, method, match[2]);
  if (!answer) return null;
  const declared = match[2] === undefined ? taken.create : method === 'DELETE' ? taken.remove : taken.change;
  const wrong = checkParameters(declared, given);
  return wrong ? { error: wrong, readable: answer.readable } : answer;
}

function refuseCreation(base: string, method: string): WriteAnswer | null {
  if (method !== 'POST') return null;
  const refused = (code: string, what: string) => ({ error: wpErrors.refused(code, what), readable: true });
  if (isDocumentBase(base) || documentsOfEditors.includes(base) || base === 'media')
    return refused('rest_cannot_create', 'create posts as this user');
  if (base === 'categories' || base === 'tags' || base === termsOfEditors) {
    return refused('rest_cannot_create', 'create terms in this taxonomy');
  }
  if (base === 'users') {
    return refused('rest_cannot_create_user', 'create new users');
  }
  if (base === 'comments') {
    const error = errorObject(401, 'rest_comment_login_required', 'Sorry, you must be logged in to comment.');
    return { error, readable: false };
  }
  return null;
}

function refuseChange(catalog: Catalog, base: string, method: string, id: string): WriteAnswer | null {
  if (documentsOfEditors.includes(base)) return { error: wpErrors.invalidPost(), readable: false };
  if (base === termsOfEditors) return { error: wpErrors.invalidTerm(), readable: false };
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
    const { user, hidden_user: hidden } = catalog.objects;
    const readable = user.byId.has(toInteger(id));
    if (!readable && !hidden.byId.has(toInteger(id)))
      return { error: wpErrors.invalidUser(), readable: false };
    const { error } = deletes
      ? refused('rest_user_cannot_delete', 'delete this user')
      : refused('rest_cannot_edit', 'edit this user');
    return { error, readable };
  }
  return base === 'comments' ? { error: wpErrors.invalidComment(), readable: false } : null;
}

/** Collections that WordPress has for its editor; nothing is in them here. */
const documentsOfEditors = ['blocks', 'navigation'];
const termsOfEditors = 'wp_pattern_category';

function isDocumentBase(base: string): boolean {
  return documentKinds.some((kind) => restBases[kind] === base);
}
