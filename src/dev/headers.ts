import type { IncomingMessage, ServerResponse } from 'node:http';
import onHeaders from 'on-headers';

/**
 * Changes what the headers of a published site say to what holds while it is being made: a page is never kept, and
 * the policy lets Vite put styles and scripts into it.
 */
export function adaptHeaders(request: IncomingMessage, response: ServerResponse): void {
  // Nothing travels far here.
  delete request.headers['accept-encoding'];
  onHeaders(response, () => {
    const policy = response.getHeader('Content-Security-Policy');
    if (policy !== undefined) response.setHeader('Content-Security-Policy', loosen(String(policy)));
    const type = String(response.getHeader('Content-Type') ?? '');
    if (!type.startsWith('text/html')) return;
    // Astro does not say it of a page of the owner's own.
    if (type === 'text/html') response.setHeader('Content-Type', 'text/html; charset=utf-8');
    for (const name of ['ETag', 'Last-Modified']) response.removeHeader(name);
    response.setHeader('Cache-Control', 'no-store');
  });
}

/** What Vite adds to a page, by directive. */
const additions: Readonly<Record<string, string>> = {
  'script-src': "'unsafe-inline'",
  'style-src': "'unsafe-inline'",
};

function loosen(policy: string): string {
  return policy
    .split(';')
    .map((directive) => {
      const [name = ''] = directive.trim().split(' ', 1);
      return additions[name] ? `${directive} ${additions[name]}` : directive;
    })
    .join(';');
}
