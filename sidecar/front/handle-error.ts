import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { type ErrorObject, httpErrors } from '../../src/core/model/errors.ts';
import { sendError } from '../http/send-error.ts';
import { describeError } from '../process/logger.ts';

/** Logs an unexpected error with its causes, and answers with one that says nothing about the inside. */
export function handleError(logger: Logger): ErrorRequestHandler {
  return function handleError(error, request, response, next) {
    if (response.headersSent) return next(error);
    const status = statusOf(error);
    // Of a large file; `send` has set the headers.
    if (status === 416) return void response.status(416).end();
    if (status >= 500) logger.error({ method: request.method, ...describeError(error) }, 'request failed');
    sendError(request, response, errorOf(status));
  };
}

function errorOf(status: number): ErrorObject {
  if (status === 413) return httpErrors.tooLarge();
  if (status === 415) return httpErrors.unsupportedType('text');
  return status >= 500 ? httpErrors.internal() : httpErrors.badRequest();
}

/** Express and its parsers attach a status to what the client did wrong. */
function statusOf(error: unknown): number {
  const status =
    typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500;
  return status >= 400 && status < 500 ? status : 500;
}
