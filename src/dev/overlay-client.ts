import type { Plugin } from 'vite';

/** One line per problem, long addresses broken, and no heading of an empty stack. */
const style = `#message-content { white-space: pre-wrap; overflow-wrap: anywhere; }
#stack:has(#stack-content:empty) { display: none; }`;

const closeOnEscape = `addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') for (const overlay of document.querySelectorAll('vite-error-overlay')) overlay.close();
});`;

/**
 * Changes Astro's error overlay, which is part of Vite's client: its inline style gets the nonce of the page
 * (`cspNonce` in the client), without which the Content-Security-Policy blocks it and the message is below the footer;
 * and Escape closes it. Relies on the overlay being a template with `<style>`.
 */
export function overlayClient(): Plugin {
  return {
    name: 'agentsite:overlay',
    enforce: 'post',
    transform: {
      filter: { id: /vite\/dist\/client\/client\.mjs/ },
      handler: (code) =>
        `${code.replace('<style>', `<style nonce="\${cspNonce}">${style}`)}\n${closeOnEscape}`,
    },
  };
}
