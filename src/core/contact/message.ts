import { z } from 'zod';
import { describeMailAddress, toAsciiAddress } from '../model/mail-address.ts';
import { contactPatterns } from './patterns.ts';

/**
 * The contact message: one schema validates it, is published in the GET document and OpenAPI, and has the form's limits.
 *
 * Text is normalized, so that equal messages have equal fingerprints: NFC, trimmed, `\n` line ends, single spaces in
 * one-line fields, no invisible direction, tag and control characters and no start of encoded words (`=?…?=`).
 */

/** Upper bounds in Unicode code points, as JSON Schema counts them. */
export const contactLimits = { name: 100, email: 254, subject: 200, message: 5000, agent: 80 } as const;

/** The form of an Idempotency-Key: 16 to 255 printable ASCII characters without a space. */
export const idempotencyKeyPattern = /^[\x21-\x7E]{16,255}$/;

/** Seconds for which a delivered message is remembered under its Idempotency-Key. */
export const idempotencyRetentionSeconds = 86_400;

/** The two ways in. Each has its own budget; the submit token says which one it opens. */
export const contactChannels = ['agent', 'form'] as const;
export type ContactChannel = (typeof contactChannels)[number];

/** The fields that make up a message, checked and normalised; absent optional fields are not there at all. */
export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly subject?: string;
  readonly message: string;
  readonly agent?: string;
}

/**
 * Characters that are invisible in any context. A text of only these is empty; within a text some are needed, such as
 * joiners in emoji and Indic scripts.
 */
const onlyInvisible =
  /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{16FE4}]*$/u;

const orEmpty = (value: string): string => (onlyInvisible.test(value) ? '' : value);

/** Patterns can't name characters above U+FFFF, so a required text that has only invisible ones shows a sign for them. */
const orSign = (value: string, given: string): string =>
  value === '' && /[\u{10000}-\u{10FFFF}]/u.test(given) ? '\uFFFD' : value;

/** Direction overrides, embeddings and isolates; byte order mark; tag characters. */
const disguises = /[\u202A-\u202E\u2066-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu;
/** Direction marks, which right-to-left text needs in a message. */
const marks = /[\u200E\u200F\u061C]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this finds
const controlInProse = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g;

const tidyLine = (value: string): string =>
  value
    .toWellFormed()
    .normalize('NFC')
    .replace(disguises, '')
    .replace(marks, '')
    .replace(/[\p{Zs}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();

const oneLine = (label: string, limit: number) =>
  z
    .string(`${label} must be text`)
    .max(limit, `${label} must have at most ${limit} characters`)
    .overwrite((value) => orEmpty(tidyLine(value)))
    .refine((value) => isLine.test(value), `${label} must be one line without control characters`)
    .meta({ pattern: contactPatterns.line });

const filledLine = (label: string, limit: number) =>
  z
    .string(`${label} must be text`)
    .max(limit, `${label} must have at most ${limit} characters`)
    .overwrite((value) => orSign(orEmpty(tidyLine(value)), value))
    .min(1, `${label} must not be empty`)
    .refine((value) => isLine.test(value), `${label} must be one line without control characters`)
    .meta({ pattern: contactPatterns.filledLine });

const isLine = new RegExp(contactPatterns.line);

const tidyProse = (value: string): string =>
  value.toWellFormed().replace(disguises, '').replace(controlInProse, '').normalize('NFC').trim();

const prose = (label: string, limit: number) =>
  z
    .string(`${label} must be text`)
    .overwrite((value) => value.replace(/\r\n?|[\u2028\u2029]/g, '\n'))
    .max(limit, `${label} must have at most ${limit} characters`)
    .overwrite((value) => orSign(orEmpty(tidyProse(value)), value))
    .min(1, `${label} must not be empty`)
    .meta({ pattern: contactPatterns.prose });

/** Characters of the longest submit token; ours are shorter. */
export const maxToken = 512;

/** The body of the POST, as documented: this is what the GET document and OpenAPI show. */
export const contactInputSchema = z.strictObject({
  name: filledLine('name', contactLimits.name).describe(
    'Name of the person the message is from. An agent gives the name of the person it acts for.',
  ),
  email: z
    .string('email must be an e-mail address such as name@example.org')
    .trim()
    .overwrite(toAsciiAddress)
    .check(
      z.email({
        pattern: new RegExp(contactPatterns.email),
        error: ({ input }) => describeMailAddress(input),
      }),
    )
    .max(contactLimits.email, `email must have at most ${contactLimits.email} characters`)
    .describe('Address of that person; the answer goes there.'),
  subject: oneLine('subject', contactLimits.subject).nullish().describe('Short subject line.'),
  message: prose('message', contactLimits.message).describe('The message, as plain text.'),
  agent: oneLine('agent', contactLimits.agent)
    .nullish()
    .describe('Name of the agent that sends the message, if one does. Shown to the owner.'),
  submit_token: z
    .string('submit_token must be text')
    .max(maxToken, `submit_token must have at most ${maxToken} characters`)
    .describe('The submit_token from a GET of this URL: valid once, until its expires_at.'),
});

/** As {@link contactInputSchema}, but a missing token is not a field error: it has its own answer, later. */
const receivedSchema = contactInputSchema.extend({ submit_token: z.unknown().optional() });

/** Why fields were refused: field name → sentence. */
export type FieldProblems = Readonly<Record<string, string>>;

/** Code of a field's error, for a form in the reader's language. */
export type FieldError = 'required' | 'tooLong' | 'email' | 'characters';
export type FieldErrors = Readonly<Record<string, FieldError>>;

export type ContactValidation =
  | { readonly ok: true; readonly message: ContactMessage; readonly submitToken: string | null }
  | { readonly ok: false; readonly problems: FieldProblems; readonly errors: FieldErrors };

/** Max length and number of unknown field names that the answer quotes. */
const maxNameLength = 60;
const maxNames = 20;

/** Checks and normalises what a client sent. `input` is any value that JSON can express. */
export function validateContactMessage(input: unknown): ContactValidation {
  const parsed = receivedSchema.safeParse(input);
  if (!parsed.success) {
    const { issues } = parsed.error;
    // The first one of each field.
    const errors = Object.fromEntries(
      issues.toReversed().map((issue) => [String(issue.path[0]), classify(issue)]),
    );
    return { ok: false, problems: describeIssues(issues, input), errors };
  }
  const { name, email, subject, message, agent, submit_token: token } = parsed.data;
  return {
    ok: true,
    message: { name, email, message, ...(subject ? { subject } : {}), ...(agent ? { agent } : {}) },
    submitToken: typeof token === 'string' && token !== '' && token.length <= maxToken ? token : null,
  };
}

function describeIssues(issues: readonly z.core.$ZodIssue[], input: unknown): FieldProblems {
  const problems = new Map<string, string>();
  const given = typeof input === 'object' && input !== null ? input : {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, maxNames)) {
        problems.set(key.slice(0, maxNameLength).toWellFormed(), 'is not a field of a contact message');
      }
      continue;
    }
    const field = issue.path[0];
    if (field === undefined) {
      problems.set('body', 'must be a JSON object');
      continue;
    }
    const name = String(field);
    const missing = !Object.hasOwn(given, name);
    if (!problems.has(name)) problems.set(name, missing ? `${name} is required` : issue.message);
  }
  return Object.fromEntries(problems);
}

function classify({ code, path }: z.core.$ZodIssue): FieldError {
  if (code === 'too_big') return 'tooLong';
  if (code === 'too_small' || code === 'invalid_type') return 'required';
  return path[0] === 'email' ? 'email' : 'characters';
}

/** The JSON Schema (draft 2020-12) of the POST, made from the schema that validates it. */
export function contactJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(contactInputSchema, { io: 'input', override: flattenNullable });
}

/** Writes "text or null" as `type: ["string", "null"]` with its bounds, in the usual place. */
export function flattenNullable({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [first, second, ...others] = jsonSchema.anyOf ?? [];
  if (first?.type !== 'string' || second?.type !== 'null' || others.length > 0) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...first, type: ['string', 'null'] });
}
