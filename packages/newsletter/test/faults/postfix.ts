import { spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { openSqlitePluginStores } from '../../../../sidecar/adapters/sqlite-plugin-store.ts';
import { findFreePort } from '../../../../test/helpers/ports.ts';
import { openTransport } from '../../src/mails/transport.ts';
import { sendNewsletter } from '../../src/send.ts';
import { addSubscribers, createState, options, site } from './newsletter-site.ts';

/**
 * Sends one post to 10,000 subscribers through a Postfix of its own, and verifies the DKIM signature of each mail with
 * dkimpy: `PYTHON=…/bin/python node packages/newsletter/test/faults/postfix.ts [COUNT]`, as root, with Debian's postfix.
 */
const count = Number(process.argv[2] ?? 10_000);
const folder = mkdtempSync(join(tmpdir(), 'agentsite-postfix-'));
chmodSync(folder, 0o755);
const config = join(folder, 'config');
const received = join(folder, 'mails');
for (const name of [config, received, join(folder, 'queue'), join(folder, 'data')]) mkdirSync(name);
spawnSync('chown', ['postfix', join(folder, 'data')]);

const arrived = new Map<string, number>();
let written = 0;
const sink = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  maxClients: 200,
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      for (const { address } of session.envelope.rcptTo)
        arrived.set(address, (arrived.get(address) ?? 0) + 1);
      writeFileSync(join(received, `${written++}.eml`), Buffer.concat(chunks));
      done();
    });
  },
});
const sinkPort = await findFreePort();
sink.listen(sinkPort, '127.0.0.1');
await once(sink.server, 'listening');

const port = await findFreePort();
const main = {
  compatibility_level: '3.6',
  queue_directory: join(folder, 'queue'),
  data_directory: join(folder, 'data'),
  maillog_file: join(folder, 'log'),
  maillog_file_prefixes: folder,
  inet_interfaces: '127.0.0.1',
  inet_protocols: 'ipv4',
  myhostname: 'mail.notes.example.org',
  mydestination: '',
  relayhost: `[127.0.0.1]:${sinkPort}`,
  mynetworks: '127.0.0.0/8',
  smtpd_relay_restrictions: 'permit_mynetworks, reject',
  smtp_dns_support_level: 'disabled',
  smtp_host_lookup: 'native',
  smtpd_client_connection_count_limit: '0',
  smtpd_peername_lookup: 'no',
  default_destination_concurrency_limit: '20',
  alias_maps: '',
};
writeFileSync(
  join(config, 'main.cf'),
  Object.entries(main)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join(''),
);
const services = [
  'pickup unix n - n 60 1 pickup',
  'cleanup unix n - n - 0 cleanup',
  'qmgr unix n - n 300 1 qmgr',
  'rewrite unix - - n - - trivial-rewrite',
  'bounce unix - - n - 0 bounce',
  'defer unix - - n - 0 bounce',
  'trace unix - - n - 0 bounce',
  'smtp unix - - n - - smtp',
  'relay unix - - n - - smtp',
  'error unix - - n - - error',
  'retry unix - - n - - error',
  'scache unix - - n - 1 scache',
  'anvil unix - - n - 1 anvil',
  'tlsmgr unix - - n 1000? 1 tlsmgr',
  'proxymap unix - - n - - proxymap',
  'showq unix n - n - - showq',
  'flush unix n - n 1000? 0 flush',
  'verify unix - - n - 1 verify',
  'postlog unix-dgram n - n - 1 postlogd',
];
writeFileSync(join(config, 'master.cf'), `127.0.0.1:${port} inet n - n - - smtpd\n${services.join('\n')}\n`);
spawn('postfix', ['-c', config, 'start-fg'], { stdio: 'ignore' });
const readLog = () => {
  const file = join(folder, 'log');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
const own = {
  ...options,
  dkim: { domain: 'notes.example.org', selector: 'news' },
  bouncesTo: 'bounces@notes.example.org',
};
const setting = (name: string) => ({ SMTP_URL: `smtp://127.0.0.1:${port}`, NEWSLETTER_DKIM_KEY: pem })[name];
const stores = openSqlitePluginStores(folder, { now: () => Date.now() });
const lease = 60_000;
const parts = {
  options: own,
  transport: await openTransport({ options: own, site, setting }),
  say: (line: string) => console.log(line),
  signal: new AbortController().signal,
  pause: 200,
};
const now = () => Date.now();
try {
  const before = createState(stores.open('newsletter'), now, { lease, hasPost: false });
  await addSubscribers(before, count);
  await sendNewsletter({ ...parts, state: before });
  for (let tries = 0; tries < 200 && !/daemon started/.test(readLog()); tries++) await delay(100);
  if (!/daemon started/.test(readLog())) throw new Error(`Postfix did not start: ${readLog()}`);
  const started = performance.now();
  const state = createState(stores.open('newsletter'), now, { lease, hasPost: true });
  for (let run = 0; run < 20; run++) {
    await sendNewsletter({ ...parts, state });
    if ((await state.readLedger())?.editions.every((edition) => edition.state === 'done')) break;
  }
  const seconds = (performance.now() - started) / 1000;
  for (let last = -1; arrived.size < count && last !== written; await delay(5_000)) last = written;
  const doubled = [...arrived.values()].filter((number) => number > 1).length;
  console.log(
    `${arrived.size} of ${count} subscribers got a mail, ${doubled} more than one, in ${seconds.toFixed(0)} s (${(count / seconds).toFixed(0)} mails a second).`,
  );
  const verify = `import sys, os, dkim
record = sys.argv[2].encode()
names = os.listdir(sys.argv[1])
good = sum(dkim.verify(open(os.path.join(sys.argv[1], name), 'rb').read(), dnsfunc=lambda *a, **k: record) for name in names)
print(f'dkimpy: {good} of {len(names)} signatures are valid')`;
  const checked = spawnSync(process.env.PYTHON ?? 'python3', ['-c', verify, received, record], {
    encoding: 'utf8',
  });
  console.log(checked.stdout.trim() || checked.stderr);
  console.log(readFileSync(join(received, '0.eml'), 'utf8').split('\r\n\r\n')[0]);
  if (arrived.size < count || doubled > 0) process.exitCode = 1;
} finally {
  spawnSync('postfix', ['-c', config, 'stop']);
  if (process.exitCode) console.log(readLog().slice(-2_000));
  sink.close();
  await stores.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
