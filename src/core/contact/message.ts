import { z } from 'zod';

/**
 * The message that a visitor sends to the owner: one schema that validates it, that the GET document and
 * OpenAPI publish, and whose limits the form shows.
 *
 * Text is brought into one form before it is used, so that equal messages have equal fingerprints: Unicode
 * NFC, no white space around it, `\n` between lines, single spaces in one-line fields. An optional field that is
 * null or shows nothing is absent, a required one is refused as empty. What could disguise a mail is refused: line
 * breaks and control characters in one-line fields, invisible direction and tag characters, words that a mail
 * program would decode (`=?…?=`).
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
 * Characters that show nothing, whatever surrounds them: white space, controls, format characters (zero-width space,
 * soft hyphen, joiners), fillers of Hangul, variation selectors, the empty braille cell, the empty note head, the
 * Khitan filler. A text of only these is empty. Inside a text many are needed: emoji and Indic scripts are joined so.
 */
const onlyInvisible =
  /^[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}\u{16FE4}]*$/u;
const emptyWhenInvisible = (value: string) => (onlyInvisible.test(value) ? '' : value);

/** Direction overrides, embeddings, isolates and marks; byte order mark; tag characters. */
const invisible = /[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/u;
/** The same without the three marks that right-to-left text needs. */
const invisibleInProse = /[\u202A-\u202E\u2066-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]/gu;
/** C0, DEL, C1 and the Unicode line separators: all that ends or bends a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this finds
const controlInLine = /[\u0000-\u001F\u007F-\u009F\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this finds
const controlInProse = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;

const oneLine = (label: string, limit: number, least: number) => {
  const text = z
    .string(`${label} must be text`)
    .max(limit, `${label} must have at most ${limit} characters`)
    .overwrite((value) =>
      emptyWhenInvisible(
        value
          .normalize('NFC')
          .replace(/\p{Zs}+/gu, ' ')
          .trim(),
      ),
    );
  return (least > 0 ? text.min(least, `${label} must not be empty`) : text)
    .refine((value) => value.isWellFormed(), `${label} contains half of a surrogate pair`)
    .refine((value) => !controlInLine.test(value), `${label} must be one line without control characters`)
    .refine((value) => !invisible.test(value), `${label} contains invisible direction or tag characters`)
    .refine((value) => !value.includes('=?'), `${label} must not contain "=?"`);
};

const prose = (label: string, limit: number) =>
  z
    .string(`${label} must be text`)
    .overwrite((value) => value.replace(/\r\n?|[\u2028\u2029]/g, '\n'))
    .max(limit, `${label} must have at most ${limit} characters`)
    .overwrite((value) => emptyWhenInvisible(value.replace(invisibleInProse, '').normalize('NFC').trim()))
    .min(1, `${label} must not be empty`)
    .refine((value) => value.isWellFormed(), `${label} contains half of a surrogate pair`)
    .refine((value) => !controlInProse.test(value), `${label} contains control characters`);

/** The body of the POST, as documented: this is what the GET document and OpenAPI show. */
export const contactInputSchema = z.strictObject({
  name: oneLine('name', contactLimits.name, 1).describe(
    'Name of the person the message is from. An agent gives the name of the person it acts for.',
  ),
  email: z
    .string('email must be an e-mail address such as name@example.org')
    .trim()
    .check(z.email('email must be an e-mail address such as name@example.org'))
    .max(contactLimits.email, `email must have at most ${contactLimits.email} characters`)
    .refine((value) => value.indexOf('@') <= 64, 'email must have at most 64 characters before the @')
    .describe('Address of that person; the answer goes there.'),
  subject: oneLine('subject', contactLimits.subject, 0).nullish().describe('Short subject line.'),
  message: prose('message', contactLimits.message).describe('The message, as plain text.'),
  agent: oneLine('agent', contactLimits.agent, 0)
    .nullish()
    .describe('Name of the agent that sends the message, if one does. Shown to the owner.'),
  submit_token: z
    .string('submit_token must be text')
    .max(512, 'submit_token must have at most 512 characters')
    .describe('The submit_token from a GET of this URL: valid once, until its expires_at.'),
});

/** As {@link contactInputSchema}, but a missing token is not a field error: it has its own answer, later. */
const receivedSchema = contactInputSchema.partial({ submit_token: true });

/** Why fields were refused: field name → sentence. */
export type FieldProblems = Readonly<Record<string, string>>;

/** What is wrong with a field in a word, for a form that says it in the reader's language. */
export type FieldFault = 'required' | 'tooLong' | 'email' | 'characters';
export type FieldFaults = Readonly<Record<string, FieldFault>>;

export type ContactValidation =
  | { readonly ok: true; readonly message: ContactMessage; readonly submitToken: string | null }
  | { readonly ok: false; readonly problems: FieldProblems; readonly faults: FieldFaults };

/** Foreign field names are quoted in the answer, cut to this many characters and names. */
const quotedName = 60;
const quotedNames = 20;

/** Checks and normalises what a client sent. `input` is any value that JSON can express. */
export function validateContactMessage(input: unknown): ContactValidation {
  const parsed = receivedSchema.safeParse(input);
  if (!parsed.success) {
    const { issues } = parsed.error;
    return { ok: false, problems: describeIssues(issues, input), faults: classifyIssues(issues) };
  }
  const { name, email, subject, message, agent, submit_token: token } = parsed.data;
  return {
    ok: true,
    message: { name, email, message, ...(subject ? { subject } : {}), ...(agent ? { agent } : {}) },
    submitToken: token ? token : null,
  };
}

function describeIssues(issues: readonly z.core.$ZodIssue[], input: unknown): FieldProblems {
  const problems = new Map<string, string>();
  const given = typeof input === 'object' && input !== null ? input : {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, quotedNames)) {
        problems.set(key.slice(0, quotedName).toWellFormed(), 'is not a field of a contact message');
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

/** The first fault of each field. */
function classifyIssues(issues: readonly z.core.$ZodIssue[]): FieldFaults {
  return Object.fromEntries(issues.toReversed().map((issue) => [String(issue.path[0]), classify(issue)]));
}

function classify({ code, path }: z.core.$ZodIssue): FieldFault {
  if (code === 'too_big') return 'tooLong';
  if (code === 'too_small' || code === 'invalid_type') return 'required';
  return path[0] === 'email' ? 'email' : 'characters';
}

/** The JSON Schema (draft 2020-12) of the POST, made from the schema that validates it. */
export function contactJsonSchema(): Record<string, unknown> {
  return z.toJSONSchema(contactInputSchema, { io: 'input', override: flattenNullable });
}

/** Writes "text or null" as `type: ["string", "null"]` with the bounds beside it, where readers look for them. */
export function flattenNullable({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [first, second, ...others] = jsonSchema.anyOf ?? [];
  if (first?.type !== 'string' || second?.type !== 'null' || others.length > 0) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...first, type: ['string', 'null'] });
}
