import { generateKeyPairSync, hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Provider, { type Client, errors, interactionPolicy } from 'oidc-provider';
import type { Author } from '../saves/git.ts';
import { type ResourcePath, resources } from './bearer.ts';
import {
  type AskForDocument,
  clientDefaults,
  createDocumentFetch,
  isRedirectAllowed,
} from './client-documents.ts';
import type { GrantStore } from './grant-store.ts';

export interface OAuthParts {
  /** Address of the editor's host, which is the issuer. */
  readonly origin: string;
  /** Of the site: who its author is, for IndieAuth. */
  readonly me: string;
  readonly store: GrantStore;
  readonly ask: AskForDocument;
  /** May clients register themselves? */
  readonly hasRegistration: boolean;
  /** A page that says why there is no answer. */
  readonly renderError: (error: string) => string;
}

const allScopes = [...new Set(Object.values(resources).flat())];
const [minute, day] = [60, 24 * 60 * 60];
export const oauthFolder = '/edit/oauth';
export const discoveryPath = '/.well-known/oauth-authorization-server';
export const routes = {
  ...{
    authorization: `${oauthFolder}/authorize`,
    token: `${oauthFolder}/token`,
    jwks: `${oauthFolder}/keys`,
  },
  ...{ revocation: `${oauthFolder}/revoke`, registration: `${oauthFolder}/register` },
};
export const consentPath = '/edit/consent';

/** The name of an author for clients, which is no address. */
export const accountOf = ({ email }: Author) => hash('sha256', email, 'base64url');

/** Digest of what a consent is for: a client whose document says something else at the exchange gets nothing. */
export function digestClient(client: Client): string {
  const { redirectUris, clientName, tokenEndpointAuthMethod, jwks, jwksUri } = client;
  return hash('sha256', JSON.stringify([redirectUris, clientName, tokenEndpointAuthMethod, jwks, jwksUri]));
}

/** The authorization server: OAuth 2.1 and IndieAuth, by `oidc-provider`. Each request is for one resource. */
export function createOAuthServer(parts: OAuthParts): Provider {
  const { origin, store } = parts;
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const scopesOf = (resource: string) =>
    resource.startsWith(origin) ? resources[resource.slice(origin.length) as ResourcePath] : undefined;
  const provider = new Provider(origin, {
    adapter: (model) => store.adapter(model),
    // Clients ask for scopes of resources; ID tokens are not issued, but the library wants a key.
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' } as never] },
    scopes: [...allScopes],
    claims: {},
    responseTypes: ['code'],
    clientDefaults: {
      ...clientDefaults,
      grant_types: [...clientDefaults.grant_types],
      response_types: ['code'],
    },
    clientAuthMethods: [
      ...(['none', 'private_key_jwt'] as const),
      ...(parts.hasRegistration ? (['client_secret_basic', 'client_secret_post'] as const) : []),
    ],
    extraClientMetadata: { properties: ['is_page'] },
    routes,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    revokeGrantPolicy: () => true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: () => false,
    ttl: {
      ...{ AccessToken: 60 * minute, AuthorizationCode: minute, RefreshToken: 90 * day, IdToken: minute },
      ...{ Interaction: 10 * minute, Session: 10 * minute, Grant: 3650 * day },
    },
    cookies: {
      names: { session: 'edit-oauth', interaction: 'edit-consent', resume: 'edit-resume' },
      long: { httpOnly: true, sameSite: 'lax', path: oauthFolder },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    interactions: { policy: everyTime(), url: (_, { uid }) => `${consentPath}/${uid}` },
    // A consent is for one request: none is reused.
    loadExistingGrant: async (ctx) => {
      const id = ctx.oidc.result?.consent?.grantId;
      return id ? ctx.oidc.provider.Grant.find(id) : undefined;
    },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    clientBasedCORS: (_, from, client) =>
      client.redirectUris?.some((uri) => URL.parse(uri)?.origin === from) ?? false,
    fetch: createDocumentFetch(parts.ask) as never,
    renderError: (ctx, out) => {
      ctx.type = 'html';
      ctx.body = parts.renderError(out.error_description ?? out.error);
    },
    features: {
      ...{ devInteractions: { enabled: false }, userinfo: { enabled: false } },
      ...{ rpInitiatedLogout: { enabled: false } },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      // Resources check no proofs, so no token is bound to a key.
      ...{ dPoP: { enabled: false }, pushedAuthorizationRequests: { enabled: false } },
      registration: { enabled: parts.hasRegistration, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: {
        ...{ enabled: true, ack: 'draft-02', cacheDuration: { min: minute, max: 60 * minute } },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => `${origin}/edit/micropub`,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, resource, client) => {
          const scopes = scopesOf(resource);
          if (!scopes) throw new errors.InvalidTarget(`this server has no resource ${resource}`);
          if (Array.isArray(ctx.oidc.params?.resource))
            throw new errors.InvalidTarget('one resource at a time');
          const { Grant: grant, AuthorizationCode: code } = ctx.oidc.entities;
          if (grant && code && store.find(grant.jti)?.digest !== digestClient(client))
            throw new errors.InvalidGrant("the client's document has changed since the consent");
          const scope = scopes.join(' ');
          const { route, requestParamScopes } = ctx.oidc;
          if (route === 'authorization' && !scopes.some((one) => requestParamScopes.has(one)))
            throw new errors.InvalidScope(
              `${resource} has the scopes ${scope}`,
              [...requestParamScopes].join(' '),
            );
          return { scope, audience: resource, accessTokenFormat: 'opaque' };
        },
      },
    },
  });
  provider.proxy = true;
  provider.Client.prototype.redirectUriAllowed = function (this: Client, uri: string) {
    return isRedirectAllowed(uri, this.redirectUris ?? [], this.is_page === true ? this.clientId : null);
  };
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path === discoveryPath && ctx.body) Object.assign(ctx.body as object, described(parts));
    if (ctx.path !== routes.token || ctx.status !== 200) return;
    // IndieAuth: whose token it is, or, at the other endpoint, who signed in, without a token.
    if (!profiles.has(ctx.req)) return void Object.assign(ctx.body as object, { me: parts.me });
    ctx.body = { me: parts.me };
    store.end(ctx.oidc.entities.Grant?.jti ?? '');
  });
  // The browser is signed in for one request only.
  provider.on('authorization.success', ({ oidc }) => oidc.session?.destroy());
  provider.on('server_error', (_, error) => console.error(error));
  return provider;
}

/** Requests that exchange a code for the address of the site only. */
const profiles = new WeakSet<IncomingMessage>();

/** IndieAuth: a code that is sent to the authorization endpoint gets no token. @returns the address that answers it */
export function asProfile(request: IncomingMessage): string {
  profiles.add(request);
  return routes.token;
}

/** Asks for sign-in and consent with each request, whatever the browser has seen before. */
function everyTime() {
  const { Prompt, Check } = interactionPolicy;
  const unless = (name: 'login' | 'consent') =>
    new Prompt(
      { name, requestable: true },
      new Check(
        'every_time',
        'the author must answer',
        `${name}_required`,
        ({ oidc }) => !oidc.result?.[name],
      ),
    );
  return [unless('login'), unless('consent')];
}

/** Metadata that the library doesn't know, or has for OpenID Connect. */
const described = ({ origin }: OAuthParts) => ({
  scopes_supported: allScopes,
  response_modes_supported: ['query', 'fragment'],
  protected_resources: Object.keys(resources).map((path) => `${origin}${path}`),
  ...{ claims_supported: undefined, claim_types_supported: undefined, subject_types_supported: undefined },
  ...{ claims_parameter_supported: undefined, id_token_signing_alg_values_supported: undefined },
});
