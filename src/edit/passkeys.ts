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
/** Open challenges; the oldest are forgotten. */
const maxChallenges = 1_000;

/** Passkeys for one host, through `@simplewebauthn/server`, which only sites with the editor install. */
export function createPasskeys({ keys, origin, title, now }: PasskeyParts) {
  const rpID = new URL(origin).hostname;
  const challenges = new Map<string, number>();
  const library = () => import('@simplewebauthn/server');
  const note = <Options extends { readonly challenge: string }>(options: Options): Options => {
    challenges.set(options.challenge, now() + maxAge);
    const [oldest] = challenges.keys();
    if (challenges.size > maxChallenges && oldest !== undefined) challenges.delete(oldest);
    return options;
  };
  /** Each challenge is good for one answer. */
  const expectedChallenge = (challenge: string) => {
    const until = challenges.get(challenge) ?? 0;
    challenges.delete(challenge);
    return until > now();
  };
  const host = { expectedOrigin: origin, expectedRPID: rpID };
  const expected = { expectedChallenge, ...host, requireUserVerification: true };
  return {
    signInOptions: async () => {
      const { generateAuthenticationOptions } = await library();
      return note(await generateAuthenticationOptions({ rpID, userVerification: 'required' }));
    },
    verifySignIn: async (answer: unknown): Promise<Author | null> => {
      const response = answer as AuthenticationResponseJSON;
      const known = keys.passkey(String(response?.id));
      if (!known) return null;
      const { id, publicKey, counter } = known.passkey;
      const credential = { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter };
      const { verifyAuthenticationResponse } = await library();
      const result = await verifyAuthenticationResponse({ response, credential, ...expected });
      if (!result.verified) return null;
      keys.addPasskey({ ...known.passkey, counter: result.authenticationInfo.newCounter }, known.author);
      return known.author;
    },
    enrolOptions: async ({ name, email }: Author) => {
      const { generateRegistrationOptions } = await library();
      const selection = { residentKey: 'required', userVerification: 'required' } as const;
      const user = { userName: email, userDisplayName: name, authenticatorSelection: selection };
      return note(await generateRegistrationOptions({ rpName: title, rpID, ...user }));
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
