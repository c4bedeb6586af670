import { callerNamer, type UnfinishedBodies } from 'agentsite/http';
import type { Site } from 'agentsite/model';
import type { Express, Request, Response } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';
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
  /** Bodies of those who aren't signed in. */
  readonly strangers: UnfinishedBodies;
}

/** Seconds in which attempts are counted. */
const duration = 15 * 60;
/** Challenges, failed passkeys or links, and failed passwords of one client. */
const [maxChallenges, maxFailures] = [200, 10];
/** Failed passwords of all clients together. Passkeys and links can't be guessed, so strangers' don't count. */
const maxPasswords = 200;
/** Bytes of a body. */
const maxBody = 64 * 1024;

/** Answers a request with a passkey or password in its body: with `answer` for the author, or a refusal. */
export type VerifyAuthor = (
  request: Request,
  response: Response,
  answer: (author: Author) => Promise<object>,
) => Promise<void>;

/**
 * Sign-in by passkey or password, and enrolment by a link that is valid once. The answer to success is the cookie of a
 * session.
 * @returns the same check, with the same limits, for what an author confirms
 */
export function addSignIn(app: Express, parts: SignInParts): VerifyAuthor {
  const { site, keys, origin, behindSocket, now } = parts;
  const passkeys = createPasskeys({ keys, origin, title: site.title, now });
  const limiter = (points: number) => new RateLimiterMemory({ points, duration });
  const challengesOfClient = limiter(maxChallenges);
  const [keysOfClient, passwordsOfClient] = [limiter(maxFailures), limiter(maxFailures)];
  const passwordsOfAll = limiter(maxPasswords);
  const callerOf = callerNamer(behindSocket);

  app.get('/sign-in', (request, response) => {
    // Signing out leads here.
    keys.spend('session', readSessionCookie(request));
    response.clearCookie(sessionCookie).type('html').send(renderSignInPage(site, 'sign-in'));
  });
  app.get('/enrol', (_, response) => {
    response.type('html').send(renderSignInPage(site, 'enrol'));
  });
  app.post('/sign-in/options', async (request, response) => {
    const isHeard = await challengesOfClient.consume(callerOf(request)).catch(() => null);
    if (isHeard) response.json(await passkeys.signInOptions());
    else refuse(response.set('Retry-After', String(duration)), 429, 'limited');
  });
  const verify: VerifyAuthor = (request, response, answer) =>
    attempt(
      request,
      response,
      async ({ password, response: assertion }) => {
        if (typeof password === 'string') return keys.authorOfPassword(password);
        return passkeys.verifySignIn(assertion);
      },
      answer,
    );
  app.post('/sign-in', (request, response) =>
    verify(request, response, async (author) => signIn(response, author)),
  );
  app.post('/enrol/options', (request, response) =>
    attempt(request, response, async ({ code }) => authorOfCode(code), passkeys.enrolOptions),
  );
  app.post('/enrol', (request, response) =>
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
    const body = await parts.strangers.collect(request, maxBody);
    const fields = body.kind === 'complete' ? readFields(body.bytes) : {};
    const isPassword = 'password' in fields && !('code' in fields);
    const caller = callerOf(request);
    const limits = isPassword
      ? [[passwordsOfClient, caller, maxFailures] as const, [passwordsOfAll, '', maxPasswords] as const]
      : [[keysOfClient, caller, maxFailures] as const];
    const used = await Promise.all(limits.map(([counter, name]) => counter.get(name)));
    const full = used.find((one, index) => (one?.consumedPoints ?? 0) >= (limits[index]?.[2] ?? 0));
    if (full) {
      response.set('Retry-After', String(Math.ceil(full.msBeforeNext / 1000)));
      return refuse(response, 429, 'limited');
    }
    const author = await check(fields).catch(() => null);
    if (author) return void response.json(await answer(author));
    await Promise.allSettled(limits.map(([counter, name]) => counter.consume(name)));
    refuse(response, 403, 'failed');
  }

  /** The session is in a cookie that no script can read. */
  async function signIn(response: Response, author: Author): Promise<object> {
    const secure = origin.startsWith('https:');
    const cookie = { httpOnly: true, sameSite: 'strict', secure, path: '/' } as const;
    response.cookie(sessionCookie, keys.issue('session', author), cookie);
    return {};
  }
  return verify;
}

function readFields(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(bytes.toString()) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}

const sessionCookie = 'edit-session';

/** The session of a browser; empty without one. */
export function readSessionCookie(request: Request): string {
  return new RegExp(`(?:^|; )${sessionCookie}=([\\w-]+)`).exec(request.get('Cookie') ?? '')?.[1] ?? '';
}
