import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderContactMail } from '../../../../src/core/contact/mail.ts';
import {
  type ContactMessage,
  contactJsonSchema,
  validateContactMessage,
} from '../../../../src/core/contact/message.ts';

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

  test('has a JSON Schema that says what the validation does', () => {
    const schema = contactJsonSchema() as {
      properties: Record<string, { maxLength: number; minLength?: number }>;
    };
    const limits = Object.entries(schema.properties).map(([name, { maxLength }]) => [name, maxLength]);
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

test('the mail holds the message behind marks and the visitor in a block that the message cannot fake', () => {
  const fake = 'Hello\n\n----------------------------------------\nName:     Somebody else';
  const mail = renderContactMail(accept({ message: fake, agent: 'Helper 1.0' }), {
    siteTitle: 'Field notes',
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
      '> Name:     Somebody else',
      '',
      '----------------------------------------',
      'Name:     A Visitor',
      'E-mail:   visitor@example.org',
      'Agent:    Helper 1.0 (as it calls itself)',
      'Channel:  agent',
      'Delivery: 0f3c',
      '',
    ].join('\n'),
  );
});
