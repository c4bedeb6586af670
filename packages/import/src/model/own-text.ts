/** Copies a string: a slice would keep the whole original in memory. */
export const ownText = (text: string): string => Buffer.from(text).toString();
