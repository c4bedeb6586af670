import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Author } from './git.ts';
import type { Keys, Passkey } from './keys.ts';

export interface PasskeyParts {
  readonly keys: Keys;
  readonly origin: string;
  readonly title: string;
  readonly now: () => number;
}

/** Milliseconds in which a challenge has to be answered. */
const maxAge = 5 * 60_000;

/**
 * Challenges without state, so that requests of strangers push out no others: random bytes and when they
 * expire, signed with a key of the process. One that was answered is remembered until it expires.
 */
function createChallenges(now: () => number) {
  const key = randomBytes(32);
  const answered = new Map<string, number>();
  const sign = (body: Uint8Array) => createHmac('sha256', key).update(body).digest();
  return {
    issue: () => {
      const body = Buffer.concat([randomBytes(16), Buffer.alloc(8)]);
      body.writeDoubleBE(now() + maxAge, 16);
      return new Uint8Array(Buffer.concat([body, sign(body)]));
    },
    /** Is it ours, in time and not answered yet? */
    take: (challenge: string): boolean => {
      const bytes = Buffer.from(challenge, 'base64url');
      const [body, signature] = [bytes.subarray(0, 24), bytes.subarray(24)];
      if (signature.length !== 32 || !timingSafeEqual(signature, sign(body))) return false;
      for (const [old, until] of answered) if (until <= now()) answered.delete(old);
      const until = body.readDoubleBE(16);
      if (until <= now() || answered.has(body.toString('hex'))) return false;
      answered.set(body.toString('hex'), until);
      return true;
    },
  };
}

/** Passkeys for one host, through `@simplewebauthn/server`, which only sites with the editor install. */
export function createPasskeys({ keys, origin, title, now }: PasskeyParts) {
  const rpID = new URL(origin).hostname;
  const challenges = createChallenges(now);
  const library = () => import('@simplewebauthn/server');
  const host = { expectedOrigin: origin, expectedRPID: rpID };
  const expected = { expectedChallenge: challenges.take, ...host, requireUserVerification: true };
  const verify = async (
    answer: unknown,
    expectedChallenge: string | typeof challenges.take,
    isOld = false,
  ): Promise<Author | null> => {
    const response = answer as AuthenticationResponseJSON;
    const known = keys.passkey(String(response?.id));
    if (!known) return null;
    const { id, publicKey, counter: last } = known.passkey;
    const counter = isOld ? 0 : last;
    const credential = { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter };
    const { verifyAuthenticationResponse } = await library();
    const result = await verifyAuthenticationResponse({
      ...{ response, credential, ...expected },
      expectedChallenge,
    });
    if (!result.verified) return null;
    const { newCounter } = result.authenticationInfo;
    if (!isOld) keys.addPasskey({ ...known.passkey, counter: newCounter }, known.author);
    return known.author;
  };
  return {
    signInOptions: async () => {
      const { generateAuthenticationOptions } = await library();
      const challenge = challenges.issue();
      return generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' });
    },
    verifySignIn: (answer: unknown) => verify(answer, challenges.take),
    /**
     * Who signed a digest, which was the challenge; null for another one.
     * @param isOld whether it was verified before, so that its counter says nothing
     */
    verifyApproval: (answer: unknown, digest: string, isOld = false): Promise<Author | null> =>
      verify(answer, Buffer.from(digest, 'hex').toString('base64url'), isOld).catch(() => null),
    enrolOptions: async ({ name, email }: Author) => {
      const { generateRegistrationOptions } = await library();
      const selection = { residentKey: 'required', userVerification: 'required' } as const;
      const user = { userName: email, userDisplayName: name, authenticatorSelection: selection };
      return generateRegistrationOptions({ rpName: title, rpID, challenge: challenges.issue(), ...user });
    },
    verifyEnrolment: async (answer: unknown): Promise<Passkey | null> => {
      const { verifyRegistrationResponse } = await library();
      const response = answer as RegistrationResponseJSON;
      const { verified, registrationInfo } = await verifyRegistrationResponse({ response, ...expected });
      if (!verified || !registrationInfo) return null;
      const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
      return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
    },
  };
}
