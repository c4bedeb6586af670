/** Reports that N of M things are done. */
export type ReportProgress = (done: number, total: number, what: string) => void;
