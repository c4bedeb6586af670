import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { errorTypes, renderError } from '../../src/core/front/error-forms.ts';
import { commonLinks, typeHeaders } from '../../src/core/front/headers.ts';
import { type ErrorObject, httpErrors } from '../../src/core/model/errors.ts';
import { tidyForwarded } from './client-address.ts';
import { normalizeTarget } from './request-target.ts';

/**
 * Checks what HTTP requires of any request. A request target in absolute form becomes its path and host (RFC 9112,
 * section 3.2.2), and every target has one spelling afterwards.
 * @returns why the request is refused; null for none
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
  request.url = normalizeTarget(request.url ?? '/');
  tidyForwarded(request.headers);
  return null;
}

/** An error of Node's parser, from `clientError`. */
export interface ParserError extends Error {
  readonly code?: string;
  /** The bytes in which it was found. */
  readonly rawPacket?: Buffer;
}

/** The answer to a parser error. Of too large headers, the packet shows whether the address is half of them. */
export function errorOfParser({ code, rawPacket }: ParserError): ErrorObject {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return httpErrors.timeout();
    case 'HPE_HEADER_OVERFLOW':
      return /^[A-Z]+ \S{8192}/.test(rawPacket?.toString('latin1') ?? '')
        ? httpErrors.uriTooLong()
        : httpErrors.headersTooLarge();
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return httpErrors.tooLarge();
    case 'HPE_INVALID_URL':
      return httpErrors.unescapedAddress();
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
