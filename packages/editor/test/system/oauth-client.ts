import { hash, randomBytes } from 'node:crypto';
import type { AskForDocument } from '../../src/grants/client-documents.ts';
import { startEditServer, type TestServer, zoe } from './edit-server.ts';

/** A client of the editor's authorization server, which also does what a client must not. */

export const password = 'correct horse battery';
export const notes = 'https://notes.example.net/client.json';
export const callback = 'https://notes.example.net/callback';

/** Documents of clients by their address; a test changes them. */
export type Documents = Record<string, Served>;
interface Served {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isCut?: boolean;
  /** Instead of an answer. */
  readonly failure?: 'private' | 'timeout';
}

export const documentOf = (more: object = {}, id = notes): Served => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ client_id: id, client_name: 'Notes', redirect_uris: [callback], ...more }),
});

export interface OAuthHost extends TestServer {
  readonly documents: Documents;
  /** Addresses that were asked for, with how often. */
  readonly asked: Map<string, number>;
}

export async function startOAuthHost(files: Readonly<Record<string, string>> = {}): Promise<OAuthHost> {
  const documents: Documents = { [notes]: documentOf() };
  const asked = new Map<string, number>();
  const ask: AskForDocument = async ({ url }) => {
    asked.set(url, (asked.get(url) ?? 0) + 1);
    const {
      failure,
      status = 200,
      headers = {},
      body = '',
      isCut = false,
    } = documents[url] ?? { status: 404 };
    if (failure)
      return { certificate: null, answer: null, failure: { kind: failure, message: `${failure} address` } };
    const read = { body: Buffer.from(body), wireBytes: body.length, isCut };
    return { certificate: null, failure: null, answer: { status, headers, cookies: [], ...read } };
  };
  const edit = await startEditServer(files, undefined, { ask });
  edit.keys.setPassword(password, zoe);
  return { ...edit, documents, asked };
}

/** A browser: keeps cookies with their paths, and follows no redirect by itself. */
export function openBrowser() {
  const jar = new Map<string, { value: string; path: string }>();
  return {
    jar,
    ask: async (url: string, init: RequestInit = {}) => {
      const { pathname } = new URL(url);
      const sent = [...jar].filter(([, { path }]) => pathname.startsWith(path));
      const Cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
      const response = await fetch(url, {
        ...init,
        redirect: 'manual',
        headers: { Cookie, ...init.headers },
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jar.set(name, { value, path: /; path=([^;]+)/i.exec(cookie)?.[1] ?? '/' });
      }
      return response;
    },
  };
}
export type TestBrowser = ReturnType<typeof openBrowser>;

export const verifier = randomBytes(32).toString('base64url');

export function authorizeUrl(edit: TestServer, more: Readonly<Record<string, string | null>> = {}): string {
  const usual: Record<string, string | null> = {
    ...{ response_type: 'code', client_id: notes, redirect_uri: callback, state: 'a state' },
    ...{ code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' },
    ...{ scope: 'read draft', resource: `${edit.url}/mcp` },
  };
  const given = Object.entries({ ...usual, ...more }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  return `${edit.url}/edit/oauth/authorize?${new URLSearchParams(given)}`;
}

/** Begins a request. @returns the address of the consent page, or null with what was answered instead */
export async function begin(
  edit: TestServer,
  browser: TestBrowser,
  more?: Readonly<Record<string, string | null>>,
) {
  const response = await browser.ask(authorizeUrl(edit, more));
  const location = response.headers.get('Location') ?? '';
  const consent = location.startsWith('/edit/consent/') ? `${edit.url}${location}` : null;
  return { consent, location, status: response.status, text: consent ? '' : await response.text() };
}

const json = { 'Content-Type': 'application/json' };

/** Allows a request with the password. @returns where the browser is sent then */
export async function allow(edit: TestServer, browser: TestBrowser, consent: string): Promise<string> {
  const init = { method: 'POST', headers: json, body: JSON.stringify({ password }) };
  const { location } = (await (await browser.ask(consent, init)).json()) as { location: string };
  const last = await browser.ask(new URL(location, edit.url).href);
  return last.headers.get('Location') ?? `${last.status} ${await last.text()}`;
}

/** From the request to the code. */
export async function getCode(
  edit: TestServer,
  more?: Readonly<Record<string, string | null>>,
): Promise<string> {
  const browser = openBrowser();
  const { consent, status, text, location } = await begin(edit, browser, more);
  if (!consent) throw new Error(`${status} ${location} ${text}`);
  const back = await allow(edit, browser, consent);
  return new URL(back).searchParams.get('code') ?? back;
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly me: string;
  readonly error?: string;
}

export async function exchange(edit: TestServer, fields: Readonly<Record<string, string>>): Promise<Tokens> {
  const usual = { grant_type: 'authorization_code', client_id: notes };
  const code = { redirect_uri: callback, code_verifier: verifier };
  const all = { ...usual, ...('code' in fields ? code : {}), ...fields };
  const body = new URLSearchParams(all);
  return (await (await fetch(`${edit.url}/edit/oauth/token`, { method: 'POST', body })).json()) as Tokens;
}

export const refresh = (edit: TestServer, token: string, more: Readonly<Record<string, string>> = {}) =>
  exchange(edit, { grant_type: 'refresh_token', refresh_token: token, ...more });

/** From the request to the tokens. */
export async function getTokens(
  edit: TestServer,
  more?: Readonly<Record<string, string | null>>,
): Promise<Tokens> {
  return exchange(edit, { code: await getCode(edit, more) });
}
