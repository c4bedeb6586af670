import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** One line for each request at level `debug`, for `agentsite readers`: without address, query, cookies or referrer. */
export function logRequests(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const { method, path } = request;
    response.on('finish', () => {
      const { 'user-agent': agent = '', 'sec-fetch-mode': mode = '' } = request.headers;
      const isTwin = response.getHeader('Content-Type')?.toString().startsWith('text/markdown');
      logger.debug(
        { method, path, form: isTwin ? 'markdown' : '', status: response.statusCode, agent, mode },
        'request',
      );
    });
    next();
  };
}
