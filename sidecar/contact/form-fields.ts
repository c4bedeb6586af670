import { tokenField, trapField } from '../../src/core/contact/page.ts';

/** The form as the browser sent it, unchecked. */
export interface FormFields {
  readonly message: Readonly<Record<string, string>>;
  readonly submitToken: string;
  /** Value of the field that people do not see. */
  readonly trap: string;
}

const known = ['name', 'email', 'subject', 'message'];

/**
 * Decodes `application/x-www-form-urlencoded` text. Browsers send line breaks as CR LF, which would count twice
 * against the limit of the message. A field that is given twice or is not part of the form is dropped.
 * @returns null when a percent-encoding is not UTF-8.
 */
export function decodeForm(text: string): FormFields | null {
  const values = new Map<string, string>();
  for (const pair of text.split('&')) {
    const [name, value] = pair.split('=', 2).map(decodePart);
    if (name === null || value === null) return null;
    if (name !== undefined && !values.has(name)) values.set(name, (value ?? '').replace(/\r\n?/g, '\n'));
  }
  const message = known.flatMap((name) => {
    const value = values.get(name)?.trim();
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    message: Object.fromEntries(message),
    submitToken: values.get(tokenField) ?? '',
    trap: values.get(trapField) ?? '',
  };
}

function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
