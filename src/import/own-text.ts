/**
 * A copy of a string with its own memory: a slice keeps the whole string alive.
 */
export const ownText = (text: string): string => Buffer.from(text).toString();
