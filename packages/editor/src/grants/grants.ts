import { callerNamer, openConnections } from 'agentsite/http';
import type { Site } from 'agentsite/model';
import type { Express, Request, RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Author } from '../saves/git.ts';
import type { VerifyAuthor } from '../saves/sign-in.ts';
import {
  type Bearer,
  createBearer,
  metadataPath,
  type ResourcePath,
  resources,
  type Scope,
} from './bearer.ts';
import type { AskForDocument } from './client-documents.ts';
import { addConsent, renderRefusal } from './consent.ts';
import { GrantStore } from './grant-store.ts';
import { addGrantsPage } from './grants-page.ts';
import { asProfile, createOAuthServer, discoveryPath, oauthFolder, routes } from './oauth-server.ts';

export interface GrantParts {
  readonly site: Site;
  readonly origin: string;
  /** Of `edit.sqlite`. */
  readonly folder: string;
  readonly behindSocket: boolean;
  readonly hasRegistration: boolean;
  readonly now: () => number;
  readonly authorOfSession: (request: Request) => Author | null;
  /** Asks for clients' documents; without it, at public addresses only. */
  readonly ask?: AskForDocument;
}

/** What software may do for an author: sign-in of clients, consent, tokens. */
export interface Grants {
  readonly bearer: Bearer;
  /** Answers at the addresses of the authorization server, outside of the editor's app. */
  readonly answer: RequestHandler;
  /** Pages of the editor's app: consent, and the list of clients. */
  readonly addPages: (app: Express, verify: VerifyAuthor) => void;
  readonly close: () => void;
}

/** Requests of one client in fifteen minutes. Each may make the server ask for a document. */
const limit = { points: 300, duration: 15 * 60 };

export function createGrants(parts: GrantParts): Grants {
  const { site, origin } = parts;
  const store = new GrantStore(parts.folder, parts.now);
  const connections = openConnections({ ...rules, atATime: 6 });
  const provider = createOAuthServer({
    ...{ origin, store, me: `${site.url}/`, hasRegistration: parts.hasRegistration },
    ask: parts.ask ?? connections.exchange,
    renderError: (reason) => renderRefusal(site, reason),
  });
  const bearer = createBearer(origin, async (value) => {
    const token = await provider.AccessToken.find(value);
    const grant = token?.grantId ? store.find(token.grantId) : null;
    if (!token || !grant) return null;
    store.touch(grant.id);
    const scopes = new Set(grant.scopes.filter((scope) => token.scopes.has(scope)));
    const { client, author } = grant;
    return { grantId: grant.id, client, author, scopes, audience: String(token.aud) };
  });
  const callback = provider.callback();
  const limiter = new RateLimiterMemory(limit);
  const callerOf = callerNamer(parts.behindSocket);
  const answer: RequestHandler = async (request, response, next) => {
    const described = metadata(origin).get(request.path);
    if (described) {
      response.set({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' });
      return void response.json(described);
    }
    if (request.path === discoveryPath) return callback(request, response);
    if (!request.path.startsWith(`${oauthFolder}/`)) return next();
    const isHeard = await limiter.consume(callerOf(request)).catch(() => null);
    if (!isHeard) return void response.status(429).set('Retry-After', String(limit.duration)).end();
    request.url = complete(request, origin);
    return callback(request, response);
  };
  return {
    bearer,
    answer,
    addPages: (app, verify) => {
      addConsent(app, { site, origin, store, provider, verify });
      addGrantsPage(app, site, store, parts.authorOfSession);
    },
    close: () => {
      connections.close();
      store.close();
    },
  };
}

const rules = { isPrivateAllowed: false, isAnyCertificateAllowed: false };

/** Metadata of each resource (RFC 9728), by its path. */
const metadata = (origin: string) =>
  new Map(
    Object.entries(resources).map(([path, scopes]) => [
      metadataPath(path as ResourcePath),
      {
        resource: `${origin}${path}`,
        authorization_servers: [origin],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
      },
    ]),
  );

/** Who asks for no scope asks who the author is (IndieAuth), or to read. @returns the request's address */
function complete(request: Request, origin: string): string {
  const { method, url, path } = request;
  if (path !== routes.authorization) return url;
  if (method === 'POST') return asProfile(request);
  const query = new URL(url, origin).searchParams;
  if (query.get('resource') === '') query.delete('resource');
  const scope: Scope = query.get('resource')?.endsWith('/mcp') ? 'read' : 'profile';
  if (!query.get('scope')) query.set('scope', scope);
  return `${path}?${query}`;
}
