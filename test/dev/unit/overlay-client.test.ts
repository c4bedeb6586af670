import { expect, it } from 'vitest';
import { overlayClient } from '../../../src/dev/overlay-client.ts';

function transform(code: string): string {
  const { transform } = overlayClient();
  if (typeof transform !== 'object' || typeof transform.handler !== 'function')
    throw new Error('no transform');
  return String((transform.handler as (code: string) => unknown)(code));
}

it('the inline style of the overlay gets the nonce of the page, and Escape closes it', () => {
  const code = transform('const overlayTemplate = `<style>* {}</style>`;');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the client's own template.
  expect(code).toContain('`<style nonce="${cspNonce}">');
  expect(code).toContain("key === 'Escape'");
});

it('a client without that style stays as it is', () => {
  expect(transform('var ErrorOverlay = 1;')).toMatch(/^var ErrorOverlay = 1;\naddEventListener/);
});
