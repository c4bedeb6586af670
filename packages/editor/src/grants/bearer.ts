import type { Request } from 'express';
import type { Author } from '../saves/git.ts';

/**
 * `read`: sources and drafts; `draft`: proposals and their media; `create`: Micropub, which publishes; `profile`: whose
 * site it is, and nothing else. A resource has some of them: a client of `/mcp` never gets `create`.
 */
export type Scope = 'read' | 'draft' | 'create' | 'profile';

/** What can be asked for by its path, and the scopes that it knows. Each token is for one of them (RFC 8707). */
export const resources: Readonly<Record<ResourcePath, readonly Scope[]>> = {
  '/mcp': ['read', 'draft'],
  '/edit/micropub': ['read', 'create', 'profile'],
};

export type ResourcePath = '/mcp' | '/edit/micropub';

/** A software that writes for an author, and how it was named when the author let it in. */
export interface GrantedClient {
  /** The URL of its metadata document, or the name that registration gave it. */
  readonly id: string;
  /** What it calls itself, which nobody verified. */
  readonly name: string;
  /** The host that its metadata document is on; empty for a client that registered itself. */
  readonly host: string;
}

/** A valid token. */
export interface Granted {
  readonly kind: 'granted';
  readonly grantId: string;
  readonly client: GrantedClient;
  readonly author: Author;
  readonly scopes: ReadonlySet<Scope>;
}

/** Send the status, and `WWW-Authenticate` with the challenge, which names where a client finds the sign-in. */
export interface Refusal {
  readonly kind: 'refused';
  readonly status: 401 | 403;
  readonly challenge: string;
  readonly error: 'unauthorized' | 'invalid_token' | 'insufficient_scope';
  readonly description: string;
}

export interface Bearer {
  /** @param scopes of which the request needs one; without any, each valid token will do */
  readonly authenticate: (
    request: Pick<Request, 'get'>,
    resource: ResourcePath,
    ...scopes: readonly Scope[]
  ) => Promise<Granted | Refusal>;
}

/** A token as it was issued. */
export interface FoundToken extends Omit<Granted, 'kind'> {
  /** Absolute URL of the resource that it is for. */
  readonly audience: string;
}

/**
 * @param origin of the editor: `https://edit.example.org`
 * @param find null for a token that was not issued, has expired or was ended
 */
export function createBearer(origin: string, find: (token: string) => Promise<FoundToken | null>): Bearer {
  return {
    authenticate: async (request, resource, ...scopes) => {
      const refuse = (status: 401 | 403, error: Refusal['error'], description: string): Refusal => {
        const parts = [
          // Who sent no token gets no error code (RFC 6750, 3.1).
          ...(error === 'unauthorized' ? [] : [`error="${error}"`, `error_description="${description}"`]),
          `resource_metadata="${origin}${metadataPath(resource)}"`,
          // Who signs in may ask for all; who lacks a scope needs one more.
          `scope="${(status === 403 ? scopes.slice(0, 1) : resources[resource]).join(' ')}"`,
        ];
        return { kind: 'refused', status, challenge: `Bearer ${parts.join(', ')}`, error, description };
      };
      const token = /^bearer +(\S+)$/i.exec(request.get('Authorization') ?? '')?.[1];
      if (token === undefined) return refuse(401, 'unauthorized', 'Sign in first.');
      const found = await find(token);
      if (!found || found.audience !== `${origin}${resource}`)
        return refuse(401, 'invalid_token', 'The token is not valid here.');
      if (scopes.length > 0 && !scopes.some((scope) => found.scopes.has(scope)))
        return refuse(403, 'insufficient_scope', `The token lacks the scope ${scopes.join(' or ')}.`);
      const { audience: _, ...granted } = found;
      return { kind: 'granted', ...granted };
    },
  };
}

/** Where the metadata of a resource is (RFC 9728). */
export const metadataPath = (resource: ResourcePath) => `/.well-known/oauth-protected-resource${resource}`;
