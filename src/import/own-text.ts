/**
 * A copy of a text that holds on to no other: what is cut out of a long text keeps the whole of it in memory.
 */
export const ownText = (text: string): string => Buffer.from(text).toString();
