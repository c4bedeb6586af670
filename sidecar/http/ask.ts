/** Who asks for something that takes its turn: callers take turns, and nothing is done for one who has gone. */
export interface Asker {
  /** One queue each; see `client-address.ts`. */
  readonly caller: string;
  /** Has the client gone? Asked when the turn comes. */
  readonly hasGone: () => boolean;
}

/** `busy`: too much waits already, or the asker has gone. */
export type Asked<Answer> = { readonly busy: true } | { readonly busy: false; readonly answer: Answer };

/** Answers a question when its turn comes. Rejects only for a fault of ours. */
export type Ask<Question, Answer> = (question: Question, asker: Asker) => Promise<Asked<Answer>>;
