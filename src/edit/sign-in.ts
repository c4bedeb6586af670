import express, { type Express, type Request, type Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { callerNamer } from '../../sidecar/http/client-address.ts';
import type { Site } from '../core/model/site.ts';
import type { Author } from './git.ts';
import { refuse } from './host-routes.ts';
import type { Keys } from './keys.ts';
import { createPasskeys } from './passkeys.ts';
import { renderSignInPage } from './sign-in-page.ts';

export interface SignInParts {
  readonly site: Site;
  readonly keys: Keys;
  /** Address of the editor's host: `https://edit.example.org`. */
  readonly origin: string;
  readonly behindSocket: boolean;
  readonly now: () => number;
}

/** Failed attempts in 15 minutes: of one client, and of all. */
const [maxOfClient, maxOfAll, window] = [10, 200, 15 * 60];

/**
 * Sign-in by passkey or password, and enrolment by a link that is valid once. The answer to success is the token of a
 * session, and the same as a cookie, for the pages of the draft build.
 */
export function addSignIn(app: Express, { site, keys, origin, behindSocket, now }: SignInParts): void {
  const passkeys = createPasskeys({ keys, origin, title: site.title, now });
  const ofClient = new RateLimiterMemory({ points: maxOfClient, duration: window });
  const ofAll = new RateLimiterMemory({ points: maxOfAll, duration: window });
  const body = express.json({ limit: '64kb' });

  app.get(['/sign-in', '/enrol'], (_, response) => {
    response.type('html').send(renderSignInPage(site));
  });
  app.post('/sign-in/options', async (_, response) => {
    response.json(await passkeys.signInOptions());
  });
  app.post('/sign-in', body, (request, response) =>
    attempt(request, response, async ({ password, response: answer }) => {
      if (typeof password === 'string') return keys.authorOfPassword(password);
      return passkeys.verifySignIn(answer);
    }),
  );
  app.post('/enrol/options', body, (request, response) =>
    attempt(request, response, async ({ code }) => authorOfCode(code), passkeys.enrolOptions),
  );
  app.post('/enrol', body, (request, response) =>
    attempt(request, response, async ({ code, password, response: answer }) => {
      const author = authorOfCode(code);
      if (!author) return null;
      const passkey = typeof password === 'string' ? null : await passkeys.verifyEnrolment(answer);
      if (typeof password === 'string' ? password.length < 12 : passkey === null) return null;
      if (keys.spend('enrolment', String(code)) === null) return null;
      if (passkey) keys.addPasskey(passkey, author);
      else keys.setPassword(String(password), author);
      return author;
    }),
  );

  const authorOfCode = (code: unknown) =>
    typeof code === 'string' ? keys.authorOf('enrolment', code) : null;

  /** Counts failures: who has failed too often isn't heard. */
  async function attempt(
    request: Request,
    response: Response,
    check: (fields: Readonly<Record<string, unknown>>) => Promise<Author | null>,
    answer: (author: Author) => Promise<object> = async (author) => signIn(response, author),
  ): Promise<void> {
    const caller = callerNamer(behindSocket)(request);
    const [one, all] = await Promise.all([ofClient.get(caller), ofAll.get('all')]);
    if ((one?.consumedPoints ?? 0) >= maxOfClient || (all?.consumedPoints ?? 0) >= maxOfAll) {
      response.set('Retry-After', String(Math.ceil((one?.msBeforeNext ?? all?.msBeforeNext ?? 0) / 1000)));
      return refuse(response, 429, 'limited');
    }
    const author = await check((request.body ?? {}) as Readonly<Record<string, unknown>>).catch(() => null);
    if (author) return void response.json(await answer(author));
    await Promise.allSettled([ofClient.consume(caller), ofAll.consume('all')]);
    refuse(response, 403, 'failed');
  }

  async function signIn(response: Response, author: Author): Promise<object> {
    const token = keys.issue('session', author);
    const secure = origin.startsWith('https:');
    response.cookie(sessionCookie, token, { httpOnly: true, sameSite: 'strict', secure, path: '/' });
    return { token };
  }
}

export const sessionCookie = 'edit-session';
