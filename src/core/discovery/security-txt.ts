import type { Site } from '../model/site.ts';
import { securityContact } from '../model/targets.ts';
import { absoluteUrl, paths } from '../model/urls.ts';

/** RFC 9116 asks for less than a year; eleven months leave readers a month at least after a yearly build. */
const monthsAhead = 11;

/**
 * `/.well-known/security.txt` (RFC 9116). It expires on the first day of a month, so that builds within a month are equal.
 * @param nowGmt time of the build, UTC `YYYY-MM-DDTHH:MM:SS`
 */
export function renderSecurityTxt(site: Site, nowGmt: string): string {
  return [
    `Contact: ${securityContact(site)}`,
    `Expires: ${expiresAt(nowGmt)}`,
    `Preferred-Languages: ${site.language}`,
    `Canonical: ${absoluteUrl(site, paths.securityTxt)}`,
    '',
  ].join('\n');
}

/** First day of the eleventh month from now, RFC 3339. */
export function expiresAt(nowGmt: string): string {
  const month = Number(nowGmt.slice(0, 4)) * 12 + Number(nowGmt.slice(5, 7)) - 1 + monthsAhead;
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01T00:00:00Z`;
}
