/** Milliseconds. */
export interface SubmitTimings {
  /** How long a caller waits for the outcome, at most; below nginx's read timeout. */
  readonly answer: number;
  /** With a mailer that recognises a repeated mail: one try < all tries < the lease of an attempt. */
  readonly oneTry: number;
  readonly allTries: number;
  readonly lease: number;
  /** Before a repetition, of a try or of a step of the store. */
  readonly pause: number;
  /**
   * With a mailer that does not: the lease until the mail is handed over, for connecting, the greeting, the sign-in
   * and the envelope. What is not handed over by then may be sent by another attempt, and this one sends nothing.
   */
  readonly handoverWait: number;
  /**
   * The lease from then on: the ten minutes that a server may take to accept a mail (RFC 5321, 4.5.3.2.6), and half a
   * minute for what is still on the wire when the mailer gives up.
   */
  readonly acceptanceWait: number;
}

export const defaultTimings: SubmitTimings = {
  answer: 15_000,
  oneTry: 6_000,
  allTries: 13_000,
  lease: 30_000,
  pause: 400,
  handoverWait: 120_000,
  acceptanceWait: 630_000,
};
