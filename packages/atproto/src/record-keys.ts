import { hash } from 'node:crypto';
import type { Document, Site } from 'agentsite/model';
import type { Options } from './options.ts';

/** Addresses of records, made of settings and IDs alone, so that pages name records before they exist. */

export const publicationType = 'site.standard.publication';
export const documentType = 'site.standard.document';
export const publicationPath = `/.well-known/${publicationType}`;

type Address = Pick<Site, 'url'>;

/** A number in digits of 5 bits. */
export const encodeBits = (bits: bigint, length: number, digits: string) =>
  Array.from(bits.toString(32).padStart(length, '0'), (digit) => digits[parseInt(digit, 32)]).join('');

/**
 * The key is a TID, as the lexicons ask for: 13 digits of 5 bits, usually microseconds since 1970. The 60 bits of a
 * digest are a time before 2007, so that no host takes the key for one of the future.
 */
export function uriOf({ url }: Address, { did, firstUrl = url }: Options, type: string, name: string) {
  const digest = hash('sha256', `${firstUrl.replace(/\/$/, '')}\n${name}`, 'hex');
  const key = encodeBits(BigInt(`0x${digest.slice(0, 15)}`), 13, '234567abcdefghijklmnopqrstuvwxyz');
  return `at://${did}/${type}/${key}`;
}

export const publicationUri = (site: Address, options: Options) =>
  uriOf(site, options, publicationType, 'publication');
export const documentUri = (site: Address, options: Options, { id }: Pick<Document, 'id'>) =>
  uriOf(site, options, documentType, String(id));

/** Not what opens with a password, is in no list, or has no date that every machine knows. */
export const hasRecord = ({ kind, locked, unlisted, unpublished, undated }: Document, { kinds }: Options) =>
  kinds.includes(kind) && !locked && !unlisted && !unpublished && !undated;
