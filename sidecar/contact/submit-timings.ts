/** Milliseconds. */
export const defaultTimings = {
  /** Max wait of a client for the outcome; less than nginx's read timeout. */
  answer: 15_000,
  /** With a mailer that recognizes a repeated mail: one try < all tries < the lease of an attempt. */
  oneTry: 6_000,
  allTries: 13_000,
  lease: 30_000,
  /** Before a retry of a try or of a step of the store. */
  pause: 400,
  /**
   * With a mailer that doesn't: the lease for connecting, greeting, sign-in and envelope. A mail that is not handed over
   * by then may be sent by another attempt, and this one sends nothing.
   */
  handoverWait: 120_000,
  /**
   * The lease from then on: ten minutes in which a server may accept a mail (RFC 5321, 4.5.3.2.6), and half a minute for
   * data on the wire when the mailer gives up.
   */
  acceptanceWait: 630_000,
};

export type SubmitTimings = Readonly<typeof defaultTimings>;
