/** The sender of a queued question. */
export interface Asker {
  /** Name of its queue; see `client-address.ts`. */
  readonly caller: string;
  /** Whether the client is gone: then the question is dropped when its turn comes. */
  readonly hasGone: () => boolean;
}

/** `busy`: the queue is full, or the client is gone. */
export type Asked<Answer> = { readonly busy: true } | { readonly busy: false; readonly answer: Answer };

/** Answers a question after waiting in a fair queue. Rejects only for an error of ours. */
export type Ask<Question, Answer> = (question: Question, asker: Asker) => Promise<Asked<Answer>>;
