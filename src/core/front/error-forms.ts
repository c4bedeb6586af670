import { joinBlocks } from '../markdown/markdown-twin.ts';
import type { ErrorLink, ErrorObject } from '../model/errors.ts';
import { markdownLink } from '../text/markdown-text.ts';
import { escapeHtml } from '../text/plain-text.ts';
import { type ErrorForm, negotiateError, negotiateRefusal } from './negotiation.ts';

/**
 * The format of an error: JSON (the Error object), Markdown or HTML.
 *
 * - below `/wp-json/` JSON, regardless of Accept;
 * - instead of a twin (`*.md`), 403, 404 and 410 in Markdown, regardless of Accept;
 * - instead of a page, 404 and 410 by Accept, where a wildcard means HTML;
 * - otherwise JSON, unless Accept prefers HTML or Markdown by name.
 *
 * @param path as it was sent, without its query; null when the request could not be parsed
 */
export function formOfError(status: number, path: string | null, accept: string | undefined): ErrorForm {
  const fixed = fixedForm(status, path);
  if (fixed) return fixed;
  return isMissing(status) ? negotiateError(accept) : negotiateRefusal(accept);
}

/** The form that Accept does not change; undefined where it does, so that the answer varies by it. */
export function fixedForm(status: number, path: string | null): ErrorForm | undefined {
  if (path === null || /^(?:\/index\.php)?\/wp-json(?:\/|$)/.test(path)) return 'json';
  if (path.endsWith('.md') && (isMissing(status) || status === 403)) return 'markdown';
  return undefined;
}

function isMissing(status: number): boolean {
  return status === 404 || status === 410;
}

export const errorTypes: Readonly<Record<ErrorForm, string>> = {
  json: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
};

export function renderError(error: ErrorObject, form: ErrorForm): string {
  if (form === 'json') return JSON.stringify(error);
  return form === 'markdown' ? renderMarkdown(error) : renderHtml(error);
}

/** Headings: the reason phrases of HTTP, written as sentences. */
const headings: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Page not found',
  405: 'Method not allowed',
  408: 'Request timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length required',
  412: 'Precondition failed',
  413: 'Content too large',
  414: 'Address too long',
  415: 'Unsupported media type',
  417: 'Expectation failed',
  421: 'Misdirected request',
  422: 'Unprocessable content',
  429: 'Too many requests',
  431: 'Headers too large',
  500: 'Server error',
  501: 'Not implemented',
  502: 'Bad gateway',
  503: 'Not available at the moment',
  505: 'Version not supported',
};

function headingOf({ data }: ErrorObject): string {
  return headings[data.status] ?? `Error ${data.status}`;
}

function renderMarkdown(error: ErrorObject): string {
  const links = error.links ?? [];
  return joinBlocks([
    `# ${headingOf(error)}`,
    `${error.message} (\`${error.code}\`)`,
    links.map((link) => `- ${markdownLink(titleOf(link), link.href)}`).join('\n'),
  ]);
}

function renderHtml(error: ErrorObject): string {
  const heading = headingOf(error);
  const links = (error.links ?? []).map(
    (link) => `<li><a href="${escapeHtml(link.href)}">${escapeHtml(titleOf(link))}</a></li>\n`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${heading}</title></head>
<body><main><h1>${heading}</h1>
<p>${escapeHtml(error.message)}</p>
${links.length > 0 ? `<ul>\n${links.join('')}</ul>\n` : ''}<p><a href="/">Home</a></p>
</main></body></html>
`;
}

function titleOf({ title, href }: ErrorLink): string {
  return title ?? href;
}
