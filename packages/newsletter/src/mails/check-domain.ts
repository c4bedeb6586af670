import { createPublicKey } from 'node:crypto';
import type { Options } from '../options.ts';
import { readMailbox } from '../options.ts';

/** TXT records of a name; none where there are none. */
export type Lookup = (name: string) => Promise<readonly string[]>;

/** What is wrong with how a domain may be mailed from, as sentences; none if nothing is. */
export async function checkDomain(
  options: Options,
  transport: 'SMTP' | 'Resend' | 'outbox',
  lookup: Lookup,
  privateKey?: string,
): Promise<readonly string[]> {
  const domain = readMailbox(options.from, '').address.split('@')[1] ?? '';
  const bounceDomain = options.bouncesTo?.split('@')[1] ?? domain;
  const problems: string[] = [];
  if (transport === 'outbox')
    problems.push(
      'No mail is sent: set SMTP_URL or RESEND_API_KEY. Mails go into the folder newsletter of DATA_DIR.',
    );
  const spf = (await lookup(bounceDomain)).filter((record) => /^v=spf1(?: |$)/i.test(record));
  if (spf.length === 0)
    problems.push(
      `SPF: ${bounceDomain} has no record. Add TXT "v=spf1 include:… -all" with the name that your mail provider gives.`,
    );
  if (spf.length > 1)
    problems.push(
      `SPF: ${bounceDomain} has ${spf.length} records, which counts as none. Join them into one.`,
    );
  if (spf.length === 1 && !/[ ][-~]all\b|redirect=/i.test(spf[0] ?? ''))
    problems.push(
      `SPF: the record of ${bounceDomain} does not end with -all or ~all, so anyone may send for it.`,
    );
  if (
    spf.length === 1 &&
    (spf[0]?.match(/\b(?:include:|a\b|mx\b|ptr\b|exists:|redirect=)/gi)?.length ?? 0) > 10
  )
    problems.push(`SPF: the record of ${bounceDomain} needs more than ten look-ups, which is an error.`);
  problems.push(...(await checkDkim(options, transport, lookup, privateKey)));
  const dmarc = (await lookup(`_dmarc.${domain}`)).filter((record) => /^v=DMARC1\b/i.test(record));
  if (dmarc.length !== 1)
    problems.push(
      `DMARC: _dmarc.${domain} has ${dmarc.length} records and needs one. Add TXT "v=DMARC1; p=none; rua=mailto:you@${domain}".`,
    );
  else if (!/;\s*p=(?:none|quarantine|reject)\b/i.test(dmarc[0] ?? ''))
    problems.push(
      `DMARC: the record of _dmarc.${domain} has no policy: add p=none, p=quarantine or p=reject.`,
    );
  const signer = options.dkim?.domain ?? domain;
  if (
    dmarc.length === 1 &&
    domain !== signer &&
    !domain.endsWith(`.${signer}`) &&
    !signer.endsWith(`.${domain}`)
  )
    problems.push(`DMARC: mails are from ${domain} and signed for ${signer}: these do not belong together.`);
  return problems;
}

async function checkDkim(
  { dkim }: Options,
  transport: string,
  lookup: Lookup,
  privateKey: string | undefined,
): Promise<string[]> {
  if (!dkim)
    return transport === 'SMTP'
      ? [
          'DKIM: no `dkim` in newsletter({ … }). Your mail server has to sign mails itself; if it does not, set domain and selector, and NEWSLETTER_DKIM_KEY.',
        ]
      : [];
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const records = (await lookup(name)).filter((record) => /(?:^|;)\s*p=/i.test(record));
  const published = /(?:^|;)\s*p=([^;]*)/i.exec(records[0] ?? '')?.[1]?.replace(/\s/g, '');
  if (records.length !== 1 || !published)
    return [`DKIM: ${name} has no key. Add TXT "v=DKIM1; k=rsa; p=…" with your public key.`];
  if (!privateKey) return ['DKIM: NEWSLETTER_DKIM_KEY is not set, so mails can’t be signed.'];
  try {
    const own = createPublicKey(privateKey.replaceAll('\\n', '\n')).export({ type: 'spki', format: 'der' });
    return own.toString('base64') === published
      ? []
      : [`DKIM: the key of ${name} does not belong to NEWSLETTER_DKIM_KEY.`];
  } catch {
    return ['DKIM: NEWSLETTER_DKIM_KEY is not a private key: write it as PEM.'];
  }
}

/** Records of a file: a line each, `name TXT "text"`, as zone files have them. */
export function readRecords(text: string): Lookup {
  const records = text.split(/\r?\n/).flatMap((line) => {
    const [, name = '', quoted = ''] =
      /^(\S+?)\.?\s+(?:\d+\s+)?(?:IN\s+)?TXT\s+(.+)$/i.exec(line.trim()) ?? [];
    const parts = [...quoted.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, part = '']) =>
      part.replace(/\\(.)/g, '$1'),
    );
    return name ? [{ name: name.toLowerCase(), text: parts.length > 0 ? parts.join('') : quoted }] : [];
  });
  return async (wanted) =>
    records.filter(({ name }) => name === wanted.toLowerCase()).map((record) => record.text);
}
