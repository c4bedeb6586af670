import { describe, expect, it } from 'vitest';
import { ask, askJson } from './http-client.ts';
import { rootFolder } from './site-pages.ts';

/**
 * Spec: "GET and POST /wp-json/site/v1/contact", as far as it can be seen without sending anything: a suite that
 * runs against any site must not fill its owner's inbox.
 */
const endpoint = '/wp-json/site/v1/contact';
const message = {
  name: 'Contract suite',
  email: 'suite@example.org',
  message: 'This must never be delivered.',
};

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly data: { readonly status: number; readonly params?: Record<string, string> };
}

function post(body: unknown, headers: Record<string, string> = {}) {
  return askJson<Refusal>(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

it('GET gives the schema, the limits and a fresh token each time, and is never cached', async () => {
  const first = await askJson<{ submit_token: string; expires_in: number }>(endpoint);
  const second = await askJson<{ submit_token: string }>(endpoint);
  expect(first.status).toBe(200);
  expect(first.headers.get('cache-control')).toContain('no-store');
  expect(first.headers.get('access-control-allow-origin')).toBeNull();
  expect(first.json.submit_token).not.toBe(second.json.submit_token);
  expect(first.json.expires_in).toBe(900);
  expect(first.text).toContain('"maxLength":5000');
});

describe('POST refuses', () => {
  it('a message without a token with 401', async () => {
    const { status, headers, json } = await post(message);
    expect(status).toBe(401);
    expect(json.code).toBe('site_contact_token_missing');
    expect(headers.get('www-authenticate')).toBeNull();
  });

  it('a token that no one issued with 401', async () => {
    const { status, json } = await post({ ...message, submit_token: 'made-up' });
    expect([status, json.code]).toEqual([401, 'site_contact_token_invalid']);
  });

  it.each([
    ['an empty object', {}, ['name', 'email', 'message']],
    ['an address without a host', { ...message, email: 'nobody' }, ['email']],
    ['a name of 101 characters', { ...message, name: 'x'.repeat(101) }, ['name']],
    ['a subject of 201 characters', { ...message, subject: 'x'.repeat(201) }, ['subject']],
    ['a message of 5001 characters', { ...message, message: 'x'.repeat(5001) }, ['message']],
    ['an agent of 81 characters', { ...message, agent: 'x'.repeat(81) }, ['agent']],
    ['a field that is not in the schema', { ...message, bcc: 'x@example.org' }, ['bcc']],
  ])('%s with 422, naming the parameters', async (_, body, params) => {
    const { json: document } = await askJson<{ submit_token: string }>(endpoint);
    const { status, json } = await post({ ...body, submit_token: document.submit_token });
    expect([status, json.code]).toEqual([422, 'site_contact_invalid']);
    expect(Object.keys(json.data.params ?? {}).sort()).toEqual(params.toSorted());
  });

  it.each(['short', 'x'.repeat(256), 'with a space in it'])(
    'the Idempotency-Key "%s" with an Error object',
    async (key) => {
      const { json: document } = await askJson<{ submit_token: string }>(endpoint);
      const { status, json } = await post(
        { ...message, submit_token: document.submit_token },
        { 'Idempotency-Key': key },
      );
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(500);
      expect(json.data.status).toBe(status);
    },
  );

  it('a body that is not JSON with 400, another type with 415, and one over 64 KiB with 413', async () => {
    expect((await post('{ not json')).json).toMatchObject({
      code: 'rest_invalid_json',
      data: { status: 400 },
    });
    const typed = await askJson<Refusal>(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: 'x',
    });
    expect([typed.status, typed.json.data.status]).toEqual([415, 415]);
    const large = await ask(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...message, message: 'x'.repeat(70_000) }),
    });
    expect(large.status).toBe(413);
  });
});

it('the page of the form is there for people, and is not cached', async () => {
  const { status, headers, text } = await ask(`${await rootFolder()}/contact/`);
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toContain('no-store');
  expect(text).toMatch(/<form[^>]*method="post"/);
});
