import { z } from 'zod';

/** A mail address with its domain in ASCII: `info@müller.de` → `info@xn--mller-kva.de`; unchanged where that is impossible. */
export function toAsciiAddress(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  if (/^[\x21-\x7e]*$/.test(domain) || /[\s/?#@:\\[\]%]/.test(domain)) return address;
  const url = URL.parse(`http://${domain}`);
  return url ? address.slice(0, at) + url.hostname : address;
}

/** What is wrong with an address that was refused. */
export function describeMailAddress(address: unknown): string {
  const wanted = 'email must be an e-mail address such as name@example.org';
  if (typeof address !== 'string') return wanted;
  const at = address.lastIndexOf('@');
  const isForeign = (text: string) => /[^\x20-\x7e]/.test(text);
  if (at > 0 && isForeign(address.slice(0, at)))
    return `${wanted}: before the @, only ASCII characters reach every mail server`;
  return at > 0 && isForeign(address.slice(at)) ? `${wanted}: its domain has no ASCII form (IDNA)` : wanted;
}

/** An address in settings. */
export const mailAddress = z.string().trim().overwrite(toAsciiAddress).check(z.email());
