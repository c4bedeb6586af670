import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';
import onHeaders from 'on-headers';

const compress = compression({
  threshold: 1_000,
  filter: (request, response) =>
    !response.hasHeader('Accept-Ranges') && compression.filter(request, response),
  // A window of 64 KB instead of 4 MB: clients that read slowly keep their encoders in memory.
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 } },
});

/**
 * Compresses what is made for one request, by brotli where the client takes it; files bring their own codings. A
 * compressed answer has other bytes, so its entity tag becomes weak, as nginx does it. Behind nginx, which
 * compresses itself and asks for no coding, this does nothing. What offers ranges is sent as it is: a range counts the
 * bytes of the file, and each encoder of a large file would take megabytes for as long as its client reads.
 */
export const compressAnswers: RequestHandler = (request, response, next) => {
  if (request.headers['accept-encoding'] === undefined) return next();
  // Listeners are called in the order from the last to the first, so after compression has decided.
  onHeaders(response, () => {
    const tag = response.getHeader('ETag');
    const coding = response.getHeader('Content-Encoding');
    if (typeof tag !== 'string' || coding === undefined || tag.endsWith(`-${String(coding)}"`)) return;
    if (!tag.startsWith('W/')) response.setHeader('ETag', `W/${tag}`);
  });
  compress(request, response, next);
};
