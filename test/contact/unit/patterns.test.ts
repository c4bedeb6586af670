import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  contactJsonSchema,
  contactLimits,
  validateContactMessage,
} from '../../../src/core/contact/message.ts';
import { contactPatterns } from '../../../src/core/contact/patterns.ts';
import { renderOpenapi } from '../../../src/core/discovery/openapi.ts';
import { createSite } from '../../helpers/library.ts';

const ajv = new Ajv2020({ strictTypes: false });
formats.default(ajv);
const fitsSchema = ajv.compile(contactJsonSchema());
const valid = { name: 'A Visitor', email: 'visitor@example.org', message: 'Hello', submit_token: 'token' };
const fits = (fields: Record<string, unknown>) => fitsSchema({ ...valid, ...fields });
const isAccepted = (fields: Record<string, unknown>) => validateContactMessage({ ...valid, ...fields }).ok;

test('the GET document and OpenAPI publish the same schema', () => {
  const { $schema: dialect, ...published } = contactJsonSchema();
  const description = JSON.parse(renderOpenapi({ site: createSite() }));
  expect(description.components.schemas.ContactMessage).toEqual(published);
  expect(dialect).toContain('2020-12');
});

describe('whatever fits the schema is accepted', () => {
  /** Each kind of character that validation treats on its own, half surrogate pairs included. */
  const unit = fc.oneof(
    fc.constantFrom(
      '=',
      '?',
      ' ',
      '\t',
      '\n',
      '\r',
      '\0',
      '\x85',
      '\xA0',
      '\xAD',
      '\u0300',
      '\u0338',
      '\u061C',
    ),
    fc.constantFrom('\u200B', '\u200D', '\u200E', '\u2028', '\u202E', '\u202F', '\u2060', '\u2067', '\u3000'),
    fc.constantFrom('\uFEFF', '\uFFFD', '\uFFFE', '\u3164', '\u2800', '\uD83D', '\uDE00', '😀', '\u{1D159}'),
    fc.constantFrom('\u{E0041}', '\u{E0100}', '\u{10FFFF}', 'é', 'e', 'ß', '.', '@', '-', "'", 'a.b@c.de'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
  );
  const text = (limit: number) =>
    fc.oneof(
      fc.array(unit, { maxLength: 8 }).map((units) => units.join('')),
      fc.tuple(unit, fc.integer({ min: limit - 2, max: limit + 1 })).map(([one, times]) => one.repeat(times)),
    );
  const local = fc.array(fc.constantFrom('a', 'Z', '9', '.', '+', '-', "'", '_', '=', '{', '|', '`'), {
    maxLength: 70,
  });
  const email = fc.oneof(
    text(contactLimits.email),
    fc.emailAddress(),
    fc
      .tuple(local, fc.integer({ min: 1, max: 250 }))
      .map(([word, n]) => `${word.join('')}@${'d'.repeat(n)}.org`),
    fc.stringMatching(new RegExp(contactPatterns.email, 'u')),
  );
  test.each<[string, fc.Arbitrary<string>]>([
    ['name', text(contactLimits.name)],
    ['email', email],
    ['subject', text(contactLimits.subject)],
    ['message', text(contactLimits.message)],
    ['agent', text(contactLimits.agent)],
    ['submit_token', text(512)],
  ])('as %s', (field, values) => {
    let fitting = 0;
    const property = fc.property(values, (value) => {
      if (!fits({ [field]: value })) return true;
      fitting += 1;
      return isAccepted({ [field]: value });
    });
    fc.assert(property, { numRuns: 3_000, seed: 25 });
    expect(fitting).toBeGreaterThan(300);
  });

  test('as any JSON value in any field', () => {
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(valid)));
    const body = fc.record(
      {
        name: value,
        email: value,
        subject: value,
        message: value,
        agent: value,
        submit_token: value,
        x: value,
      },
      { requiredKeys: [] },
    );
    const bodies = fc.oneof(
      fc.jsonValue(),
      body,
      body.map((fields) => ({ ...fields, ...valid })),
    );
    fc.assert(
      fc.property(bodies, (sent) => !fitsSchema(sent) || validateContactMessage(sent).ok),
      { numRuns: 3_000, seed: 25 },
    );
  });

  test('as every character of the basic plane, alone and between letters', () => {
    const refused: string[] = [];
    for (let code = 0; code <= 0xffff; code++) {
      const one = String.fromCharCode(code);
      for (const sent of [one, `=${one}`, `a${one}?`]) {
        const fields = { name: sent, subject: sent, message: sent };
        if (fits(fields) && !isAccepted(fields)) refused.push(`U+${code.toString(16)}`);
      }
    }
    expect(refused).toEqual([]);
  });
});

test.each([
  ['name', ''],
  ['name', ' '],
  ['name', '\u200B\u2060'],
  ['name', 'a\r\nBcc: b@example.com'],
  ['name', 'tab\tstop'],
  ['name', 'x'.repeat(101)],
  ['subject', 'two\nlines'],
  ['agent', 'bell\x07'],
  ['email', 'nobody'],
  ['email', 'ä@example.org'],
  ['email', 'a..b@example.org'],
  ['email', '=?utf-8?q?x?=@example.org'],
  ['email', 'a@example.1'],
  ['message', ' \n\t '],
  ['message', 'x'.repeat(5001)],
])('the schema says that %s %j is refused', (field, value) => {
  expect([fits({ [field]: value }), isAccepted({ [field]: value })]).toEqual([false, false]);
});

test.each([
  ['name', 'Zoë Nuñez-O’Brien'],
  ['name', 'Ада Лавлейс'],
  ['name', 'علی‌رضا'],
  ['name', 'क्\u200Dष'],
  ['name', '山田 太郎'],
  ['name', '김철수'],
  ['name', 'Ada = 💚 (really?)'],
  ['email', "first.last+tag-2026_o'x@sub.example.co.uk"],
  ['email', 'john.smith+newsletter-subscription-2026-november@example.org'],
  ['email', `${'a'.repeat(64)}@xn--bcher-kva.example`],
  ['email', 'ada@xn--80ak6aa92e.xn--p1ai'],
  ['email', 'm&m@example.org'],
  ['email', "bounce/{a}!b#c$d%e'f*g=h^i`j|k~l@example.org"],
  ['subject', ''],
  ['subject', null],
  ['subject', 'Une question\u202F? « Oui »'],
  ['subject', '1 + 1 == 2?'],
  ['message', 'One\r\n\ttwo 😀\n\n\u200Fשלום <b>=?</b> `x` \\ "quoted"'],
  ['agent', 'example-agent/1.0 (+https://example.org/bot?x=1)'],
])('an ordinary %s such as %j fits the schema', (field, value) => {
  expect([fits({ [field]: value }), isAccepted({ [field]: value })]).toEqual([true, true]);
});

test.each([
  ['name', '\u202Eada', 'ada'],
  ['name', 'half \uD83D pair', 'half \uFFFD pair'],
  ['name', '\u200B\u{E0041}', '\uFFFD'],
  ['name', '😀', '😀'],
  ['subject', '=?utf-8?q?x?=', '= ?utf-8?q?x?='],
  ['subject', 'a==?b', 'a== ?b'],
  ['subject', 'a=\u202E?b', 'a= ?b'],
  ['agent', 'line\u2028separator', 'line separator'],
  ['email', `${'a.'.repeat(40)}a@example.org`, `${'a.'.repeat(40)}a@example.org`],
  ['message', 'a\0b', 'ab'],
  ['message', '\uD800', '\uFFFD'],
])('%s %j fits the schema, and is delivered without what could disguise it', (field, value, delivered) => {
  expect(fits({ [field]: value })).toBe(true);
  const result = validateContactMessage({ ...valid, [field]: value });
  expect(result.ok && result.message).toMatchObject({ [field]: delivered });
});

test('clients that compare without the flag u accept emoji', () => {
  for (const pattern of [contactPatterns.line, contactPatterns.filledLine, contactPatterns.prose])
    expect('One 😀 two').toMatch(new RegExp(pattern));
});

describe.each(Object.entries(contactPatterns))('the pattern of %s', (_, pattern) => {
  test('uses only what ECMA-262, Python, RE2, Rust and Java share', () => {
    for (const flags of ['', 'u', 'v']) expect(() => new RegExp(pattern, flags)).not.toThrow();
    expect(pattern).not.toMatch(/\(\?(?!:)|\\[^xtnr.-]|[\u{10000}-\u{10FFFF}"`]/u);
    expect(pattern).not.toMatch(/&&|--|\|\||~~/);
  });

  test('has no character that turns the direction of source code around it, or ends a line', () => {
    expect(pattern).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u);
  });
});
