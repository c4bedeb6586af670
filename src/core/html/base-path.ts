import { rewriteAddresses } from '../text/html-addresses.ts';

/**
 * A page of a site that lives below a path: each address from the root of the site gets the path before it.
 * What Astro compiled (`/_astro/`) has it already.
 * @param base `/repo`
 */
export function addBasePath(html: string, base: string): string {
  const compiled = `${base}/_astro/`;
  return rewriteAddresses(html, (address) =>
    address.startsWith('/') && !address.startsWith('//') && !address.startsWith(compiled)
      ? base + address
      : null,
  );
}
