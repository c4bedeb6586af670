import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { errorObject } from '../../src/core/model/errors.ts';
import { describeError } from '../process/logger.ts';

/**
 * The one place where surprises end: they are logged with their causes and answered with an Error object that
 * says nothing about the inside.
 */
export function handleError(logger: Logger): ErrorRequestHandler {
  return function handleError(error, request, response, next) {
    if (response.headersSent) return next(error);
    const status = statusOf(error);
    if (status >= 500) logger.error({ method: request.method, ...describeError(error) }, 'request failed');
    const body =
      status >= 500
        ? errorObject(500, 'rest_internal_error', 'The server could not answer this request.')
        : errorObject(status, 'rest_bad_request', 'The server cannot read this request.');
    response.status(body.data.status).set('Cache-Control', 'no-store').json(body);
  };
}

/** Express and its parsers attach a status to what the client did wrong. */
function statusOf(error: unknown): number {
  const status =
    typeof error === 'object' && error !== null && 'status' in error ? Number(error.status) : 500;
  return status >= 400 && status < 500 ? status : 500;
}
