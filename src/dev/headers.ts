import type { IncomingMessage, ServerResponse } from 'node:http';
import onHeaders from 'on-headers';

/**
 * Changes what the headers of a published site say to what holds while it is being made: a page is never kept, and
 * the policy lets Vite put styles and scripts into it. What a document itself brings is blocked as it will be later.
 * @param nonce of this server
 */
export function adaptHeaders(request: IncomingMessage, response: ServerResponse, nonce: string): void {
  // Nothing travels far here.
  delete request.headers['accept-encoding'];
  onHeaders(response, () => {
    const policy = response.getHeader('Content-Security-Policy');
    if (policy !== undefined)
      response.setHeader('Content-Security-Policy', allowNonce(String(policy), nonce));
    const type = String(response.getHeader('Content-Type') ?? '');
    if (!type.startsWith('text/html')) return;
    // Astro does not say it of a page of the owner's own.
    if (type === 'text/html') response.setHeader('Content-Type', 'text/html; charset=utf-8');
    for (const name of ['ETag', 'Last-Modified']) response.removeHeader(name);
    response.setHeader('Cache-Control', 'no-store');
  });
}

function allowNonce(policy: string, nonce: string): string {
  return policy.replace(/(?<=^|; )(?:script-src|style-src) [^;]+/g, `$& 'nonce-${nonce}'`);
}

/** Gives the nonce to the styles that Astro writes into a page, and to Vite's script, which replaces them. */
export function addNonce(html: string, nonce: string): string {
  return html
    .replaceAll('<style data-vite-dev-id=', `<style nonce="${nonce}" data-vite-dev-id=`)
    .replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}">`);
}
