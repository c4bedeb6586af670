import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { type Mailbox, type Options, readMailbox } from '../options.ts';

export interface Letter {
  /** Of one edition to one subscriber: the left side of its Message-ID, and Resend's key. */
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
  | { readonly kind: 'sent' | 'uncertain' }
  | { readonly kind: 'later'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'broken'; readonly reason: string };

export interface Transport {
  readonly name: 'SMTP' | 'Resend' | 'outbox';
  /** @param beforeHandover to be waited for right before the mail can go out; if it throws, the mail doesn't. Never throws. */
  readonly send: (letter: Letter, beforeHandover: () => Promise<void>) => Promise<Outcome>;
}

export interface TransportSettings {
  readonly options: Options;
  readonly site: { readonly title: string; readonly url: string };
  readonly setting: (name: string) => string | undefined;
}

/** Resend, an SMTP server, or files for a site that has neither: by the settings of the contact form. */
export function openTransport(settings: TransportSettings): Transport {
  const { setting } = settings;
  const key = setting('RESEND_API_KEY');
  const url = setting('SMTP_URL');
  if (key) return openResend(key, settings);
  return url
    ? openSmtp(url, settings)
    : openOutbox(join(setting('DATA_DIR') ?? '.data', 'newsletter'), settings);
}

function compose(
  letter: Letter,
  { options, site }: TransportSettings,
): SendMailOptions & { readonly from: Mailbox } {
  const from = readMailbox(options.from, site.title);
  const { id, to, subject, html, text, leaveUrl } = letter;
  return {
    from,
    to: { name: '', address: to },
    ...(options.replyTo ? { replyTo: options.replyTo } : {}),
    ...{ subject, text, ...(html === undefined ? {} : { html }) },
    messageId: `<${id}@${from.address.split('@')[1]}>`,
    headers: leaveUrl
      ? {
          'List-Unsubscribe': `<${leaveUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          Precedence: 'bulk',
        }
      : { 'Auto-Submitted': 'auto-generated' },
    textEncoding: 'quoted-printable',
    ...{ xMailer: false, disableFileAccess: true, disableUrlAccess: true },
  } as SendMailOptions & { readonly from: Mailbox };
}

/** RFC 8058 wants both headers of the one click to be signed. */
const headerFieldNames =
  'from:sender:reply-to:subject:date:message-id:to:mime-version:content-type:content-transfer-encoding:list-unsubscribe:list-unsubscribe-post';

/** The bytes of a mail, signed by DKIM. */
async function render(letter: Letter, settings: TransportSettings): Promise<Buffer> {
  const { dkim } = settings.options;
  const privateKey = settings.setting('NEWSLETTER_DKIM_KEY')?.replaceAll('\\n', '\n');
  if (dkim && !privateKey)
    throw new Error('NEWSLETTER_DKIM_KEY is not set: the private key (PEM) that `dkim` signs with.');
  const signed =
    dkim && privateKey
      ? { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey, headerFieldNames } }
      : {};
  const transport = createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...signed,
  } as never);
  const { message } = (await transport.sendMail(compose(letter, settings))) as unknown as { message: Buffer };
  return message;
}

/** Milliseconds for a connection, and for each answer: ten minutes for that to the content (RFC 5321, 4.5.3.2.6). */
const timeouts = { connection: 60_000, silence: 600_000 };

/** The content is read when the server has asked for it (354): before that, nothing was sent for certain. */
function openSmtp(url: string, settings: TransportSettings): Transport {
  const { hostname } = new URL(url);
  const isLocal = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const envelopeFrom = settings.options.bouncesTo ?? readMailbox(settings.options.from, '').address;
  return {
    name: 'SMTP',
    async send(letter, beforeHandover) {
      let isHandedOver = false;
      const tooLate = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      const transport = createTransport({
        url,
        connectionTimeout: timeouts.connection,
        greetingTimeout: timeouts.connection,
        socketTimeout: timeouts.silence,
        requireTLS: !isLocal,
        ignoreTLS: isLocal,
      });
      try {
        const raw = await render(letter, settings);
        transport.use('stream', (mail, done) => {
          mail.message.processFunc((content) =>
            afterPermission(content, async () => {
              await beforeHandover();
              isHandedOver = true;
              timer = setTimeout(() => tooLate.abort(), timeouts.silence);
            }),
          );
          done();
        });
        await transport.sendMail({
          raw,
          envelope: { from: envelopeFrom, to: letter.to },
          signal: tooLate.signal,
        });
        return { kind: 'sent' };
      } catch (error) {
        return classify(error, isHandedOver);
      } finally {
        clearTimeout(timer);
        transport.close();
      }
    },
  };
}

function afterPermission(content: Readable, permit: () => Promise<void>): Readable {
  const read = async function* () {
    await permit();
    yield* content;
  };
  return Readable.from(read(), { objectMode: false });
}

/** An answer to a command, the end of the content included, is a refusal; a farewell on a closing line is not. */
function classify(error: unknown, isHandedOver: boolean): Outcome {
  const field = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : undefined);
  const status = Number(field('responseCode') ?? 0);
  const code = String(field('code') ?? 'smtp');
  const isAnswer = status >= 400 && (!isHandedOver || field('command') !== 'CONN');
  if (isHandedOver && !isAnswer) return { kind: 'uncertain' };
  if (['EAUTH', 'ECONFIG'].includes(code) || field('command') === 'MAIL FROM') {
    const reason = `${code} ${status}`;
    return status >= 400 && status < 500 ? { kind: 'later', reason } : { kind: 'broken', reason };
  }
  if (status >= 500) return { kind: 'refused', reason: String(status) };
  return { kind: 'later', reason: status > 0 ? String(status) : code };
}

/** Tries with one key, under which Resend sends once. */
const resendTries = 3;

function openResend(key: string, settings: TransportSettings): Transport {
  const opened = import('resend').then(({ Resend }) => {
    const baseUrl = settings.setting('RESEND_BASE_URL');
    return new Resend(key, { baseUrl: baseUrl ?? 'https://api.resend.com' });
  });
  return {
    name: 'Resend',
    async send(letter, beforeHandover) {
      try {
        await beforeHandover();
      } catch {
        return { kind: 'later', reason: 'store' };
      }
      const { from, headers } = compose(letter, settings);
      const { to, subject, html, text, id } = letter;
      const { replyTo } = settings.options;
      const mail = {
        from: `"${from.name.replace(/[\\"]/g, '')}" <${from.address}>`,
        ...{ to: [to], subject, text, headers: headers as Record<string, string> },
        ...(html ? { html } : {}),
        ...(replyTo ? { replyTo } : {}),
      };
      for (let count = 0; count < resendTries; count++) {
        const answer = await (await opened).emails.send(mail, { idempotencyKey: id }).catch(() => null);
        if (answer?.data?.id || answer?.error?.name === 'invalid_idempotent_request') return { kind: 'sent' };
        const status = answer?.error?.statusCode ?? 0;
        if (status === 429) return { kind: 'later', reason: '429' };
        if (status === 401 || status === 403) return { kind: 'broken', reason: String(status) };
        if (status >= 400 && status < 500 && status !== 409)
          return { kind: 'refused', reason: String(status) };
      }
      return { kind: 'uncertain' };
    },
  };
}

/** Files, each written once: `ID.eml`. */
function openOutbox(folder: string, settings: TransportSettings): Transport {
  return {
    name: 'outbox',
    async send(letter, beforeHandover) {
      try {
        const message = await render(letter, settings);
        await beforeHandover();
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        writeFileSync(join(folder, `${letter.id}.eml`), message, { mode: 0o600, flag: 'wx', flush: true });
        return { kind: 'sent' };
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'outbox';
        return code === 'EEXIST' ? { kind: 'sent' } : { kind: 'later', reason: code };
      }
    },
  };
}
