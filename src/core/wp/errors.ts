import { type ErrorObject, errorObject, type LoginCode, noRouteMessage } from '../model/errors.ts';
import type { WpProblem } from './parameters/schema.ts';

/** WordPress's error objects, in its own words: clients compare codes, people read messages. */
export const wpErrors = {
  noRoute: () => errorObject(404, 'rest_no_route', noRouteMessage),
  invalidPost: (status: 400 | 404 = 404) => errorObject(status, 'rest_post_invalid_id', 'Invalid post ID.'),
  invalidPostParent: () => errorObject(404, 'rest_post_invalid_parent', 'Invalid post parent ID.'),
  invalidTerm: () => errorObject(404, 'rest_term_invalid', 'Term does not exist.'),
  invalidUser: () => errorObject(404, 'rest_user_invalid_id', 'Invalid user ID.'),
  invalidComment: () => errorObject(404, 'rest_comment_invalid_id', 'Invalid comment ID.'),
  invalidType: () => errorObject(404, 'rest_type_invalid', 'Invalid post type.'),
  invalidTaxonomy: () => errorObject(404, 'rest_taxonomy_invalid', 'Invalid taxonomy.'),
  invalidStatus: () => errorObject(404, 'rest_status_invalid', 'Invalid status.'),
  hiddenType: () => errorObject(401, 'rest_cannot_read_type', 'Cannot view post type.'),
  notAllowed: () => errorObject(401, 'rest_forbidden', 'Sorry, you are not allowed to do that.'),
  invalidNamespace: () =>
    errorObject(404, 'rest_invalid_namespace', 'The specified namespace could not be found.'),
  hiddenStatus: () => errorObject(401, 'rest_cannot_read_status', 'Cannot view status.'),
  wrongPassword: () => errorObject(403, 'rest_post_incorrect_password', 'Incorrect post password.'),
  lockedComments: () =>
    errorObject(
      401,
      'rest_cannot_read_post',
      'Sorry, you are not allowed to read the post for this comment.',
    ),
  pastTheEnd: (code: 'rest_post_invalid_page_number' | 'rest_search_invalid_page_number') =>
    errorObject(400, code, 'The page number requested is larger than the number of pages available.'),
  includeMissing: () =>
    errorObject(
      400,
      'rest_orderby_include_missing_include',
      'You need to define an include parameter to order by include.',
    ),
  searchMissing: () =>
    errorObject(
      400,
      'rest_no_search_term_defined',
      'You need to define a search term to order by relevance.',
    ),
  forbiddenContext: (what: string) =>
    errorObject(401, 'rest_forbidden_context', `Sorry, you are not allowed to ${what}.`),
  refused: (code: LoginCode, what: string) =>
    errorObject(401, code, `Sorry, you are not allowed to ${what}.`),
  badNonce: () => errorObject(403, 'rest_cookie_invalid_nonce', 'Cookie check failed'),
  badJson: () =>
    errorObject(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
      json_error_code: 4,
      json_error_message: 'Syntax error',
    }),
  missingParameters: (names: readonly string[]) =>
    errorObject(400, 'rest_missing_callback_param', `Missing parameter(s): ${names.join(', ')}`, {
      params: names,
    }),
} as const;

/** All parameters that one round of checks refused, in the order of the checks. */
export function invalidParameters(problems: ReadonlyMap<string, WpProblem>): ErrorObject {
  const entries = [...problems];
  return errorObject(
    400,
    'rest_invalid_param',
    `Invalid parameter(s): ${entries.map(([name]) => name).join(', ')}`,
    {
      params: Object.fromEntries(entries.map(([name, { message }]) => [name, message])),
      details: Object.fromEntries(
        entries
          .filter(([, { code }]) => code !== null)
          .map(([name, { code, message, data }]) => [name, { code, message, data }]),
      ),
    },
  );
}
