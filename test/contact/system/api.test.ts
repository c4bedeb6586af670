import { readdirSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mailer, MailOutcome } from '../../../sidecar/contact/ports.ts';
import {
  type ContactApp,
  fetchToken,
  postMessage,
  startContactApp,
  validMessage,
} from '../../helpers/contact-app.ts';

let app: ContactApp;
const plenty = { perCaller: 10_000, site: 10_000 };
const budgets = { agent: plenty, form: plenty };

beforeAll(async () => {
  app = await startContactApp({ limits: budgets });
});
afterAll(() => app.stop());

const key = () => ({ 'Idempotency-Key': crypto.randomUUID() });
const token = () => fetchToken(app.endpoint);
const post = async (fields: Record<string, unknown>, headers: Record<string, string> = {}) => {
  const response = await postMessage(app.endpoint, fields, headers);
  return { response, status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const mails = () => readdirSync(app.outbox).length;

describe('GET', () => {
  test('says all that is needed to send a message', async () => {
    const response = await fetch(app.endpoint);
    const body = (await response.json()) as Record<string, never>;
    expect(response.status).toBe(200);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(Object.keys(body)).toEqual([
      'description',
      'method',
      'url',
      'content_type',
      'input_schema',
      'limits',
      'submit_token',
      'expires_in',
      'expires_at',
      'idempotency',
      'retry',
    ]);
    expect(body.input_schema).toMatchObject({
      type: 'object',
      required: ['name', 'email', 'message', 'submit_token'],
      additionalProperties: false,
      properties: {
        message: { type: 'string', maxLength: 5000 },
        email: { format: 'email', maxLength: 254 },
      },
    });
    expect(body.expires_in).toBe(900);
  });

  test('gives another token each time, and what is left of the budget after a delivery', async () => {
    const own = await startContactApp({ limits: { agent: { perCaller: 2, site: 3 }, form: plenty } });
    const first = await fetchToken(own.endpoint);
    expect(await fetchToken(own.endpoint)).not.toBe(first);
    await postMessage(own.endpoint, { submit_token: first });
    const response = await fetch(own.endpoint);
    const { limits } = (await response.json()) as { limits: Record<string, Record<string, number>> };
    expect(limits.per_ip).toMatchObject({ limit: 2, window: 3600, remaining: 1 });
    expect(limits.site).toMatchObject({ limit: 3, window: 86400, remaining: 2 });
    expect(response.headers.get('RateLimit-Policy')).toBe('"ip";q=2;w=3600, "site";q=3;w=86400');
    expect(response.headers.get('RateLimit')).toMatch(/^"ip";r=1;t=3\d\d\d$/);
    await own.stop();
  });

  test('other methods are refused, with the ones that are not', async () => {
    const response = await fetch(app.endpoint, { method: 'DELETE' });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('POST', () => {
  test('delivers a message and says so', async () => {
    const before = mails();
    const { response, status, body } = await post({ submit_token: await token() }, key());
    expect([status, body.sent, typeof body.message, body.replayed]).toEqual([200, true, 'string', undefined]);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(mails() - before).toBe(1);
  });

  test('the same key and body replay the result, without a token and with a fresh one', async () => {
    const headers = key();
    const first = await post({ submit_token: await token() }, headers);
    const before = mails();
    for (const fields of [{}, { submit_token: 'nonsense' }, { submit_token: await token() }]) {
      const { response, status, body } = await post(fields, headers);
      expect([status, body]).toEqual([200, { ...first.body, replayed: true }]);
      expect(response.headers.get('Idempotency-Replayed')).toBe('true');
    }
    expect(mails()).toBe(before);
  });

  test('the same key with another body is refused', async () => {
    const headers = key();
    await post({ submit_token: await token() }, headers);
    const { status, body } = await post({ submit_token: await token(), message: 'Another' }, headers);
    expect([status, body.code]).toEqual([422, 'site_contact_idempotency_key_reuse']);
  });

  test('a key is looked up before the fields of another body are', async () => {
    const headers = key();
    const invalid = { email: 'nobody' };
    const unused = await post(invalid, headers);
    expect([unused.status, unused.body.code]).toEqual([422, 'site_contact_invalid']);
    await post({ submit_token: await token() }, headers);
    const used = await post(invalid, headers);
    expect([used.status, used.body.code]).toEqual([422, 'site_contact_idempotency_key_reuse']);
  });

  test.each([
    ['info@bücher.example', 'info@xn--bcher-kva.example'],
    ['x@例え.テスト', 'x@xn--r8jz45g.xn--zckzah'],
    ['"first last"@example.org', '"first last"@example.org'],
  ])('the address %s is that of a reply', async (email, address) => {
    const before = new Set(readdirSync(app.outbox));
    const { status } = await post({ submit_token: await token(), email }, key());
    const [mail = ''] = readdirSync(app.outbox).filter((name) => !before.has(name));
    expect(status).toBe(200);
    expect(readFileSync(join(app.outbox, mail), 'utf8')).toContain(`<${address}>`);
  });

  test.each([
    ['jörg@example.org', /before the @/],
    ['x@ex\u200b ample.ö', /no ASCII form/],
    ['x@münchen', /such as name@example\.org/],
    ['"a@evil.example"@example.org', /such as/],
  ])('the address %s is refused, with the reason', async (email, reason) => {
    const { status, body } = await post({ submit_token: await token(), email }, key());
    const { params } = body.data as { params: Record<string, string> };
    expect([status, params.email]).toEqual([422, expect.stringMatching(reason)]);
  });

  test('without a key there is no replay, and the token is spent', async () => {
    const spent = await token();
    const first = await post({ submit_token: spent });
    expect(first.response.headers.get('Idempotency-Replayed')).toBeNull();
    const second = await post({ submit_token: spent });
    expect([second.status, second.body.code]).toEqual([401, 'site_contact_token_invalid']);
  });

  test.each([
    ['missing', undefined, 'site_contact_token_missing'],
    ['empty', '', 'site_contact_token_missing'],
    ['null', null, 'site_contact_token_missing'],
    ['a number', 1, 'site_contact_token_missing'],
    ['an object', {}, 'site_contact_token_missing'],
    ['too long', 'A'.repeat(513), 'site_contact_token_missing'],
    ['forged', 'A'.repeat(82), 'site_contact_token_invalid'],
  ])(
    'a token that is %s is 401, with and without a key, and no one is asked to authenticate',
    async (_, given, code) => {
      for (const headers of [{}, key()]) {
        const { response, status, body } = await post({ submit_token: given }, headers);
        expect([status, body.code]).toEqual([401, code]);
        expect(response.headers.get('WWW-Authenticate')).toBeNull();
      }
    },
  );

  test('a token expires', async () => {
    const own = await startContactApp({ tokenTtl: 1 });
    const response = await postMessage(own.endpoint, { submit_token: await fetchToken(own.endpoint) });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      401,
      'site_contact_token_invalid',
    ]);
    await own.stop();
  });

  test.each([
    [{ name: undefined }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'a\r\nBcc: b@example.com' }, 'name'],
    [{ name: 'bell\x07' }, 'name'],
    [{ email: 'not an address' }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.org` }, 'email'],
    [{ email: 'a@example.org, b@example.com' }, 'email'],
    [{ email: 'ä@example.org' }, 'email'],
    [{ subject: 'x'.repeat(201) }, 'subject'],
    [{ subject: 'two\nlines' }, 'subject'],
    [{ message: '' }, 'message'],
    [{ message: 'x'.repeat(5001) }, 'message'],
    [{ message: '\u200B\n\u2060' }, 'message'],
    [{ agent: 'a\u0000b' }, 'agent'],
    [{ agent: 'x'.repeat(81) }, 'agent'],
    [{ website: 'x' }, 'website'],
  ])('refuses %j and names the field', async (fields, name) => {
    const { status, body } = await post({ submit_token: await token(), ...fields }, key());
    expect([status, body.code]).toEqual([422, 'site_contact_invalid']);
    const { params, status: repeated } = body.data as { params: Record<string, string>; status: number };
    expect([Object.keys(params), repeated]).toEqual([[name], 422]);
  });

  test.each([['short'], ['with a space in the middle'], ['x'.repeat(256)], ['ümlaut-ümlaut-ümlaut']])(
    'an Idempotency-Key like "%s" is refused by name',
    async (value) => {
      const { status, body } = await post({ submit_token: await token() }, { 'Idempotency-Key': value });
      const { params } = body.data as { params: Record<string, string> };
      expect([status, Object.keys(params)]).toEqual([422, ['Idempotency-Key']]);
    },
  );

  test('a refused attempt records nothing: the key serves the corrected message', async () => {
    const headers = key();
    const fresh = await token();
    expect((await post({ submit_token: fresh, email: 'wrong' }, headers)).status).toBe(422);
    expect((await post({ submit_token: fresh }, headers)).status).toBe(200);
  });

  test('every limit is reached exactly, in characters as JSON Schema counts them', async () => {
    const { status } = await post({
      submit_token: await token(),
      name: '😀'.repeat(100),
      subject: '😀'.repeat(200),
      message: '😀'.repeat(5000),
      agent: '😀'.repeat(80),
    });
    expect(status).toBe(200);
  });
});

describe('bodies', () => {
  const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(app.endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  test.each([
    ['broken JSON', '{"name":', {}, 400, 'rest_invalid_json'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), {}, 400, 'rest_invalid_json'],
    ['a primitive', '5', {}, 422, 'site_contact_invalid'],
    ['an array', '[]', {}, 422, 'site_contact_invalid'],
    ['null', 'null', {}, 422, 'site_contact_invalid'],
    ['nothing', '', {}, 400, 'rest_invalid_json'],
    ['30,000 nested arrays', nested(30_000), {}, 422, 'site_contact_invalid'],
    ['a prototype', '{"__proto__":{"name":"x"}}', {}, 422, 'site_contact_invalid'],
    ['more than 64 KiB', `"${'x'.repeat(65_536)}"`, {}, 413, 'rest_request_too_large'],
    ['another type', '{}', { 'Content-Type': 'text/plain' }, 415, 'rest_unsupported_media_type'],
    ['no type', '{}', { 'Content-Type': '' }, 415, 'rest_unsupported_media_type'],
    [
      'another charset',
      '{}',
      { 'Content-Type': 'application/json; charset=latin1' },
      415,
      'rest_unsupported_media_type',
    ],
    [
      'UTF-16',
      '{}',
      { 'Content-Type': 'application/json; charset=utf-16' },
      415,
      'rest_unsupported_media_type',
    ],
    ['compression', '{}', { 'Content-Encoding': 'gzip' }, 415, 'rest_unsupported_media_type'],
  ] as const)('%s is answered with an Error object', async (_, body, headers, status, code) => {
    const response = await send(body, headers);
    const error = (await response.json()) as { code: string; message: string; data: { status: number } };
    expect([response.status, error.code, error.data.status]).toEqual([status, code, status]);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(error.message).not.toMatch(/Unexpected|position|token '/);
  });

  test('the largest legal message, written entirely in escapes, is read', async () => {
    const escaped = (text: string) => [...text].map((c) => escapeUnits(c)).join('');
    const emoji = (count: number) => escaped('😀'.repeat(count));
    const fields = `"name":"${emoji(100)}","email":"visitor@example.org","message":"${emoji(5000)}"`;
    const body = `{${fields},"submit_token":"${await token()}"}`;
    expect(Buffer.byteLength(body)).toBeGreaterThan(60_000);
    expect((await send(body)).status).toBe(200);
  });
});

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

describe('limits', () => {
  test('a full budget is 429 with the wait in header and body; refused messages do not count', async () => {
    const own = await startContactApp({ limits: { agent: { perCaller: 2, site: 25 }, form: plenty } });
    const send = async () => postMessage(own.endpoint, { submit_token: await fetchToken(own.endpoint) });
    await postMessage(own.endpoint, { submit_token: await fetchToken(own.endpoint), email: 'wrong' });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    const full = await send();
    const body = (await full.json()) as { code: string; data: { retry_after: number } };
    expect([full.status, body.code]).toEqual([429, 'site_contact_rate_limited']);
    expect(body.data.retry_after).toBeGreaterThan(3_500);
    expect(body.data.retry_after).toBeLessThanOrEqual(3_600);
    expect(full.headers.get('Retry-After')).toBe(String(body.data.retry_after));
    expect(readdirSync(own.outbox)).toHaveLength(2);
    await own.stop();
  });

  test('a replay is not counted and is given even when the budget is used up', async () => {
    const own = await startContactApp({ limits: { agent: { perCaller: 1, site: 25 }, form: plenty } });
    const headers = key();
    const fields = { submit_token: await fetchToken(own.endpoint) };
    expect((await postMessage(own.endpoint, fields, headers)).status).toBe(200);
    expect((await postMessage(own.endpoint, fields, headers)).status).toBe(200);
    await own.stop();
  });

  test('callers are distinguished by the address that the proxy gives, in groups of /64', async () => {
    const own = await startContactApp({ limits: { agent: { perCaller: 1, site: 25 }, form: plenty } });
    const send = async (address: string) => {
      const headers = { 'X-Forwarded-For': address };
      return (await postMessage(own.endpoint, { submit_token: await fetchToken(own.endpoint) }, headers))
        .status;
    };
    expect(await send('2001:db8::1')).toBe(200);
    expect(await send('2001:db8::ffff:2')).toBe(429);
    expect(await send('2001:db8:0:1::1')).toBe(200);
    expect(await send('203.0.113.9')).toBe(200);
    expect(await send('::ffff:203.0.113.9')).toBe(429);
    expect(await send('198.51.100.7, 203.0.113.9')).toBe(429);
    expect(await send('not-an-ip')).toBe(400);
    await own.stop();
  });
});

describe('a mailer that cannot recognise a repeated mail', () => {
  /** Hands the mail over, and hears of it when `outcome` says. */
  const mailer = (outcome: () => Promise<MailOutcome>): Mailer => ({
    deduplicates: false,
    send: async (_, { beforeHandover }) => {
      await beforeHandover();
      return outcome();
    },
    close: async () => {},
  });

  test('whose outcome is unknown: the answer says that the message may arrive twice', async () => {
    const own = await startContactApp({ mailer: mailer(async () => ({ kind: 'unknown', reason: 'test' })) });
    const response = await postMessage(own.endpoint, { submit_token: await fetchToken(own.endpoint) }, key());
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '630']);
    expect(await response.json()).toMatchObject({
      code: 'site_contact_delivery_uncertain',
      message: expect.stringContaining('the owner may get it twice'),
      data: { status: 503, retry_after: 630 },
    });
    await own.stop();
  });

  test('that is slow: the answer says that it is pending, the same again meets 409 and then the result', async () => {
    const { promise, resolve } = Promise.withResolvers<MailOutcome>();
    const own = await startContactApp({ mailer: mailer(() => promise), timings: { answer: 50 } });
    const [given, headers] = [{ submit_token: await fetchToken(own.endpoint) }, key()];
    const ask = async () => {
      const response = await postMessage(own.endpoint, given, headers);
      return [response.status, (await response.json()) as object];
    };
    expect(await ask()).toMatchObject([503, { code: 'site_contact_delivery_pending' }]);
    expect(await ask()).toMatchObject([409, { code: 'site_contact_idempotency_in_progress' }]);
    resolve({ kind: 'accepted' });
    await own.contact.service.drain(20_000);
    expect(await ask()).toMatchObject([200, { sent: true, replayed: true }]);
    await own.stop();
  });
});

describe('races within one process', () => {
  test('of 200 POSTs at once with one key one is delivered, and the others are replays or 409', async () => {
    const before = mails();
    const headers = key();
    const fields = { submit_token: await token() };
    const answers = await Promise.all(Array.from({ length: 200 }, () => post(fields, headers)));
    const fresh = answers.filter(({ status, body }) => status === 200 && !body.replayed);
    const rest = answers.filter(({ status, body }) => body.replayed || status === 409);
    expect([fresh.length, rest.length]).toEqual([1, 199]);
    for (const { status, body, response } of answers) {
      if (status !== 409) continue;
      expect(body.code).toBe('site_contact_idempotency_in_progress');
      expect(response.headers.get('Retry-After')).toBe(
        String((body.data as { retry_after: number }).retry_after),
      );
    }
    expect(mails() - before).toBe(1);
  });

  test('of 200 POSTs at once with one token one is delivered', async () => {
    const before = mails();
    const fields = { submit_token: await token() };
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) => post({ ...fields, message: `Message ${index}` })),
    );
    const codes = new Set(answers.map(({ status, body }) => (status === 200 ? 'sent' : body.code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      [...codes].every((code) =>
        ['sent', 'site_contact_token_in_use', 'site_contact_token_invalid'].includes(String(code)),
      ),
    ).toBe(true);
    expect(mails() - before).toBe(1);
  });

  test('a client that hangs up does not stop its message', async () => {
    const before = mails();
    const body = JSON.stringify({ ...validMessage, submit_token: await token() });
    const request = httpRequest(app.endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    });
    request.on('error', () => {});
    request.end(body, () => setTimeout(() => request.destroy(), 2));
    await expect.poll(() => mails() - before).toBe(1);
  });
});
