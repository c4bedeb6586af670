import { timingSafeEqual } from 'node:crypto';

export type Sign = (text: string) => string;

export type OpenedToken =
  | { readonly kind: 'valid'; readonly id: string; readonly issued: number }
  | { readonly kind: 'expired' | 'forged' };

/** `ID.TIME.HASH`: what a link may do for one ID. It is stored nowhere. @param purpose no other purpose takes it */
export function issueToken(sign: Sign, purpose: string, id: string, now: number): string {
  const issued = now.toString(36);
  return `${id}.${issued}.${sign(`${purpose} ${id} ${issued}`)}`;
}

/** @param lifetime milliseconds from when it was issued */
export function openToken(
  sign: Sign,
  purpose: string,
  token: string,
  now: number,
  lifetime: number,
): OpenedToken {
  const [id = '', issued = '', hash = ''] = token.split('.');
  if (!isEqual(hash, sign(`${purpose} ${id} ${issued}`))) return { kind: 'forged' };
  const time = Number.parseInt(issued, 36);
  return now > time + lifetime ? { kind: 'expired' } : { kind: 'valid', id, issued: time };
}

/** Compares in a time that says nothing about where they differ. */
export function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
