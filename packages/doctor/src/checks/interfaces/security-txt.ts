import { readContentType } from '../../documents/headers.ts';
import { type Found, looksLikeHtml, type Visit } from '../../visit/visit.ts';
import { type Check, checksOf } from '../check.ts';

/** `/.well-known/security.txt` (RFC 9116). */
interface SecurityTxt {
  readonly found: Found;
  /** Values by the names of fields, in small letters. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

async function findSecurityTxt(visit: Visit): Promise<SecurityTxt | null> {
  const found = await visit.find(visit.atRoot('/.well-known/security.txt'));
  if (!found) return null;
  const fields = new Map<string, string[]>();
  for (const line of found.answer.text.split(/\r?\n/).slice(0, 2000)) {
    const [, name, value = ''] = /^([A-Za-z-]{1,60}):\s*(.*)$/.exec(line) ?? [];
    if (name) fields.set(name.toLowerCase(), [...(fields.get(name.toLowerCase()) ?? []), value.trim()]);
  }
  return { found, fields };
}

const day = 86_400_000;
const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;

export const securityTxtChecks: readonly Check[] = checksOf(
  'well-known',
  '/.well-known/security.txt',
  findSecurityTxt,
  [
    {
      id: 'security-txt-type',
      severity: 'warning',
      title: 'security.txt is sent as text/plain in UTF-8',
      source: 'RFC 9116, 3',
      fix: 'Content-Type: text/plain; charset=utf-8',
      wrong: ({ found }) => {
        const { type, charset } = readContentType(found.answer.headers['content-type']);
        return (
          (type !== 'text/plain' || charset !== 'utf-8') &&
          `Content-Type: ${found.answer.headers['content-type'] ?? 'none'}`
        );
      },
    },
    {
      id: 'security-txt-contact',
      severity: 'error',
      title: 'security.txt has a Contact that is a URI',
      source: 'RFC 9116, 2.5.3',
      fix: 'Contact: mailto:security@example.org',
      wrong: ({ found, fields }) => {
        const contacts = fields.get('contact') ?? [];
        const isRight =
          contacts.length > 0 &&
          contacts.every((contact) => /^(?:https:|mailto:|tel:|http:\/\/(?:localhost|127\.))/i.test(contact));
        return !looksLikeHtml(found.answer) && !isRight && `Contact: ${contacts.join(', ') || 'none'}`;
      },
    },
    {
      id: 'security-txt-expires',
      severity: 'error',
      title: 'security.txt has one Expires field with a timestamp',
      source: 'RFC 9116, 2.5.5',
      fix: 'Expires: 2027-01-01T00:00:00Z, rewritten by each build',
      wrong: ({ fields }) => {
        const expires = fields.get('expires') ?? [];
        const isRight = expires.length === 1 && timestamp.test(expires[0] ?? '');
        return !isRight && `Expires: ${expires.join(', ') || 'none'}`;
      },
    },
    {
      id: 'security-txt-valid',
      severity: 'error',
      title: 'security.txt has not expired, and will not within a week',
      source: 'RFC 9116, 2.5.5',
      fix: 'Renew Expires; let each build or a timer do it.',
      wrong: ({ fields }, { options }) => {
        const left = Date.parse(fields.get('expires')?.[0] ?? '') - options.now.getTime();
        return left < 7 * day && `Expires: ${fields.get('expires')?.[0]}`;
      },
    },
    {
      id: 'security-txt-far',
      severity: 'note',
      title: 'security.txt applies to at most a year',
      source: 'RFC 9116, 2.5.5',
      fix: 'Choose a date within a year, so that the file is looked after.',
      wrong: ({ fields }, { options }) => {
        const left = Date.parse(fields.get('expires')?.[0] ?? '') - options.now.getTime();
        return left > 367 * day && `Expires: ${fields.get('expires')?.[0]}`;
      },
    },
    {
      id: 'security-txt-canonical',
      severity: 'warning',
      title: 'The Canonical of security.txt is the address that it is at',
      source: 'RFC 9116, 2.5.2',
      fix: 'Canonical: https://example.org/.well-known/security.txt',
      wrong: ({ found, fields }, visit) => {
        const named = fields.get('canonical') ?? [];
        const isRight = named.length === 0 || named.some((href) => visit.isSame(href, found.url));
        return !isRight && `Canonical: ${named[0]}`;
      },
    },
    {
      id: 'security-txt-languages',
      severity: 'note',
      title: 'security.txt names its languages at most once',
      source: 'RFC 9116, 2.5.8',
      fix: 'Preferred-Languages: en, de',
      wrong: ({ fields }) =>
        (fields.get('preferred-languages')?.length ?? 0) > 1 && 'Preferred-Languages twice',
    },
  ],
);
