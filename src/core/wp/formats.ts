import { z } from 'zod';
import { parseWpDate } from './date.ts';
import type { WpFault, WpFormat } from './schema.ts';

const email = /^[\w!#$%&'*+/=?^`{|}~.-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i;
const ipAddress = z.union([z.ipv4(), z.ipv6()]);

/** The formats that WordPress checks; it takes any text for a URI. */
export function validateFormat(value: string, format: WpFormat, name: string): WpFault | null {
  switch (format) {
    case 'date-time':
      return parseWpDate(value) ? null : fault('rest_invalid_date', 'Invalid date.');
    case 'email':
      return email.test(value) ? null : fault('rest_invalid_email', 'Invalid email address.');
    case 'ip':
      return ipAddress.safeParse(value).success
        ? null
        : fault('rest_invalid_ip', `${name} is not a valid IP address.`);
    case 'uri':
      return null;
  }
}

function fault(code: string, message: string): WpFault {
  return { code, message, data: null };
}
