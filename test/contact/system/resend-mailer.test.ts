import { afterAll, beforeAll, expect, test } from 'vitest';
import { openResendMailer } from '../../../sidecar/adapters/resend-mailer.ts';
import { renderContactMail } from '../../../src/core/contact/mail.ts';
import { envelope, validMessage } from '../../helpers/contact-app.ts';
import { type ResendMood, ResendStub } from '../../helpers/resend-stub.ts';

const stub = new ResendStub();
const mailer = () => openResendMailer('re_test', envelope, stub.url);
let deliveries = 0;
const mail = (delivery = `delivery-${deliveries++}`) =>
  renderContactMail(validMessage, {
    mailSite: { title: 'Field notes', language: 'en', words: {} },
    channel: 'agent',
    delivery,
  });

beforeAll(() => stub.start());
afterAll(() => stub.stop());

const within = (patience: number) => ({
  signal: AbortSignal.timeout(patience),
  beforeHandover: async () => {},
});

const send = (mood: ResendMood, delivery?: string) => {
  stub.mood = () => mood;
  return mailer().send(mail(delivery), within(mood === 'hang' ? 300 : 20_000));
};

test.each([
  ['accept', { kind: 'accepted' }],
  ['refuse', { kind: 'rejected', reason: '422 validation_error' }],
  ['limit', { kind: 'unavailable', reason: '429 rate_limit_exceeded', retryAfter: 7 }],
  ['break', { kind: 'unknown', reason: '500 internal_server_error' }],
  ['break-after', { kind: 'unknown', reason: '500 internal_server_error' }],
  ['reset', { kind: 'unknown', reason: '0 application_error' }],
  ['reset-after', { kind: 'unknown', reason: '0 application_error' }],
  ['hang', { kind: 'unknown', reason: '0 application_error' }],
  ['no-id', { kind: 'unknown', reason: 'no-id' }],
  ['concurrent', { kind: 'unknown', reason: '409 concurrent_idempotent_requests' }],
  ['page', { kind: 'unknown', reason: '502 application_error' }],
] as const)('a provider that answers "%s" is understood', async (mood, outcome) => {
  expect(await send(mood)).toEqual(outcome);
});

test('a server that is not there leaves the outcome unknown', async () => {
  const nowhere = openResendMailer('re_test', envelope, 'http://127.0.0.1:9');
  expect((await nowhere.send(mail(), within(20_000))).kind).toBe('unknown');
});

test('the same delivery is accepted again without a second mail', async () => {
  const before = stub.sent.length;
  expect(await send('reset-after', 'twice')).toEqual({ kind: 'unknown', reason: '0 application_error' });
  expect(await send('accept', 'twice')).toEqual({ kind: 'accepted' });
  expect(stub.sent.length - before).toBe(1);
});

test('a delivery that went out under an earlier rendering counts as sent', async () => {
  await send('accept', 'rendered');
  stub.mood = () => 'accept';
  const changed = { ...mail('rendered'), text: 'another template' };
  expect(await mailer().send(changed, within(20_000))).toEqual({ kind: 'accepted' });
});

test('the visitor appears in Reply-To, subject and text only', async () => {
  await send('accept', 'shape');
  const { body, authorization, key } = stub.requests.at(-1)!;
  expect(authorization).toBe('Bearer re_test');
  expect(key).toBe('shape');
  expect(body).toEqual({
    from: '"Field notes" <contact@notes.example.org>',
    to: ['owner@example.org'],
    reply_to: 'visitor@example.org',
    subject: '[Field notes] Message from A Visitor',
    text: mail('shape').text,
    headers: { 'X-Contact-Channel': 'agent', 'X-Contact-Delivery': 'shape' },
  });
});
