import { rewriteAddresses } from '../text/html-addresses.ts';

/** Prefixes root-relative addresses of a page with `base` (`/repo`); those of Astro (`/_astro/`) have it already. */
export function addBasePath(html: string, base: string): string {
  const compiled = `${base}/_astro/`;
  return rewriteAddresses(html, (address) =>
    address.startsWith('/') && !address.startsWith('//') && !address.startsWith(compiled)
      ? base + address
      : null,
  );
}
