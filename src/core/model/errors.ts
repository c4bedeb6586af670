/** The Error object of every failure outside MCP and Markdown, and the one table of its codes. */

export interface ErrorLink {
  readonly href: string;
  readonly rel: string;
  readonly type?: string;
  readonly title?: string;
}

export interface ErrorObject {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number; readonly [key: string]: unknown };
  readonly links?: readonly ErrorLink[];
}

/** Every code with its statuses. Clients match on codes, so a code keeps its meaning. */
const statusesOfCodes = {
  // HTTP: one code for each status, whichever program or server refuses.
  rest_bad_request: [400],
  rest_invalid_path: [400],
  rest_invalid_json: [400],
  rest_forbidden: [401, 403],
  rest_no_route: [404],
  rest_method_not_allowed: [405],
  rest_request_timeout: [408],
  rest_gone: [410],
  rest_length_required: [411],
  rest_precondition_failed: [412],
  rest_request_too_large: [413],
  rest_uri_too_long: [414],
  rest_unsupported_media_type: [415],
  rest_expectation_failed: [417],
  rest_misdirected_request: [421],
  rest_too_many_requests: [429],
  rest_headers_too_large: [431],
  rest_internal_error: [500],
  rest_not_implemented: [501],
  rest_unavailable: [503],
  rest_version_not_supported: [505],
  // Contact.
  site_contact_caller_unknown: [400],
  site_contact_token_missing: [401],
  site_contact_token_invalid: [401],
  site_contact_foreign_form: [403],
  site_contact_idempotency_in_progress: [409],
  site_contact_token_in_use: [409],
  site_contact_invalid: [422],
  site_contact_idempotency_key_reuse: [422],
  site_contact_rate_limited: [429],
  site_contact_delivery_failed: [502],
  site_contact_delivery_pending: [503],
  site_contact_delivery_uncertain: [503],
  site_contact_unavailable: [503],
  // WordPress, with its meanings.
  rest_invalid_param: [400],
  rest_missing_callback_param: [400],
  rest_no_search_term_defined: [400],
  rest_orderby_include_missing_include: [400],
  rest_post_invalid_page_number: [400],
  rest_search_invalid_page_number: [400],
  rest_block_directory_cannot_view: [401],
  rest_block_type_cannot_view: [401],
  rest_cannot_create: [401],
  rest_cannot_create_user: [401],
  rest_cannot_delete: [401],
  rest_cannot_edit: [401],
  rest_cannot_manage_global_styles: [401],
  rest_cannot_manage_templates: [401],
  rest_cannot_manage_widgets: [401],
  rest_cannot_read: [401],
  rest_cannot_read_post: [401],
  rest_cannot_read_status: [401],
  rest_cannot_read_type: [401],
  rest_cannot_update: [401],
  rest_cannot_view: [401],
  rest_cannot_view_plugins: [401],
  rest_cannot_view_themes: [401],
  rest_comment_login_required: [401],
  rest_forbidden_context: [401],
  rest_forbidden_orderby: [401],
  rest_forbidden_param: [401],
  rest_forbidden_status: [401],
  rest_forbidden_who: [401],
  rest_not_logged_in: [401],
  rest_pattern_directory_cannot_view: [401],
  rest_user_cannot_delete: [401],
  rest_user_cannot_view: [401],
  rest_cookie_invalid_nonce: [403],
  rest_post_incorrect_password: [403],
  rest_comment_invalid_id: [404],
  rest_invalid_namespace: [404],
  rest_post_invalid_id: [400, 404],
  rest_post_invalid_parent: [404],
  rest_status_invalid: [404],
  rest_taxonomy_invalid: [404],
  rest_term_invalid: [404],
  rest_type_invalid: [404],
  rest_user_invalid_id: [404],
} as const satisfies Readonly<Record<string, readonly number[]>>;

export type ErrorCode = keyof typeof statusesOfCodes;
export type StatusOf<Code extends ErrorCode> = (typeof statusesOfCodes)[Code][number];
/** Codes that WordPress gives a reader who would need a login. */
export type LoginCode = {
  [Code in ErrorCode]: 401 extends StatusOf<Code> ? Code : never;
}[ErrorCode];

/** An expected failure: thrown by no one, returned as a value and sent by the one responder. */
export function errorObject<Code extends ErrorCode>(
  status: StatusOf<Code>,
  code: Code,
  message: string,
  data: Readonly<Record<string, unknown>> = {},
  links?: readonly ErrorLink[],
): ErrorObject {
  return { code, message, data: { status, ...data }, ...(links ? { links } : {}) };
}

/** WordPress's words for a path that no route matches. */
export const noRouteMessage = 'No route was found matching the URL and request method.';

/** Seconds after which a client may come again when too many queries wait. */
const busySeconds = 1;

/** More waits to be looked up than the server takes on; sent with `Retry-After`. */
export function busyError(): ErrorObject {
  const message = 'Too many queries wait for an answer at the moment. Try again in a second.';
  return errorObject(503, 'rest_unavailable', message, { retry_after: busySeconds });
}

/** What HTTP itself refuses, in words that fit whichever program or server finds it. */
export const httpErrors = {
  badRequest: () => errorObject(400, 'rest_bad_request', 'The server cannot read this request.'),
  unescapedAddress: () =>
    errorObject(
      400,
      'rest_bad_request',
      'The server cannot read the address of this request. Percent-encode spaces and characters outside of ASCII; with curl: -G --data-urlencode "search=…".',
    ),
  invalidPath: () => errorObject(400, 'rest_invalid_path', 'The path of this request is not valid.'),
  invalidJson: () => errorObject(400, 'rest_invalid_json', 'The body is not valid JSON in UTF-8.'),
  forbidden: () => errorObject(403, 'rest_forbidden', 'This address is not open.'),
  methodNotAllowed: (methods = 'GET and HEAD') =>
    errorObject(405, 'rest_method_not_allowed', `This address takes only ${methods}.`),
  timeout: () => errorObject(408, 'rest_request_timeout', 'The request took too long to arrive.'),
  lengthRequired: () => errorObject(411, 'rest_length_required', 'The request has a body without a length.'),
  preconditionFailed: () =>
    errorObject(
      412,
      'rest_precondition_failed',
      'What is here does not meet the conditions of this request.',
    ),
  tooLarge: () => errorObject(413, 'rest_request_too_large', 'The body is larger than this address accepts.'),
  uriTooLong: () => errorObject(414, 'rest_uri_too_long', 'The address of this request is too long.'),
  unsupportedType: (wanted: string) =>
    errorObject(
      415,
      'rest_unsupported_media_type',
      `The body must be ${wanted} in UTF-8, without a content coding.`,
    ),
  expectationFailed: () =>
    errorObject(
      417,
      'rest_expectation_failed',
      'The only expectation that the server meets is 100-continue.',
    ),
  misdirected: () =>
    errorObject(421, 'rest_misdirected_request', 'This server does not answer for the host of the request.'),
  tooManyRequests: (seconds: number) =>
    errorObject(429, 'rest_too_many_requests', 'Too many requests. Wait, then try again.', {
      retry_after: seconds,
    }),
  headersTooLarge: () =>
    errorObject(431, 'rest_headers_too_large', 'The headers of this request are too large.'),
  internal: () => errorObject(500, 'rest_internal_error', 'The server could not answer this request.'),
  notImplemented: () =>
    errorObject(501, 'rest_not_implemented', 'The server cannot decode the transfer coding of this request.'),
  unavailable: (seconds: number) =>
    errorObject(503, 'rest_unavailable', 'This address does not answer at the moment. Try again.', {
      retry_after: seconds,
    }),
  versionNotSupported: () =>
    errorObject(505, 'rest_version_not_supported', 'The server does not speak this version of HTTP.'),
} as const;
