/** Told of what was done, of how much, and what it is. */
export type ReportProgress = (done: number, total: number, what: string) => void;
