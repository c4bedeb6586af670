import { parseWpDate } from './date.ts';
import type { WpFault, WpFormat } from './parameters/schema.ts';

const email = /^[\w!#$%&'*+/=?^`{|}~.-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i;

/** The formats that WordPress checks; it takes any text for a URI. */
export function validateFormat(value: string, format: WpFormat): WpFault | null {
  switch (format) {
    case 'date-time':
      return parseWpDate(value) ? null : fault('rest_invalid_date', 'Invalid date.');
    case 'email':
      return email.test(value) ? null : fault('rest_invalid_email', 'Invalid email address.');
    case 'uri':
      return null;
  }
}

function fault(code: string, message: string): WpFault {
  return { code, message, data: null };
}
