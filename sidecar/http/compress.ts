import { constants } from 'node:zlib';
import compression from 'compression';
import type { RequestHandler } from 'express';
import onHeaders from 'on-headers';

const compress = compression({
  threshold: 1_000,
  filter: (request, response) =>
    !response.hasHeader('Accept-Ranges') && compression.filter(request, response),
  // A window of 64 KB instead of 4 MB: encoders stay in memory while their clients read.
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 16 } },
});

/**
 * Compresses dynamic responses, with Brotli where the client accepts it, and makes their entity tags weak, as nginx does.
 * Behind nginx, which asks for no coding, this does nothing. Responses with ranges are sent as they are: ranges count
 * bytes of the file, and each encoder of a large file would take megabytes while its client reads.
 */
export const compressAnswers: RequestHandler = (request, response, next) => {
  if (request.headers['accept-encoding'] === undefined) return next();
  // Listeners are called in the order from the last to the first, so after compression has decided.
  onHeaders(response, () => {
    const tag = response.getHeader('ETag');
    if (response.statusCode === 304) {
      // A 304 has the headers of the 200 that the client has cached (RFC 9110, 15.4.5).
      response.vary('Accept-Encoding');
      const cached = String(request.headers['if-none-match']);
      if (typeof tag === 'string' && cached.includes(`W/${tag}`)) response.setHeader('ETag', `W/${tag}`);
      return;
    }
    const coding = response.getHeader('Content-Encoding');
    if (typeof tag !== 'string' || coding === undefined || tag.endsWith(`-${String(coding)}"`)) return;
    if (!tag.startsWith('W/')) response.setHeader('ETag', `W/${tag}`);
  });
  compress(request, response, next);
};
