import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { metadataPath, type ResourcePath } from '../../src/grants/bearer.ts';
import { startEditServer, zoe } from './edit-server.ts';
import {
  allow,
  authorizeUrl,
  begin,
  callback,
  documentOf,
  exchange,
  getCode,
  getTokens,
  notes,
  type OAuthHost,
  openBrowser,
  password,
  refresh,
  startOAuthHost,
} from './oauth-client.ts';

let edit: OAuthHost;
beforeAll(async () => {
  edit = await startOAuthHost();
});
afterAll(() => edit.close());
afterEach(() => {
  vi.useRealTimers();
  for (const address of Object.keys(edit.documents)) if (address !== notes) delete edit.documents[address];
  edit.documents[notes] = documentOf();
});

/** What a resource says of a token. */
const use = async (token: string, path: ResourcePath = '/mcp') => {
  const request = { get: () => `Bearer ${token}` };
  const found = await edit.bearer?.authenticate(request as never, path);
  return found?.kind === 'granted' ? [...found.scopes].join(' ') : found?.error;
};
const post = (path: string, fields: Readonly<Record<string, string>>) =>
  fetch(`${edit.url}/edit/oauth/${path}`, { method: 'POST', body: new URLSearchParams(fields) });
const json = { 'Content-Type': 'application/json' };
let count = 0;
/** A client that no test has used. */
const newClient = () => `https://client-${++count}.example.net/client.json`;

describe('a client', () => {
  it('finds the server, asks, and gets what the author allowed', async () => {
    const resource = await fetch(`${edit.url}${metadataPath('/mcp')}`);
    expect(await resource.json()).toMatchObject({
      resource: `${edit.url}/mcp`,
      authorization_servers: [edit.url],
    });
    expect(resource.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const server = await fetch(`${edit.url}/.well-known/oauth-authorization-server`);
    expect(await server.json()).toMatchObject({
      ...{ issuer: edit.url, code_challenge_methods_supported: ['S256'], response_types_supported: ['code'] },
      ...{
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
      },
      scopes_supported: ['read', 'draft', 'create', 'profile'],
    });
    const browser = openBrowser();
    const { consent } = await begin(edit, browser);
    const page = await browser.ask(consent ?? '');
    expect(page.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    const text = await page.text();
    expect(text).toContain('<h1>notes.example.net asks for access</h1>');
    expect(text.match(/<li>.*?<\/li>/g)).toEqual([
      '<li>read your documents and drafts</li>',
      '<li>prepare changes, which only you can publish</li>',
    ]);
    const back = new URL(await allow(edit, browser, consent ?? ''));
    expect([back.searchParams.get('state'), back.searchParams.get('iss')]).toEqual(['a state', edit.url]);
    const tokens = await exchange(edit, { code: back.searchParams.get('code') ?? '' });
    expect(tokens).toMatchObject({
      scope: 'read draft',
      me: 'https://notes.example.org/',
      token_type: 'Bearer',
    });
    expect([await use(tokens.access_token), await use(tokens.access_token, '/edit/micropub')]).toEqual([
      'read draft',
      'invalid_token',
    ]);
    const request = { get: () => `Bearer ${tokens.access_token}` };
    expect(await edit.bearer?.authenticate(request as never, '/mcp')).toMatchObject({
      ...{ author: zoe, client: { id: notes, name: 'Notes', host: 'notes.example.net' } },
    });
  });

  it('may be an app on the device, at any port', async () => {
    edit.documents[notes] = documentOf();
    const id = newClient();
    edit.documents[id] = documentOf({ redirect_uris: ['http://127.0.0.1/back'] }, id);
    const redirect_uri = 'http://127.0.0.1:49152/back';
    const browser = openBrowser();
    const { consent } = await begin(edit, browser, { client_id: id, redirect_uri });
    expect(await (await browser.ask(consent ?? '')).text()).toContain(
      'Then you return to: an app on this device',
    );
    expect(await allow(edit, browser, consent ?? '')).toMatch(/^http:\/\/127\.0\.0\.1:49152\/back\?code=/);
  });

  it('may be an IndieAuth client, whose ID is its page, and which may ask for nothing but the address', async () => {
    const id = 'https://app.example.net/';
    edit.documents[id] = { headers: { 'content-type': 'text/html' }, body: '<h1>An app</h1>' };
    const redirect_uri = `${id}auth`;
    const code = await getCode(edit, { client_id: id, redirect_uri, scope: null, resource: null });
    const fields = { grant_type: 'authorization_code', client_id: id, redirect_uri, code };
    const { verifier } = await import('./oauth-client.ts');
    const answer = await post('authorize', { ...fields, code_verifier: verifier });
    expect(await answer.json()).toEqual({ me: 'https://notes.example.org/' });
    const create = { client_id: id, redirect_uri, scope: 'create update media', resource: null };
    const tokens = await exchange(edit, { client_id: id, redirect_uri, code: await getCode(edit, create) });
    expect([tokens.scope, await use(tokens.access_token, '/edit/micropub')]).toEqual(['create', 'create']);
  });

  it('is listed for its author, who ends it on a page or by a command', async () => {
    const [one, two] = [await getTokens(edit), await getTokens(edit)];
    const session = edit.keys.issue('session', zoe);
    const Cookie = `edit-session=${session}`;
    const list = async () => await (await edit.ask('grants', { token: '', headers: { Cookie } })).text();
    const [id = ''] = /(?<=name="id" value=")[^"]+/.exec(await list()) ?? [];
    const end = (headers: Record<string, string>) =>
      edit.ask('grants', {
        ...{ method: 'POST', token: '', body: new URLSearchParams({ id }).toString() },
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      });
    expect((await end({ Cookie, Origin: 'https://evil.example' })).status).toBe(403);
    expect((await end({})).headers.get('Location')).toBe('/edit/sign-in');
    expect(await list()).toContain(id);
    expect((await end({ Cookie })).status).toBe(303);
    expect(await list()).not.toContain(id);
    const used = async () => [await use(one.access_token), await use(two.access_token)];
    expect((await used()).sort()).toEqual(['invalid_token', 'read draft']);
    const command = (...words: string[]) =>
      execFileSync(process.execPath, [join(import.meta.dirname, '../../src/commands/edit.ts'), ...words], {
        ...{ cwd: edit.root, encoding: 'utf8' },
      });
    expect(command('--tokens')).toMatch(/^\S+\tnotes\.example\.net Notes\tzoe@example\.org\tread draft\t/m);
    expect(command('--revoke', 'zoe@example.org')).toMatch(/^\d+ removed/);
    edit.keys.setPassword(password, zoe);
    expect(await used()).toEqual(['invalid_token', 'invalid_token']);
    expect((await refresh(edit, one.refresh_token)).error).toBe('invalid_grant');
  });
});

describe('Micropub', () => {
  const ask = (token: string, init: RequestInit = {}) =>
    fetch(`${edit.url}/edit/micropub?q=config`, { ...init, headers: { Authorization: `Bearer ${token}` } });
  const entry = () => ({ method: 'POST', body: new URLSearchParams({ h: 'entry', content: 'A word' }) });

  it('takes a token for what its author allowed (804 of micropub.rocks)', async () => {
    const resource = `${edit.url}/edit/micropub`;
    const [read, create, profile, agent] = [
      await getTokens(edit, { resource, scope: 'read' }),
      await getTokens(edit, { resource, scope: 'create' }),
      await getTokens(edit, { resource, scope: 'profile' }),
      await getTokens(edit),
    ];
    const statuses = async ({ access_token }: { access_token: string }) => [
      (await ask(access_token)).status,
      (await ask(access_token, entry())).status,
    ];
    expect(await statuses(read)).toEqual([200, 403]);
    expect(await statuses(profile)).toEqual([403, 403]);
    expect(await statuses(agent)).toEqual([401, 401]);
    expect(await statuses(create)).toEqual([200, 201]);
    const answer = await ask(read.access_token, entry());
    expect(await answer.json()).toMatchObject({ error: 'insufficient_scope' });
    expect(answer.headers.get('WWW-Authenticate')).toMatch(/error="insufficient_scope".*scope="create"/);
    const challenge = (await ask('none')).headers.get('WWW-Authenticate');
    expect(challenge).toContain(`resource_metadata="${edit.url}${metadataPath('/edit/micropub')}"`);
    expect(edit.git('log', '-1', '--format=%an %s').trim()).toMatch(/^Zoë Meyer Add content\/posts\//);
  });
});

describe('a request is refused', () => {
  const other = 'https://evil.example/callback';
  it.each([
    ['without PKCE', { code_challenge: null, code_challenge_method: null }, 'invalid_request'],
    ['with a challenge in plain text', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a challenge of another method', { code_challenge_method: 'S512' }, 'invalid_request'],
    ['for a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['for no interaction', { prompt: 'none' }, 'login_required'],
    ['with its parameters in an object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['with its parameters elsewhere', { request_uri: 'https://evil.example/' }, 'request_uri_not_supported'],
    ['for a scope that the resource lacks', { scope: 'create' }, 'invalid_scope'],
    ['for a scope that does not exist', { scope: 'publish admin' }, 'invalid_scope'],
    ['for a resource elsewhere', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
    ['for no resource, and a scope of another', { resource: '', scope: 'draft' }, 'invalid_scope'],
    ['for a path that is none', { resource: 'https://notes.example.net/constructor' }, 'invalid_target'],
  ])('%s', async (_, more, error) => {
    const { location, consent } = await begin(edit, openBrowser(), more);
    const { search, hash } = new URL(location);
    const answer = new URLSearchParams(search || hash.slice(1));
    expect([consent, answer.get('error'), answer.get('iss')]).toEqual([null, error, edit.url]);
  });

  it('for two resources at once', async () => {
    const both = `${authorizeUrl(edit)}&resource=${encodeURIComponent(`${edit.url}/edit/micropub`)}`;
    const { headers } = await fetch(both, { redirect: 'manual' });
    expect(headers.get('Location')).toContain('error=invalid_target');
  });

  it.each([
    ['to another address', { redirect_uri: other }],
    ['to a longer address', { redirect_uri: `${callback}/..` }],
    ['to no address', { redirect_uri: 'javascript:alert(1)' }],
    ['of an ID without a document', { client_id: 'https://nobody.example/' }],
    ['of an ID over plain HTTP', { client_id: 'http://notes.example.net/client.json' }],
    ['of an ID that is no URL', { client_id: 'notes' }],
    ['of an ID with a password in it', { client_id: 'https://notes.example.net@evil.example/c' }],
    ['of an ID with a way up', { client_id: 'https://notes.example.net/a/../client.json' }],
    ['of an ID with a fragment', { client_id: `${notes}#a` }],
  ])('%s, and the browser is sent nowhere', async (_, more) => {
    const { location, status, text } = await begin(edit, openBrowser(), more);
    expect([location, status]).toEqual(['', 400]);
    expect(text).toContain('This app can’t be let in');
    expect(text).not.toContain('<script>');
  });

  const ids = {
    mismatch: newClient(),
    secret: newClient(),
    list: newClient(),
    words: newClient(),
    http: newClient(),
  };
  it.each([
    ['redirects', { status: 302, headers: { location: 'http://169.254.169.254/' } }],
    ['is at a private address', { failure: 'private' as const }],
    ['does not arrive in time', { failure: 'timeout' as const }],
    ['is huge', { ...documentOf(), isCut: true }],
    ['is no JSON', { body: '{"client_id":' }],
    ['is a list', { body: '[]' }],
    ['is about another client', documentOf({}, ids.mismatch)],
    ['has a secret', documentOf({ client_secret: 'a' }, 'same')],
    ['has a method with a secret', documentOf({ token_endpoint_auth_method: 'client_secret_basic' }, 'same')],
    ['names no addresses', documentOf({ redirect_uris: [] }, 'same')],
    [
      'names an address over plain HTTP',
      documentOf({ redirect_uris: ['http://notes.example.net/callback'] }, 'same'),
    ],
    ['names a script', documentOf({ redirect_uris: ['javascript:alert(1)'] }, 'same')],
  ])('whose document %s', async (_, served) => {
    const id = newClient();
    edit.documents[id] = {
      ...served,
      ...('body' in served ? { body: served.body?.replace('"same"', `"${id}"`) } : {}),
    };
    const { consent, status, location } = await begin(edit, openBrowser(), { client_id: id });
    expect([consent, status, location]).toEqual([null, 400, '']);
  });

  it('where the document is at a private address, which nothing connects to', async () => {
    const { openConnections } = await import('agentsite/http');
    const { createDocumentFetch } = await import('../../src/grants/client-documents.ts');
    const real = openConnections({ isPrivateAllowed: false, isAnyCertificateAllowed: false, atATime: 1 });
    const read = createDocumentFetch(real.exchange);
    for (const host of [
      '127.0.0.1',
      '[::1]',
      '10.0.0.1',
      '169.254.169.254',
      '[::ffff:127.0.0.1]',
      '2130706433',
      'localhost',
    ])
      await expect(read(`https://${host}:${new URL(edit.url).port}/`)).rejects.toThrow(/private|loopback/);
    real.close();
  });
});

describe('consent', () => {
  it('is what only its author can give, in the browser that asked', async () => {
    const [mine, theirs] = [openBrowser(), openBrowser()];
    const { consent: first } = await begin(edit, mine);
    const { consent: second } = await begin(edit, theirs);
    const send = (body: object, headers: Record<string, string> = {}, browser = mine, to = first ?? '') =>
      browser.ask(to, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });
    // Another browser, none at all, another request's cookie.
    expect((await send({ password }, {}, openBrowser())).status).toBe(400);
    expect((await send({ password }, {}, theirs)).status).toBe(400);
    const [[, cookie] = []] = [...theirs.jar].filter(([name]) => name === 'edit-consent');
    expect(
      (await send({ password }, { Cookie: `edit-consent=${cookie?.value}` }, openBrowser())).status,
    ).toBe(400);
    // Another site, and what its forms can send.
    for (const Origin of ['https://evil.example', 'null', `${edit.url}.evil.example`])
      expect((await send({ password }, { Origin })).status).toBe(403);
    expect((await send({ password }, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    // Nobody: a wrong password, a session of the editor, no assertion.
    const Cookie = [...mine.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const session = `${Cookie}; edit-session=${edit.keys.issue('session', zoe)}`;
    for (const [body, more] of [
      [{ password: 'wrong password' }, {}],
      [{}, { Cookie: session }],
      [{ response: { id: 'a' } }, {}],
    ] as const)
      expect((await send(body, more)).status).toBe(403);
    expect((await mine.ask(first ?? '')).status).toBe(200);
    // Going on without it only asks again.
    const [[, resume] = []] = [...mine.jar].filter(([name]) => name === 'edit-resume');
    const again = await mine.ask(`${edit.url}${resume?.path}`);
    expect(again.headers.get('Location')).toMatch(/^\/edit\/consent\//);
    expect(second).not.toBe(first);
    expect(await allow(edit, theirs, second ?? '')).toContain('code=');
  });

  it('is asked for each time, and once is enough', async () => {
    const browser = openBrowser();
    const { consent } = await begin(edit, browser);
    expect(await allow(edit, browser, consent ?? '')).toContain('code=');
    const answer = await browser.ask(consent ?? '', {
      ...{ method: 'POST', headers: json, body: JSON.stringify({ password }) },
    });
    expect(answer.status).toBe(400);
    expect((await begin(edit, browser)).consent).not.toBeNull();
  });

  it('may be refused', async () => {
    const browser = openBrowser();
    const { consent } = await begin(edit, browser);
    const denied = await browser.ask(`${consent}/deny`, { method: 'POST', headers: json, body: '{}' });
    const { location } = (await denied.json()) as { location: string };
    const back = (await browser.ask(location)).headers.get('Location') ?? '';
    expect(new URL(back).searchParams.get('error')).toBe('access_denied');
  });

  it('shows the host as it is spelled for the network, and the name as text', async () => {
    const id = 'https://nоtes.example.net/client.json';
    const encoded = 'https://xn--ntes-0kd.example.net/client.json';
    edit.documents[encoded] = documentOf({ client_name: '<script>alert(1)</script>' }, encoded);
    expect((await begin(edit, openBrowser(), { client_id: id })).status).toBe(400);
    const browser = openBrowser();
    const { consent } = await begin(edit, browser, { client_id: encoded });
    const text = await (await browser.ask(consent ?? '')).text();
    expect(text).toContain('<h1>xn--ntes-0kd.example.net asks for access</h1>');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });
});

describe('a code', () => {
  it('needs its verifier, client, address and resource', async () => {
    const id = newClient();
    edit.documents[id] = documentOf({}, id);
    for (const wrong of [
      { code_verifier: 'a'.repeat(43) },
      { code_verifier: '' },
      { client_id: id },
      { redirect_uri: `${callback}?a` },
      { resource: `${edit.url}/edit/micropub` },
      { resource: 'https://evil.example/mcp' },
    ]) {
      const { error } = await exchange(edit, { code: await getCode(edit), ...wrong });
      expect([wrong, error]).toEqual([wrong, expect.stringMatching(/^invalid_(?:grant|request|target)$/)]);
    }
  });

  it('is valid once: a second use ends what the first got', async () => {
    const code = await getCode(edit);
    const tokens = await exchange(edit, { code });
    expect(await use(tokens.access_token)).toBe('read draft');
    expect((await exchange(edit, { code })).error).toBe('invalid_grant');
    expect(await use(tokens.access_token)).toBe('invalid_token');
    expect((await refresh(edit, tokens.refresh_token)).error).toBe('invalid_grant');
  });

  it('is valid once, also for requests at the same moment', async () => {
    const code = await getCode(edit);
    const all = await Promise.all(Array.from({ length: 10 }, () => exchange(edit, { code })));
    const got = all.filter((one) => one.access_token);
    expect(got.length).toBeLessThanOrEqual(1);
    for (const { access_token } of got) expect(await use(access_token)).toBe('invalid_token');
  });

  it('is worth nothing where the document has changed since the consent', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const id = newClient();
    edit.documents[id] = documentOf({}, id);
    const browser = openBrowser();
    const { consent } = await begin(edit, browser, { client_id: id });
    // The document is asked for again after a minute; a code is valid for as long.
    vi.setSystemTime(Date.now() + 40_000);
    const back = await allow(edit, browser, consent ?? '');
    const code = new URL(back).searchParams.get('code') ?? '';
    edit.documents[id] = documentOf({ client_name: 'Your bank' }, id);
    vi.setSystemTime(Date.now() + 25_000);
    expect(edit.asked.get(id)).toBe(1);
    const late = await exchange(edit, { code, client_id: id });
    expect([late.error, edit.asked.get(id)]).toEqual(['invalid_grant', 2]);
  });
});

describe('a refresh token', () => {
  it('is replaced: use of an old one ends the access', async () => {
    const first = await getTokens(edit);
    const second = await refresh(edit, first.refresh_token);
    expect([await use(first.access_token), await use(second.access_token)]).toEqual([
      'read draft',
      'read draft',
    ]);
    expect((await refresh(edit, first.refresh_token)).error).toBe('invalid_grant');
    expect(await use(second.access_token)).toBe('invalid_token');
    expect((await refresh(edit, second.refresh_token)).error).toBe('invalid_grant');
  });

  it('gets no more than the author allowed, and nothing for another client', async () => {
    const tokens = await getTokens(edit, { scope: 'read' });
    const id = newClient();
    edit.documents[id] = documentOf({}, id);
    for (const wrong of [{ scope: 'read draft' }, { client_id: id }])
      expect((await refresh(edit, tokens.refresh_token, wrong)).error).toMatch(/^invalid_/);
    const next = await refresh(edit, tokens.refresh_token);
    expect(next.scope).toBe('read');
    const elsewhere = { resource: `${edit.url}/edit/micropub` };
    expect((await refresh(edit, next.refresh_token, elsewhere)).error).toBe('invalid_target');
  });

  it('is ended by its client, and by no other', async () => {
    const tokens = await getTokens(edit);
    const id = newClient();
    edit.documents[id] = documentOf({}, id);
    await post('revoke', { token: tokens.refresh_token, client_id: id });
    expect(await use(tokens.access_token)).toBe('read draft');
    await post('revoke', { token: tokens.refresh_token, client_id: notes });
    expect(await use(tokens.access_token)).toBe('invalid_token');
  });
});

describe('the server', () => {
  it('stores no code and no token', async () => {
    const code = await getCode(edit);
    const { access_token, refresh_token } = await exchange(edit, { code });
    const stored = ['edit.sqlite', 'edit.sqlite-wal'].map((file) =>
      readFileSync(join(edit.root, '.data', file), 'latin1'),
    );
    for (const secret of [code, access_token, refresh_token]) expect(stored.join('')).not.toContain(secret);
  });

  it('has nothing that was not asked for', async () => {
    for (const path of [
      'edit/oauth/register',
      'request',
      'edit/oauth/me',
      'edit/oauth/session/end',
      '.well-known/openid-configuration',
    ])
      expect([path, (await fetch(`${edit.url}/${path}`, { redirect: 'manual' })).status]).toEqual([
        path,
        path.startsWith('edit/') ? 404 : 302,
      ]);
    const body = JSON.stringify({ redirect_uris: [callback] });
    const registered = await fetch(`${edit.url}/edit/oauth/register`, {
      method: 'POST',
      headers: json,
      body,
    });
    expect(registered.status).toBe(404);
    const { access_token } = await getTokens(edit);
    const inAddress = { get: () => undefined, query: { access_token } };
    expect(await edit.bearer?.authenticate(inAddress as never, '/mcp')).toMatchObject({ status: 401 });
  });

  it('answers browsers of the client’s own origin only', async () => {
    const { refresh_token } = await getTokens(edit);
    const from = async (Origin: string) => {
      const body = new URLSearchParams({ token: refresh_token, client_id: notes });
      const answer = await fetch(`${edit.url}/edit/oauth/revoke`, {
        method: 'POST',
        headers: { Origin },
        body,
      });
      return answer.headers.get('Access-Control-Allow-Origin');
    };
    expect([await from('https://evil.example'), await from('https://notes.example.net')]).toEqual([
      null,
      'https://notes.example.net',
    ]);
  });

  it('is not on the host of the site', async () => {
    const own = await startEditServer({}, undefined, { origin: 'https://notes.example.org' });
    for (const path of ['oauth/authorize', 'oauth/token', 'consent/a', 'grants', 'oauth/register'])
      expect([path, (await own.ask(path)).status]).toEqual([path, 404]);
    for (const path of ['.well-known/oauth-authorization-server', metadataPath('/mcp').slice(1), 'mcp']) {
      const { status, headers } = await fetch(`${own.url}/${path}`, { redirect: 'manual' });
      expect([path, status, headers.get('Location')]).toEqual([path, 302, '/edit/sign-in']);
    }
    const challenged = await own.ask('micropub', { token: '' });
    expect([challenged.status, challenged.headers.get('WWW-Authenticate')]).toEqual([401, null]);
    await own.close();
  });

  it('hears one client three hundred times in fifteen minutes', async () => {
    const statuses = new Set<number>();
    const ask = async () => statuses.add((await fetch(authorizeUrl(edit), { redirect: 'manual' })).status);
    for (let round = 0; round < 31; round++) await Promise.all(Array.from({ length: 10 }, ask));
    expect(statuses).toEqual(new Set([303, 429]));
  });
});
