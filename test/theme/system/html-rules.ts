import type { ConfigData } from 'html-validate';

/** Rules beyond the recommended ones are off; those that ask for another style of writing the same are as well. */
export const htmlRules: ConfigData = {
  extends: ['html-validate:recommended'],
  rules: {
    // Astro writes void elements and the doctype in its own way; both are valid.
    'void-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // HTML allows ids that begin with a digit, as headings do.
    'valid-id': ['error', { relaxed: true }],
    // WebMCP's attributes on forms and fields are newer than the validator.
    'no-unknown-attributes': 'off',
  },
};
