/** Told of what was done, of how much, and what it is. */
export type TellProgress = (done: number, total: number, what: string) => void;
