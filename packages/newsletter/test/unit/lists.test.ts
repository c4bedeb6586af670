import { createHmac, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkDomain, readRecords } from '../../src/mails/check-domain.ts';
import { optionsSchema } from '../../src/options.ts';
import { readBounce } from '../../src/subscribers/bounces.ts';
import { readCsv, writeCsv } from '../../src/subscribers/csv.ts';
import { endByBounce } from '../../src/subscribers/end-by-bounce.ts';
import { importRows } from '../../src/subscribers/import-rows.ts';
import { addSubscribers, createState } from '../faults/newsletter-site.ts';
import { memoryStore } from '../helpers/memory-store.ts';

const sources = {
  Substack: [
    'email,active_subscription,expiry,plan,email_disabled,created_at',
    (mail: string) => `${mail},false,,other,false,2025-03-04T05:06:07.000Z`,
    (mail: string) => `${mail},false,,other,true,2025-03-04T05:06:07.000Z`,
  ],
  Mailchimp: [
    '"Email Address","First Name","OPTIN_TIME","CONFIRM_TIME","UNSUB_TIME","TAGS"',
    (mail: string) => `${mail},"Ada, B.","2025-03-04 05:06:07","2025-03-04 05:06:07",,"a"`,
    (mail: string) => `${mail},Ada,"2025-03-04 05:06:07","2025-03-04 05:06:07","2026-01-01 00:00:00",""`,
  ],
  Buttondown: [
    'email_address,type,creation_date,tags,notes',
    (mail: string) => `${mail},regular,2025-03-04T05:06:07Z,,`,
    (mail: string) => `${mail},unsubscribed,2025-03-04T05:06:07Z,,`,
  ],
  Ghost: [
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers',
    (mail: string) => `1,${mail},Ada,,true,false,,2025-03-04T05:06:07.000Z,,,`,
    (mail: string) => `1,${mail},Ada,,false,false,,2025-03-04T05:06:07.000Z,,,`,
  ],
  listmonk: [
    'uuid,email,name,attributes,status,created_at,updated_at',
    (mail: string) => `u,${mail},Ada,"{""city"": ""Oslo, N""}",enabled,2025-03-04 05:06:07+00,x`,
    (mail: string) => `u,${mail},Ada,{},blocklisted,2025-03-04 05:06:07+00,x`,
  ],
} as const;

const open = (store = memoryStore()) => createState(store, () => 0, { lease: 1000, hasPost: false });
const defaults = { language: 'en', topics: ['posts'], frequency: 'each', source: 'x', since: 'now' } as const;

test.each(Object.entries(sources))(
  '5,000 rows of %s are imported once, with consent and status',
  async (name, [head, active, gone]) => {
    const { subscribers } = open();
    const mails = Array.from({ length: 5_000 }, (_, at) => `reader${at}@example.org`);
    const csv = [head, ...mails.map((mail, at) => (at % 10 === 0 ? gone(mail) : active(mail)))].join('\r\n');
    const read = readCsv(Buffer.from(`\uFEFF${csv}`));
    expect(read.name).toBe(name);
    expect(await importRows(subscribers, read.rows, defaults)).toEqual({
      added: 4_500,
      unsubscribed: 500,
      kept: 0,
      unreadable: [],
    });
    expect(await importRows(subscribers, read.rows, defaults)).toMatchObject({ added: 0, kept: 5_000 });
    const all = await subscribers.all();
    expect(all.filter(({ standing }) => standing === 'active')).toHaveLength(4_500);
    expect(all[0]?.since.slice(0, 10)).toMatch(/^2025-03-0[345]$/);
    const again = readCsv(Buffer.from(writeCsv(all)));
    expect([again.name, again.rows.length]).toEqual(['Agentsite', 5_000]);
    expect(again.rows.filter(({ standing }) => standing === 'active')).toHaveLength(4_500);
  },
);

test('a CSV of unknown columns is refused with their names, and rows without an address with their lines', async () => {
  expect(() => readCsv(Buffer.from('a,b\n1,2\n'))).toThrow('No format is known with the columns a, b.');
  const { rows } = readCsv(
    Buffer.from('email,active_subscription,email_disabled\nx\n,,\nada@example.org,a,false\n'),
  );
  expect((await importRows(open().subscribers, rows, defaults)).unreadable).toEqual([2]);
});

const people =
  'email;active_subscription;email_disabled;created_at;name\r\n"+ada+x@example.org";false;false;2025-03-04;"Ada\r\nB."\r\n\r\nZoe@BÜCHER.example;false;true;;Zoe\r\nzoe@bücher.example;false;false;;Zoe\r\n"\'a b\'@example.org";false;false;;\r\n';

test.each([
  ['semicolons, CRLF, line breaks in quotes', Buffer.from(people)],
  ['UTF-16', Buffer.from(`\uFEFF${people}`, 'utf16le')],
  ['UTF-16 in the other order', Buffer.from(`\uFEFF${people}`, 'utf16le').swap16()],
])('a CSV with %s is read, and exported for another import', async (_, bytes) => {
  const { subscribers } = open();
  const read = readCsv(bytes);
  expect(await importRows(subscribers, read.rows, defaults)).toEqual({
    added: 1,
    unsubscribed: 1,
    kept: 1,
    unreadable: [5],
  });
  const all = await subscribers.all();
  expect(all.map(({ mail, standing, since }) => [mail, standing, since]).sort()).toEqual([
    ['+ada+x@example.org', 'active', '2025-03-04T00:00:00.000Z'],
    ['zoe@xn--bcher-kva.example', 'left', 'now'],
  ]);
  const again = readCsv(Buffer.from(writeCsv(all)));
  expect(await importRows(subscribers, again.rows, defaults)).toMatchObject({ added: 0, kept: 2 });
});

test('the store has no address in it', async () => {
  const store = memoryStore();
  await addSubscribers(open(store), 50);
  expect(JSON.stringify([...store.values])).not.toMatch(/reader\d|example/);
});

const bounce = (id: string, status: string, action = 'failed') =>
  Buffer.from(
    `From: MAILER-DAEMON@mx.example\r\nContent-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; reader0@d0.example\r\nAction: ${action}\r\nStatus: ${status}\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <${id}@notes.example.org>\r\nSubject: x\r\n\r\nx\r\n--b--\r\n`,
  );

test('a bounce counts if it has the Message-ID of a mail of this site', async () => {
  const state = open();
  const [one, two] = await addSubscribers(state, 2);
  if (!one || !two) throw new Error('Two were added.');
  const edition = '0123456789abcdef';
  const own = state.letterId(edition, one.id);
  expect(await readBounce(state, bounce(own, '5.1.1'))).toEqual({ id: one.id, edition, kind: 'hard' });
  expect(await readBounce(state, bounce(own, '5.2.2'))).toMatchObject({ kind: 'soft' });
  expect(await readBounce(state, bounce(own, '4.4.1'))).toMatchObject({ kind: 'soft' });
  expect(await readBounce(state, bounce(own, '4.4.1', 'delayed'))).toBe(null);
  const forged = `${edition}.${two.id}.${createHmac('sha256', 'x').digest('base64url').slice(0, 22)}`;
  expect(await readBounce(state, bounce(forged, '5.1.1'))).toBe(null);
  await endByBounce(state, { id: one.id, kind: 'hard', edition });
  expect((await state.subscribers.get(one.id))?.standing).toBe('bounced');
  for (const kind of ['soft', 'soft', 'soft', 'soft'] as const)
    await endByBounce(state, { id: two.id, kind, edition: '' });
  expect((await state.subscribers.get(two.id))?.standing).toBe('active');
  await endByBounce(state, { id: two.id, kind: 'soft', edition: '' });
  expect((await state.subscribers.get(two.id))?.standing).toBe('bounced');
});

test('soft bounces are in a row where the subscriber got nothing in between', async () => {
  const state = open();
  const [one, two] = await addSubscribers(state, 2);
  if (!one || !two) throw new Error('Two were added.');
  await state.changeLedger(() => ({
    ...{ known: [], newest: '', waiting: { weekly: [], monthly: [] }, period: { weekly: '', monthly: '' } },
    editions: ['a', 'b', 'c', 'd'].map((key) => {
      return { key, frequency: 'each', posts: [], title: '', state: 'done', opened: '' } as const;
    }),
  }));
  for (const key of ['a', 'c', 'd']) await state.recipientsOf(key, async () => [one.id, two.id]);
  await state.recipientsOf('b', async () => [two.id]);
  const count = async (id: string, ...editions: string[]) => {
    for (const edition of editions) await endByBounce(state, { id, kind: 'soft', edition });
    return (await state.subscribers.get(id))?.soft;
  };
  expect(await count(one.id, 'a', 'c')).toBe(2);
  expect(await count(one.id, 'c', 'a', 'd')).toBe(3);
  expect(await count(two.id, 'a', 'c')).toBe(1);
});

test('the records of a domain are checked, and what is missing has a sentence', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const options = optionsSchema.parse({
    from: 'Zoe <news@example.org>',
    dkim: { domain: 'example.org', selector: 'n' },
  });
  const zone = `example.org. 3600 IN TXT "v=spf1 include:mail.example -all"
n._domainkey.example.org. IN TXT "v=DKIM1; k=rsa; " "p=${key}"
_dmarc.example.org TXT "v=DMARC1; p=none"`;
  const setting = (name: string) => ({ SMTP_URL: 'smtp://localhost', NEWSLETTER_DKIM_KEY: pem })[name];
  expect(await checkDomain(options, setting, readRecords(zone))).toEqual([]);
  const none = await checkDomain(options, setting, readRecords(''));
  expect(none.map((line) => line.split(':')[0])).toEqual(['SPF', 'DKIM', 'DMARC']);
  const other = zone.replace(key, key.replace('M', 'N')).replace('-all', '').replace('p=none', 'x=1');
  expect(await checkDomain(options, setting, readRecords(other))).toHaveLength(3);
});
