import type { Request, Response } from 'express';
import { preflightHeaders } from '../../src/core/front/headers.ts';
import { httpErrors } from '../../src/core/model/errors.ts';
import { sendError } from './send-error.ts';

/** Answers a request with another method than GET and HEAD to what is only read: OPTIONS 204, the others 405. */
export function answerOtherMethod(request: Request, response: Response): void {
  response.set('Allow', 'GET, HEAD');
  if (request.method !== 'OPTIONS') {
    sendError(request, response, httpErrors.methodNotAllowed());
    return;
  }
  const asked = preflightHeaders(request.get('Access-Control-Request-Method'));
  response
    .status(204)
    .set({ ...asked, 'Cache-Control': 'no-store' })
    .vary('Accept')
    .end();
}
