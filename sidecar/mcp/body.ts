import express, { type Request, type Response } from 'express';
import { type ErrorObject, errorObject } from '../../src/core/model/errors.ts';

/** More than any message needs: the longest argument of a tool has 2000 characters. */
const mostBytes = 256 * 1024;

export type ReadBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: ErrorObject };

const readRaw = express.raw({ type: () => true, limit: mostBytes });

/**
 * The body as JSON, whatever its Content-Type says. What cannot be read is refused with an Error object, before
 * the protocol has a say: `rest_invalid_json` is WordPress's code, 413 and 415 are of HTTP.
 */
export async function readJson(request: Request, response: Response): Promise<ReadBody> {
  const fault = await new Promise<unknown>((done) => readRaw(request, response, done));
  if (fault !== undefined) return { ok: false, error: describeFault(fault) };
  const bytes: unknown = request.body;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      bytes instanceof Uint8Array ? bytes : undefined,
    );
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return {
      ok: false,
      error: errorObject(400, 'rest_invalid_json', 'The body is not valid JSON in UTF-8.'),
    };
  }
}

function describeFault(fault: unknown): ErrorObject {
  const status = typeof fault === 'object' && fault !== null && 'status' in fault ? fault.status : undefined;
  if (status === 413)
    return errorObject(413, 'rest_body_too_large', `The body is larger than ${mostBytes} bytes.`);
  if (status === 415)
    return errorObject(415, 'rest_unsupported_encoding', 'This Content-Encoding is not understood.');
  return errorObject(400, 'rest_invalid_json', 'The body could not be read to its end.');
}
