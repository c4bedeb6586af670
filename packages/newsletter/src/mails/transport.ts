import { createPrivateKey } from 'node:crypto';
import { openMailerFrom } from 'agentsite/server';
import { type Options, readMailbox } from '../options.ts';

export interface Letter {
  /** `EDITION.SUBSCRIBER.HASH`: the left side of its Message-ID, and Resend's key. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly html?: string;
  readonly text: string;
  /** URL that ends the subscription by one POST (RFC 8058). */
  readonly leaveUrl?: string;
}

/** `later`: certainly not sent, may be sent later; `refused`: nor then; `broken`: no mail can be sent now. */
export type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'uncertain' }
  | { readonly kind: 'later' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'broken'; readonly reason: string };

export interface Transport {
  /** @param beforeHandover to be waited for right before the mail can go out; if it throws, the mail doesn't. Never throws. */
  readonly send: (letter: Letter, beforeHandover: () => Promise<void>) => Promise<Outcome>;
}

type Setting = (name: string) => string | undefined;

export interface TransportSettings {
  readonly options: Options;
  readonly site: { readonly title: string; readonly url: string };
  readonly setting: Setting;
}

/** Tries of a mailer that sends once under one key. */
const maxTries = 3;
/** Milliseconds of one try: longer than a mail server may take for its answer. */
const longest = 620_000;

/** Resend, an SMTP server, or files for a site that has neither: by the settings of the contact form. */
export async function openTransport({ options, site, setting }: TransportSettings): Promise<Transport> {
  const from = readMailbox(options.from, site.title);
  const { dkim, bouncesTo, replyTo = from.address } = options;
  const privateKey = readKey(setting);
  const problem = findKeyProblem(options, setting);
  const envelope = {
    ...{ from, to: from, domain: from.address.split('@')[1] ?? '' },
    ...(bouncesTo ? { bouncesTo } : {}),
    ...(dkim && privateKey
      ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey } }
      : {}),
  };
  const config = {
    DATA_DIR: setting('DATA_DIR') ?? '.data',
    RESEND_API_KEY: setting('RESEND_API_KEY'),
    RESEND_BASE_URL: setting('RESEND_BASE_URL'),
    SMTP_URL: setting('SMTP_URL'),
  };
  const mailer = await openMailerFrom(config, envelope, 'newsletter');
  const send = async (letter: Letter, beforeHandover: () => Promise<void>): Promise<Outcome> => {
    if (problem !== null) return { kind: 'broken', reason: problem };
    const { id: delivery, to, subject, text, html, leaveUrl } = letter;
    const mail = {
      ...({ delivery, to, subject, text, channel: 'form', replyTo: { name: '', address: replyTo } } as const),
      ...(html === undefined ? {} : { html }),
      headers: headersOf(leaveUrl),
      ...(leaveUrl ? { tags: { edition: delivery.split('.')[0] ?? '' } } : {}),
    };
    for (let tries = 1; ; tries++) {
      const outcome = await mailer.send(mail, { signal: AbortSignal.timeout(longest), beforeHandover });
      if (outcome.kind === 'accepted') return { kind: 'sent' };
      if (outcome.kind === 'unavailable') return { kind: 'later' };
      if (outcome.kind === 'rejected')
        return isOfOne(outcome.reason) ? { kind: 'refused' } : { kind: 'broken', reason: outcome.reason };
      if (!mailer.deduplicates || tries === maxTries) return { kind: 'uncertain' };
    }
  };
  if (!mailer.deduplicates) return { send };
  return {
    // These don't ask before they hand over.
    send: (letter, beforeHandover) =>
      beforeHandover().then(
        () => send(letter, async () => undefined),
        () => ({ kind: 'later' }),
      ),
  };
}

/** A receiver, or the content, was refused: no other mail is concerned. Answers of SMTP servers and of Resend. */
const isOfOne = (reason: string) => /^(?:EENVELOPE|EMESSAGE|400|413|422)\b/.test(reason);

const headersOf = (leaveUrl: string | undefined): Record<string, string> =>
  leaveUrl
    ? {
        'List-Unsubscribe': `<${leaveUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        Precedence: 'bulk',
      }
    : { 'Auto-Submitted': 'auto-generated' };

/** The key that signs, with line breaks where a variable has `\n`. */
export const readKey = (setting: Setting) => setting('NEWSLETTER_DKIM_KEY')?.replaceAll('\\n', '\n');

/** Why mails can't be signed, as a sentence; null where they can, or needn't. */
export function findKeyProblem({ dkim }: Options, setting: Setting): string | null {
  const key = readKey(setting);
  if (!dkim) return null;
  if (!key) return 'NEWSLETTER_DKIM_KEY is not set: the private key (PEM) that `dkim` signs with.';
  try {
    createPrivateKey(key);
    return null;
  } catch {
    return 'NEWSLETTER_DKIM_KEY is not a private key: write it as PEM.';
  }
}
