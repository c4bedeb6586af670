import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { errorTypes, renderError } from '../../src/core/front/error-forms.ts';
import { commonLinks, typeHeaders } from '../../src/core/front/headers.ts';
import { type ErrorObject, httpErrors } from '../../src/core/model/errors.ts';

/**
 * What HTTP asks of a request before any route looks at it. A request target in absolute form is taken as the path
 * and the host that it names (RFC 9112, section 3.2.2).
 *
 * @returns why the request is refused; null when it may go on
 */
export function checkRequest(request: IncomingMessage): ErrorObject | null {
  const hosts = request.headersDistinct.host ?? [];
  if (hosts.length > 1 || (hosts.length === 0 && request.httpVersion === '1.1'))
    return httpErrors.badRequest();
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') return httpErrors.notImplemented();
  const absolute = /^https?:\/\/([^/?#]+)(.*)$/is.exec(request.url ?? '');
  if (absolute) {
    const [, host = '', rest = ''] = absolute;
    request.headers.host = host;
    request.url = rest.startsWith('/') ? rest : `/${rest}`;
  }
  return null;
}

/** A fault that Node's parser found, as `clientError` reports it. */
export interface ParserFault extends Error {
  readonly code?: string;
  /** The bytes in which it was found. */
  readonly rawPacket?: Buffer;
}

/**
 * The error of a request that the parser gave up. Where the headers are too large, the packet tells whether the
 * address takes more than half of their room.
 */
export function errorOfFault({ code, rawPacket }: ParserFault): ErrorObject {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return httpErrors.timeout();
    case 'HPE_HEADER_OVERFLOW':
      return /^[A-Z]+ \S{4096}/.test(rawPacket?.toString('latin1') ?? '')
        ? httpErrors.uriTooLong()
        : httpErrors.headersTooLarge();
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return httpErrors.tooLarge();
    case 'HPE_INVALID_VERSION':
      return httpErrors.versionNotSupported();
    default:
      return httpErrors.badRequest();
  }
}

/** A whole answer for a connection whose request could not be read, so that no response object exists. */
export function rawAnswer(error: ErrorObject): string {
  const { status } = error.data;
  const body = renderError(error, 'json');
  const headers = {
    ...typeHeaders,
    Link: commonLinks,
    'Cache-Control': 'no-store',
    'Content-Type': errorTypes.json,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`;
}
