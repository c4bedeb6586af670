import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderContactMail } from '../../../src/core/contact/mail.ts';
import {
  type ContactMessage,
  contactJsonSchema,
  validateContactMessage,
} from '../../../src/core/contact/message.ts';

const valid = { name: 'A Visitor', email: 'visitor@example.org', message: 'Hello' };
const accept = (fields: Record<string, unknown>): ContactMessage => {
  const result = validateContactMessage({ ...valid, ...fields });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.message;
};

describe('a contact message', () => {
  test('is brought into one form', () => {
    expect(
      accept({
        name: '  Zoe\u0308 \u00A0 Example ',
        subject: '',
        agent: ' ',
        message: '\r\n one\r\ntwo\rthree\u2028four\n',
        submit_token: 'x',
      }),
    ).toEqual({ name: 'Zoë Example', email: 'visitor@example.org', message: 'one\ntwo\nthree\nfour' });
  });

  test('keeps what right-to-left prose needs, and loses what only disguises', () => {
    expect(accept({ message: 'שלום\u200F!' }).message).toBe('שלום\u200F!');
    expect(accept({ message: 'a\u202Eb\u{E0041}c\uFEFF' }).message).toBe('abc');
  });

  test('in its one form stays as it is', () => {
    const property = fc.property(
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      (name, message) => {
        const first = validateContactMessage({ ...valid, name, message });
        fc.pre(first.ok);
        expect(validateContactMessage(first.message)).toEqual({
          ok: true,
          message: first.message,
          submitToken: null,
        });
      },
    );
    fc.assert(property, { numRuns: 2_000, seed: 3 });
  });

  test('names every problem, and foreign fields cut short', () => {
    const foreign = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`field-${n}-${'x'.repeat(90)}`, 1]),
    );
    const result = validateContactMessage({ email: 7, ...foreign });
    expect(result.ok).toBe(false);
    if (result.ok) return;
    expect(result.problems).toMatchObject({
      name: 'name is required',
      email: 'email must be an e-mail address such as name@example.org',
      message: 'message is required',
    });
    expect(Object.keys(result.problems)).toHaveLength(23);
    expect(Math.max(...Object.keys(result.problems).map((name) => name.length))).toBe(60);
  });

  test.each([
    ['zero-width space', '\u200B'],
    ['soft hyphen', '\u00AD'],
    ['Hangul filler', '\u3164'],
    ['half-width Hangul filler', '\uFFA0'],
    ['Hangul choseong filler', '\u115F'],
    ['inhibit symmetric swapping', '\u206A'],
    ['word joiner', '\u2060'],
    ['zero-width joiners', '\u200D\u200C'],
    ['combining grapheme joiner', '\u034F'],
    ['variation selector', '\uFE0F'],
    ['Mongolian vowel separator', '\u180E'],
    ['blank braille cell', '\u2800'],
    ['interlinear annotation', '\uFFF9\uFFFB'],
    ['a mixture with spaces', ' \u200B \u00AD\u3164\t\u206A'],
  ])('%s alone is neither a name nor a message, and an optional field of it is absent', (_, text) => {
    const refused = validateContactMessage({ ...valid, name: text, message: `${text}\n${text}` });
    expect(refused.ok ? null : Object.keys(refused.problems).sort()).toEqual(['message', 'name']);
    expect(accept({ subject: text.trim(), agent: text.trim() })).toEqual(valid);
  });

  test('musical null noteheads alone are shown by a sign where a text is required, and are absent elsewhere', () => {
    const text = '\u{1D159}';
    expect(accept({ name: text, message: text, subject: text, agent: text })).toEqual({
      name: '\uFFFD',
      email: valid.email,
      message: '\uFFFD',
    });
  });

  test('keeps the joiners inside words and emoji', () => {
    expect(accept({ name: 'क्\u200Dष', message: '👩\u200D👩\u200D👧' })).toMatchObject({
      name: 'क्\u200Dष',
      message: '👩\u200D👩\u200D👧',
    });
  });

  test('an optional field that is null is absent, a required one is missing', () => {
    expect(accept({ subject: null, agent: null })).toEqual(valid);
    const refused = validateContactMessage({ ...valid, name: null });
    expect(refused.ok ? null : Object.keys(refused.problems)).toEqual(['name']);
  });

  test('the e-mail address loses its outer white space, as the name does', () => {
    expect(accept({ email: ' \u00A0visitor@example.org\r\n' }).email).toBe('visitor@example.org');
    expect(validateContactMessage({ ...valid, email: 'a @example.org' }).ok).toBe(false);
  });

  test('has a JSON Schema that says what the validation does', () => {
    const schema = contactJsonSchema() as {
      properties: Record<string, { type: string | string[]; maxLength: number }>;
    };
    const { subject, agent, name } = schema.properties;
    expect([subject?.type, agent?.type, name?.type]).toEqual([
      ['string', 'null'],
      ['string', 'null'],
      'string',
    ]);
    const limits = Object.entries(schema.properties).map(([field, { maxLength }]) => [field, maxLength]);
    expect(Object.fromEntries(limits)).toEqual({
      name: 100,
      email: 254,
      subject: 200,
      message: 5000,
      agent: 80,
      submit_token: 512,
    });
  });
});

test('the mail contains the message behind marks and the visitor in a block that the message cannot fake', () => {
  const fake = 'Hello\n\n----------------------------------------\nName:     Someone else';
  const mail = renderContactMail(accept({ message: fake, agent: 'Helper 1.0' }), {
    mailSite: { title: 'Field notes', language: 'en', words: {} },
    channel: 'agent',
    delivery: '0f3c',
  });
  expect(mail.subject).toBe('[Field notes] Message from A Visitor');
  expect(mail.replyTo).toEqual({ name: 'A Visitor', address: 'visitor@example.org' });
  expect(mail.text).toBe(
    [
      '> Hello',
      '>',
      '> ----------------------------------------',
      '> Name:     Someone else',
      '',
      '----------------------------------------',
      'Name:     A Visitor',
      'Email:    visitor@example.org',
      'Agent:    Helper 1.0 (self-reported)',
      'Channel:  agent',
      'Delivery: 0f3c',
      '',
    ].join('\n'),
  );
});

test('the mail speaks the language of the site', () => {
  const mail = renderContactMail(accept({ message: 'Hallo' }), {
    mailSite: { title: 'Notizen', language: 'de', words: {} },
    channel: 'form',
    delivery: '0f3c',
  });
  expect(mail.subject).toBe('[Notizen] Nachricht von A Visitor');
  expect(mail.text).toContain('\nName:       A Visitor\nE-Mail:     visitor@example.org\n');
});
