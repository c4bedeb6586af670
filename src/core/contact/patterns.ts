/**
 * Regular expressions for the JSON Schema of a message: every value that matches passes validation. They are valid in
 * ECMA-262 with and without the flag `u`, Python, RE2, Rust and Java. So they do without lookaheads and `\p{…}`, and
 * characters above U+00FF are written as themselves.
 */
const control = '\\x00-\\x1F\\x7F-\\x9F';

/** All characters up to U+FFFF that are invisible alone, as `onlyInvisible` in `message.ts`; ranges end at visible neighbors. */
const invisible =
  '\\x00- \\x7F-\\xA0\\xAD\u034F\u0600-\u0605\u061B-\u061D\u06DD\u070F\u0890\u0891\u08E2\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F\u2000-\u2010\u2027-\u2030\u205E-\u2070\u2800\u3000\u3164\uFE00-\uFE0F\uFEFC-\uFF00\uFFA0\uFFF0-\uFFFB';

/** Characters of RFC 5322's atoms, except `?`: with `=` it could look like an encoded word in a header. */
const atom = "[A-Za-z0-9!#$%&'*+\\x2F=^_\\x60\\x7B-\\x7E\\-]+";

/** A quoted local part (RFC 5321) without what mail libraries could read as another address. */
const quoted = "\\x22[A-Za-z0-9!#$%&'*+\\x2F=^_\\x60\\x7B-\\x7E. \\-]+\\x22";

export const contactPatterns = {
  /** One line; it may be empty. */
  line: `^[^${control}]*$`,
  filledLine: `^[^${control}]*[^${invisible}][^${control}]*$`,
  /** Lines with something visible in them. */
  prose: `[^${invisible}]`,
  email: `^(?:${atom}(?:\\.${atom})*|${quoted})@(?:[A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z][A-Za-z0-9\\-]*[A-Za-z0-9]$`,
} as const;
