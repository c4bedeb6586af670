import type { ContactMessage, FieldProblems } from './message.ts';

/** Data of the contact form: decided by the sidecar for each request, rendered by `src/routes/contact.astro`. */
export interface ContactPage {
  readonly status: number;
  readonly submitToken: string;
  /** What the visitor wrote, to be shown again. */
  readonly values: Partial<ContactMessage>;
  readonly problems: FieldProblems;
  /** Sentence above the form; null on a fresh one. */
  readonly notice: string | null;
  /** The message has been delivered: a thank-you replaces the form. */
  readonly sent: boolean;
}

/** The fields that people fill in, in the order of the form. */
export const contactFields = ['name', 'email', 'subject', 'message'] as const;
export type ContactField = (typeof contactFields)[number];

/** Names of the fields that people do not see: the token, and the trap that programs fill in. */
export const tokenField = 'submit_token';
export const trapField = 'website';

/** A form that no one has touched. */
export function freshContactPage(submitToken: string): ContactPage {
  return { status: 200, submitToken, values: {}, problems: {}, notice: null, sent: false };
}

/** Thanks, after the redirect that keeps a reload from sending again. */
export function thankfulContactPage(): ContactPage {
  return { ...freshContactPage(''), sent: true };
}
