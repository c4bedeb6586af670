/** An integer beyond what a number holds, with the digits that the client wrote; `JSON.stringify` writes them again. */
export interface ExactId {
  readonly rawJSON: string;
}

/** `JSON` with the proposal "JSON.parse source text access", which TypeScript does not declare yet. */
interface SourceJson {
  parse(
    text: string,
    revive: (this: object, key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON(text: string): ExactId;
  isRawJSON(value: unknown): value is ExactId;
}
const sourceJson = JSON as unknown as SourceJson;

export const isExactId = (value: unknown): value is ExactId => sourceJson.isRawJSON(value);

/** Parses JSON-RPC messages, whose ids keep all their digits. @throws SyntaxError */
export function parseMessages(text: string): unknown {
  // A reviver is slow, and such ids are rare.
  if (!/"id"\s*:\s*-?\d{16}/.test(text)) return JSON.parse(text);
  return sourceJson.parse(text, function revive(key, value, { source = '' }) {
    const isLong = key === 'id' && typeof value === 'number' && !Number.isSafeInteger(value);
    return isLong && 'jsonrpc' in this && /^-?\d+$/.test(source) ? sourceJson.rawJSON(source) : value;
  });
}
