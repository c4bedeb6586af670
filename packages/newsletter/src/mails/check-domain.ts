import { createPublicKey } from 'node:crypto';
import { type Options, readMailbox } from '../options.ts';
import { findKeyProblem, readKey } from './transport.ts';

/** TXT records of a name; none where there are none. */
export type Lookup = (name: string) => Promise<readonly string[]>;
type Setting = (name: string) => string | undefined;

/** What is wrong with how a domain may be mailed from, as sentences; none if nothing is. */
export async function checkDomain(options: Options, setting: Setting, lookup: Lookup): Promise<string[]> {
  const domain = readMailbox(options.from, '').address.split('@')[1] ?? '';
  const isSent = setting('SMTP_URL') || setting('RESEND_API_KEY');
  return [
    ...(isSent
      ? []
      : [
          'No mail is sent: set SMTP_URL or RESEND_API_KEY. Mails go into the folder newsletter of DATA_DIR.',
        ]),
    ...(await checkSpf(options.bouncesTo?.split('@')[1] ?? domain, lookup)),
    ...(await checkDkim(options, setting, lookup)),
    ...(await checkDmarc(domain, options.dkim?.domain ?? domain, lookup)),
  ];
}

async function checkSpf(domain: string, lookup: Lookup): Promise<string[]> {
  const records = (await lookup(domain)).filter((record) => /^v=spf1(?: |$)/i.test(record));
  const [record] = records;
  if (record === undefined)
    return [
      `SPF: ${domain} has no record. Add TXT "v=spf1 include:… -all" with the name that your mail provider gives.`,
    ];
  if (records.length > 1)
    return [`SPF: ${domain} has ${records.length} records, which counts as none. Join them into one.`];
  const lookups = record.match(/\b(?:include:|a\b|mx\b|ptr\b|exists:|redirect=)/gi)?.length ?? 0;
  return [
    ...(/[ ][-~]all\b|redirect=/i.test(record)
      ? []
      : [`SPF: the record of ${domain} does not end with -all or ~all, so anyone may send for it.`]),
    ...(lookups > 10
      ? [`SPF: the record of ${domain} needs more than ten look-ups, which is an error.`]
      : []),
  ];
}

async function checkDkim(options: Options, setting: Setting, lookup: Lookup): Promise<string[]> {
  const { dkim } = options;
  if (!dkim)
    return setting('SMTP_URL')
      ? [
          'DKIM: no `dkim` in newsletter({ … }). Your mail server has to sign mails itself; if it does not, set domain and selector, and NEWSLETTER_DKIM_KEY.',
        ]
      : [];
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const records = (await lookup(name)).filter((record) => /(?:^|;)\s*p=/i.test(record));
  const published = /(?:^|;)\s*p=([^;]*)/i.exec(records[0] ?? '')?.[1]?.replace(/\s/g, '');
  if (records.length !== 1 || !published)
    return [`DKIM: ${name} has no key. Add TXT "v=DKIM1; k=rsa; p=…" with your public key.`];
  const problem = findKeyProblem(options, setting);
  if (problem !== null) return [`DKIM: ${problem}`];
  const own = createPublicKey(readKey(setting) ?? '').export({ type: 'spki', format: 'der' });
  return own.toString('base64') === published
    ? []
    : [`DKIM: the key of ${name} does not belong to NEWSLETTER_DKIM_KEY.`];
}

async function checkDmarc(domain: string, signer: string, lookup: Lookup): Promise<string[]> {
  const records = (await lookup(`_dmarc.${domain}`)).filter((record) => /^v=DMARC1\b/i.test(record));
  if (records.length !== 1)
    return [
      `DMARC: _dmarc.${domain} has ${records.length} records and needs one. Add TXT "v=DMARC1; p=none; rua=mailto:you@${domain}".`,
    ];
  if (!/;\s*p=(?:none|quarantine|reject)\b/i.test(records[0] ?? ''))
    return [`DMARC: the record of _dmarc.${domain} has no policy: add p=none, p=quarantine or p=reject.`];
  const isAligned = domain === signer || domain.endsWith(`.${signer}`) || signer.endsWith(`.${domain}`);
  return isAligned
    ? []
    : [`DMARC: mails are from ${domain} and signed for ${signer}: these do not belong together.`];
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
