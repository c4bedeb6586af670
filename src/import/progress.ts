/** Reports progress: N of M things done. */
export type ReportProgress = (done: number, total: number, what: string) => void;
