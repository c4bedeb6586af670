import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import fc from 'fast-check';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSmtpMailer } from '../../../sidecar/adapters/smtp-mailer.ts';
import { renderContactMail } from '../../../src/core/contact/mail.ts';
import { type ContactMessage, validateContactMessage } from '../../../src/core/contact/message.ts';
import { envelope, validMessage } from '../../helpers/contact-app.ts';
import { gate, pauseOf, SmtpStub } from '../../helpers/smtp-stub.ts';

interface Received {
  readonly from: string;
  readonly to: string[];
  readonly raw: Buffer;
}

const received: Received[] = [];
let port = 0;
const server = startSmtp({
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const from = session.envelope.mailFrom;
      received.push({
        from: from ? from.address : '',
        to: session.envelope.rcptTo.map(({ address }) => address),
        raw: Buffer.concat(chunks),
      });
      done();
    });
  },
});

function startSmtp(options: SMTPServerOptions): SMTPServer {
  const made = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    ...options,
  });
  made.on('error', () => {});
  return made;
}

async function listen(smtp: SMTPServer): Promise<number> {
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const address = smtp.server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

beforeAll(async () => {
  port = await listen(server);
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

const mail = (delivery: string) =>
  renderContactMail(validMessage, {
    mailSite: { title: 'Field notes', language: 'en', words: {} },
    channel: 'agent',
    delivery,
  });
const patience = () => ({
  signal: AbortSignal.timeout(500_000),
  beforeHandover: async () => {},
});

test('a mail arrives once, from us, to the owner, with a Message-ID made of the delivery', async () => {
  received.length = 0;
  const mailer = openSmtpMailer(`smtp://127.0.0.1:${port}`, envelope);
  expect(await mailer.send(mail('0f3c'), patience())).toEqual({ kind: 'accepted' });
  expect(received).toHaveLength(1);
  const [one] = received;
  expect([one!.from, one!.to]).toEqual(['contact@notes.example.org', ['owner@example.org']]);
  const parsed = await PostalMime.parse(one!.raw);
  expect(parsed.messageId).toBe('<0f3c@notes.example.org>');
  expect(parsed.text?.replace(/\r\n/g, '\n')).toBe(mail('0f3c').text);
  expect(parsed.html).toBeUndefined();
  expect(parsed.attachments).toEqual([]);
});

const headerNames = [
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
  'x-contact-channel',
  'x-contact-delivery',
];

/** Text that has broken mail programs before, mixed with anything that Unicode has. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    'a\r\nBcc: evil@example.com',
    'a\nBcc: evil@example.com\n\nbody',
    '=?utf-8?q?=0ABcc=3A_evil@example.com?=',
    'Bob, evil@example.com',
    '"Bob" <evil@example.com>',
    'x@example.org, evil@example.com',
    'a;b:c,<evil@example.com>',
    '\u202Emoc.elpmaxe@live',
    '(comment) \\" <>',
    'a\u0000b',
    'a\u2028Bcc: evil@example.com',
    'Zoë — 東京 👩‍👩‍👧',
    '.\r\n.\r\nMAIL FROM:<evil@example.com>',
    '\n.\n',
    '> quoted\n--\nName:     Someone else',
  ),
);

/** Mostly without what a line may not hold, so that the rest of Unicode gets past validation and into mails. */
const line = fc.oneof(
  { weight: 1, arbitrary: hostile },
  { weight: 9, arbitrary: hostile.map((text) => `x${text.replace(/[\p{C}\u2028\u2029]|=\?/gu, '')}`) },
);

const input = fc.record({
  name: line,
  email: fc.oneof(fc.constant('visitor@example.org'), fc.constant("o'hara+x_y-z@mail.example.co"), hostile),
  subject: line,
  message: fc.array(hostile, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('\n')),
  agent: line,
});

test('for any Unicode input the mail has exactly our headers and the validated text', async () => {
  const mailer = openSmtpMailer(`smtp://127.0.0.1:${port}`, envelope);
  let sent = 0;
  const check = async (message: ContactMessage) => {
    const delivery = `d${sent++}x`;
    const made = renderContactMail(message, {
      mailSite: { title: 'Field notes', language: 'en', words: {} },
      channel: 'form',
      delivery,
    });
    expect(await mailer.send(made, patience())).toEqual({ kind: 'accepted' });
    const own = received.filter(({ raw }) => raw.includes(`Message-ID: <${delivery}@`));
    expect(own).toHaveLength(1);
    const [one] = own;
    expect(one!.to).toEqual(['owner@example.org']);
    expect(one!.from).toBe('contact@notes.example.org');
    const parsed = await PostalMime.parse(one!.raw);
    expect(parsed.headers.map(({ key }) => key).sort()).toEqual(headerNames);
    checkAddresses(parsed, message);
    expect(parsed.subject).toBe(made.subject);
    expect(parsed.text?.replace(/\r\n/g, '\n')).toBe(made.text);
    expect(blockOf(parsed.text ?? '')[1]).toBe(`Email:    ${message.email}`);
  };
  // The server makes each client wait a moment, so they come in groups.
  const property = fc.asyncProperty(fc.array(input, { minLength: 40, maxLength: 40 }), async (inputs) => {
    received.length = 0;
    const valid = inputs.map(validateContactMessage).filter((result) => result.ok);
    await Promise.all(valid.map(({ message }) => check(message)));
  });
  await fc.assert(property, { numRuns: 40, seed: 42, endOnFailure: true });
  expect(sent).toBeGreaterThan(500);
});

function checkAddresses(parsed: Email, message: { name: string; email: string }): void {
  expect(parsed.to?.map(({ address }) => address)).toEqual(['owner@example.org']);
  expect(parsed.cc).toBeUndefined();
  expect(parsed.bcc).toBeUndefined();
  expect(parsed.from).toEqual({ name: 'Field notes', address: 'contact@notes.example.org' });
  expect(parsed.replyTo).toEqual([{ name: message.name, address: message.email }]);
}

/** The labelled block: everything below the only rule that no quote mark precedes. */
function blockOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const rules = lines.flatMap((line, index) => (/^-{40}$/.test(line) ? [index] : []));
  expect(rules).toHaveLength(1);
  return lines.slice(rules[0]! + 1);
}

test.each([
  [
    'a refused sender',
    { onMailFrom: refuse(550) },
    { kind: 'rejected', reason: 'ESENDER', reply: '550 no … here' },
  ],
  [
    'a busy server',
    { onMailFrom: refuse(451) },
    { kind: 'unavailable', reason: 'ESENDER', reply: '451 no … here' },
  ],
  [
    'content refused for good',
    { onData: refuseData(554) },
    { kind: 'rejected', reason: 'EMESSAGE', reply: '554' },
  ],
  [
    'content refused for now',
    { onData: refuseData(452) },
    { kind: 'unavailable', reason: 'EMESSAGE', reply: '452' },
  ],
] as const)('%s sent nothing', async (_, options, outcome) => {
  const own = startSmtp(options);
  const mailer = openSmtpMailer(`smtp://127.0.0.1:${await listen(own)}`, envelope);
  expect(await mailer.send(mail('x'), patience())).toEqual(outcome);
  await new Promise<void>((resolve) => own.close(() => resolve()));
});

function refuse(responseCode: number) {
  return (_address: unknown, _session: unknown, done: (error: Error) => void) =>
    done(Object.assign(new Error('no <visitor@example.org> here'), { responseCode }));
}

function refuseData(responseCode: number) {
  return (stream: NodeJS.ReadableStream, _session: unknown, done: (error: Error) => void) => {
    stream.resume();
    stream.on('end', () => done(Object.assign(new Error('no <visitor@example.org> here'), { responseCode })));
  };
}

test('a server that is not there sent nothing', async () => {
  const mailer = openSmtpMailer('smtp://127.0.0.1:9', envelope);
  expect((await mailer.send(mail('x'), patience())).kind).toBe('unavailable');
});

test.each([
  ['before DATA', /^RCPT/i, 'unavailable'],
  ['at DATA', /^DATA/i, 'unavailable'],
  ['after the final dot', /^\.\r?$/m, 'unknown'],
  ['in a farewell after the final dot', /^\.\r?$/m, 'unknown', '421 clos'],
] as const)('a connection that breaks %s is %s', async (_, cutAt, kind, farewell?: string) => {
  const cutter = await startCutter(cutAt, (socket) => socket.end(farewell ?? ''));
  const mailer = openSmtpMailer(`smtp://127.0.0.1:${cutter.port}`, envelope);
  expect((await mailer.send(mail('x'), patience())).kind).toBe(kind);
  cutter.stop();
});

test('a server that falls silent after the content is given up as unknown', async () => {
  const given = new AbortController();
  const silent = await startCutter(/^\.\r?$/m, () => given.abort());
  const mailer = openSmtpMailer(`smtp://127.0.0.1:${silent.port}`, envelope);
  expect((await mailer.send(mail('x'), { ...patience(), signal: given.signal })).kind).toBe('unknown');
  silent.stop();
});

/** A mail server of a few lines that cuts the line, or does something else and says no more, when it hears something. */
async function startCutter(cutAt: RegExp, act = (socket: Socket): unknown => socket.destroy()) {
  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('220 cutter\r\n');
    let inData = false;
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      if (cutAt.test(inData ? text : text.trim())) {
        act(socket);
        return;
      }
      if (inData) return;
      inData = /^DATA/i.test(text);
      socket.write(inData ? '354 go on\r\n' : '250 fine\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const address = tcp.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      tcp.close();
    },
  };
}

test('nothing is handed over before it is allowed, and the server has asked for it by then', async () => {
  const stub = await new SmtpStub().start();
  const [reached, asked] = [gate(), gate()];
  stub.mood = () => ({
    data: () => {
      reached.open();
      return asked.wait();
    },
  });
  const mailer = openSmtpMailer(`smtp://127.0.0.1:${stub.port}`, envelope);
  let asks = 0;
  const sending = mailer.send(mail('late'), {
    ...patience(),
    beforeHandover: async () => {
      asks++;
      expect(stub.handovers).toEqual([]);
    },
  });
  await reached.wait();
  expect(asks).toBe(0);
  asked.open();
  expect(await sending).toEqual({ kind: 'accepted' });
  expect([asks, stub.accepted.length]).toEqual([1, 1]);
  await stub.stop();
});

test('when it is not allowed nothing is sent', async () => {
  const stub = await new SmtpStub().start();
  const mailer = openSmtpMailer(`smtp://127.0.0.1:${stub.port}`, envelope);
  const refused = { ...patience(), beforeHandover: () => Promise.reject(new Error('lost')) };
  expect((await mailer.send(mail('x'), refused)).kind).toBe('unavailable');
  expect(stub.handovers).toEqual([]);
  await stub.stop();
});

test('the greeting has a budget of its own, and so has the answer to the content', async () => {
  const stub = await new SmtpStub().start();
  stub.mood = () => ({ greeting: pauseOf(300), dot: pauseOf(300) });
  const open = (timeouts: { connection: number; greeting: number; silence: number }) =>
    openSmtpMailer(`smtp://127.0.0.1:${stub.port}`, envelope, timeouts).send(mail('x'), patience());
  const long = 30_000;
  const impatient = await open({ connection: long, greeting: 50, silence: long });
  expect(impatient.kind).toBe('unavailable');
  const unsure = await open({ connection: long, greeting: long, silence: 50 });
  expect(unsure.kind).toBe('unavailable');
  expect(stub.handovers).toEqual([]);
  expect(await open({ connection: long, greeting: long, silence: long })).toEqual({ kind: 'accepted' });
  await stub.stop();
});

test('beyond this machine, a server without TLS gets neither password nor mail', async () => {
  const own = startSmtp({});
  const mailer = openSmtpMailer(`smtp://notes.localhost.:${await listen(own)}`, envelope);
  const outcome = await mailer.send(mail('x'), patience());
  expect(outcome.kind).not.toBe('accepted');
  await new Promise<void>((resolve) => own.close(() => resolve()));
});
