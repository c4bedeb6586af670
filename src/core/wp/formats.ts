import { parseWpDate } from './date.ts';
import type { WpFormat, WpProblem } from './parameters/schema.ts';

const email = /^[\w!#$%&'*+/=?^`{|}~.-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i;

/** The formats that WordPress checks; it takes any text for a URI. */
export function validateFormat(value: string, format: WpFormat): WpProblem | null {
  switch (format) {
    case 'date-time':
      return parseWpDate(value) ? null : problem('rest_invalid_date', 'Invalid date.');
    case 'email':
      return email.test(value) ? null : problem('rest_invalid_email', 'Invalid email address.');
    case 'uri':
      return null;
  }
}

function problem(code: string, message: string): WpProblem {
  return { code, message, data: null };
}
