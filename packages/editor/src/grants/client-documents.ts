import type { openConnections } from 'agentsite/http';

/** Asks for a document, redirects not followed; reaches public addresses only. */
export type AskForDocument = ReturnType<typeof openConnections>['exchange'];

/** Of a client's document, and of the keys that it may name. */
const bounds = { milliseconds: 5_000, bytes: 64 * 1024 };

/** What is read of a client's document. The library refuses one with a secret, so that is passed on. */
const fields = [
  ...['client_id', 'client_name', 'client_uri', 'redirect_uris', 'client_secret', 'client_secret_expires_at'],
  ...['token_endpoint_auth_method', 'token_endpoint_auth_signing_alg', 'jwks', 'jwks_uri'],
];

/** What all clients are: they get a code, and may refresh. Native ones may listen on any port of loopback. */
export const clientDefaults = {
  application_type: 'native',
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  id_token_signed_response_alg: 'ES256',
} as const;

/**
 * Gets the document at a client's ID: the JSON of client-ID metadata documents, or the web page of an IndieAuth client,
 * which is described as one.
 * @throws Error for an answer that isn't whole: it is large, slow, or at a private address
 */
export function createDocumentFetch(ask: AskForDocument): (url: string | URL) => Promise<Response> {
  return async (url) => {
    const headers = { Accept: 'application/json, text/html;q=0.5', 'User-Agent': 'Agentsite' };
    const { answer, failure } = await ask({ url: String(url), method: 'GET', headers }, bounds);
    if (!answer) throw new Error(failure.message);
    if (answer.isCut) throw new Error(`the document is larger than ${bounds.bytes / 1024} KB`);
    const { status, headers: given, body } = answer;
    const [kept = ''] = [given['cache-control']];
    const init = { status, headers: { 'Content-Type': 'application/json', 'Cache-Control': kept } };
    if (status !== 200) return new Response(null, init);
    const isPage = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(given['content-type'] ?? '');
    const document = isPage ? describePage(String(url), body.toString()) : describeDocument(body.toString());
    return new Response(document, init);
  };
}

function describeDocument(text: string): string {
  const document = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
  // Keys of a client are read as they are; the library says what is wrong with other values.
  if (typeof document !== 'object' || document === null || Array.isArray(document.keys)) return text;
  const known = Object.entries(document).filter(([name]) => fields.includes(name));
  return JSON.stringify({ ...clientDefaults, ...Object.fromEntries(known) });
}

/** An IndieAuth client's page may name addresses on other hosts (`rel="redirect_uri"`); its own it needn't. */
function describePage(url: string, html: string): string {
  const named = Array.from(html.matchAll(/<link\b[^>]*>/gi), ([tag]) => tag)
    .filter((tag) => /\brel\s*=\s*["']?redirect_uri\b/i.test(tag))
    .map((tag) => /\bhref\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1])
    .flatMap((href) => (href === undefined ? [] : (URL.parse(href, url)?.href ?? [])));
  return JSON.stringify({ ...clientDefaults, client_id: url, redirect_uris: [url, ...named], is_page: true });
}

const loopback = /^(?:127\.0\.0\.1|\[::1\]|localhost)$/;

/**
 * May a code be sent there? To an address that the client names, byte for byte; on loopback, at any port. A page's own
 * origin needn't be named.
 * @param page the client's ID where that is a page
 */
export function isRedirectAllowed(address: string, named: readonly string[], page: string | null): boolean {
  const url = URL.parse(address);
  if (!url || url.username || url.password || address.includes('#')) return false;
  const isLoopback = loopback.test(url.hostname);
  // Browsers and the server read odd spellings alike only where there are none.
  if (/[\s\\]/.test(address) || (url.protocol === 'http:' && !isLoopback)) return false;
  if (named.includes(address)) return true;
  if (url.protocol === 'http:')
    return named.some(
      (one) => URL.parse(one)?.protocol === 'http:' && withoutPort(one) === withoutPort(address),
    );
  return page !== null && url.protocol === 'https:' && url.origin === new URL(page).origin;
}

function withoutPort(address: string): string {
  const url = new URL(address);
  url.port = '';
  return url.href;
}
