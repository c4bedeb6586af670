import type { IncomingMessage, ServerResponse } from 'node:http';
import onHeaders from 'on-headers';

/**
 * No page is cached, and the policy allows Vite's styles and scripts by the server's nonce, and the worker that reloads
 * a page once the server has started again.
 */
export function adaptHeaders(request: IncomingMessage, response: ServerResponse, nonce: string): void {
  // Compression would only cost time.
  delete request.headers['accept-encoding'];
  onHeaders(response, () => {
    const policy = response.getHeader('Content-Security-Policy');
    if (policy !== undefined)
      response.setHeader(
        'Content-Security-Policy',
        `${policy}; worker-src blob:`.replace(/(?<=^|; )(?:script|style)-src [^;]+/g, `$& 'nonce-${nonce}'`),
      );
    const type = String(response.getHeader('Content-Type') ?? '');
    if (!type.startsWith('text/html')) return;
    // Astro omits the charset for the owner's own pages.
    if (type === 'text/html') response.setHeader('Content-Type', 'text/html; charset=utf-8');
    for (const name of ['ETag', 'Last-Modified']) response.removeHeader(name);
    response.setHeader('Cache-Control', 'no-store');
  });
}

/** Adds the nonce to Astro's inline styles, and for Vite's script, which replaces them. */
export function addNonce(html: string, nonce: string): string {
  return html
    .replaceAll('<style data-vite-dev-id=', `<style nonce="${nonce}" data-vite-dev-id=`)
    .replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}">`);
}
