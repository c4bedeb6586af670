import { resolveTxt } from 'node:dns/promises';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadEnvFile, readOwnSite } from 'agentsite/content';
import { openPluginContext } from 'agentsite/plugin';
import { openTerminal, readOptions, stop } from 'agentsite/terminal';
import { checkDomain, readRecords } from '../mails/check-domain.ts';
import { openTransport } from '../mails/transport.ts';
import { NewsletterState } from '../newsletter-state.ts';
import type { Options } from '../options.ts';
import { isAnswered, noSidecar } from '../routes/is-answered.ts';
import { describeNext, sendNewsletter } from '../send.ts';
import { readBounce } from '../subscribers/bounces.ts';
import { readCsv, writeCsv } from '../subscribers/csv.ts';
import { endByBounce } from '../subscribers/end-by-bounce.ts';
import { importRows } from '../subscribers/import-rows.ts';
import { readMailboxOf } from '../subscribers/mailbox.ts';
import { nothing, readAddress, type Subscriber } from '../subscribers/subscribers.ts';

const usage = `Usage: agentsite newsletter COMMAND [OPTIONS]

  send             sends what was published since the last time
    --dry-run      says what would be sent, and sends nothing; with --into FOLDER the mails are HTML files there
    --only /PATH/  sends this post, whatever its date is; each post goes out once
  list             counts the subscribers; --addresses lists them, --id ID shows one
  import FILE      adds subscribers from a CSV of Substack, Mailchimp, Buttondown, Ghost, listmonk or export
  export [FILE]    writes all subscribers as CSV
  delete ADDRESS   deletes a person; a keyed hash stays, so that no import adds them again
  bounces [FILE …] reads bounces from the mailbox NEWSLETTER_IMAP_URL, or from files
  check            checks SPF, DKIM and DMARC of the sender's domain; --records FILE reads them from a zone file

  -h, --help       this text`;

const { values, positionals } = readOptions(
  usage,
  {
    'dry-run': { type: 'boolean', default: false },
    only: { type: 'string' },
    into: { type: 'string' },
    addresses: { type: 'boolean', default: false },
    id: { type: 'string' },
    records: { type: 'string' },
  },
  true,
);
const [command = '', ...given] = positionals;
if (command === '') stop(usage);
const site = await readOwnSite();
const options = site.plugins?.find(({ name }) => name === 'newsletter')?.options as Options | undefined;
if (!options) stop('newsletter() is not in `plugins` of site.ts.', 1);
loadEnvFile(process.cwd());
const opened = await openPluginContext(site, 'newsletter').catch((error) => stop(error.message, 1));
const files = join(opened.setting('RELEASE_DIR') ?? 'dist', 'client');
const read = (path: string) => {
  const file = join(files, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};
const state = new NewsletterState({ ...opened, read });
const { subscribers } = state;
const say = (line: string) => console.log(line);

const commands: Readonly<Record<string, () => Promise<void>>> = {
  async send() {
    const terminal = openTerminal(process.stderr, () => performance.now());
    const transport = await openTransport({ options, site, setting: opened.setting });
    const onProgress = (done: number, all: number) => terminal.progress(`${done} of ${all}`);
    const parts = { state, options, transport, say, onProgress, signal: opened.signal };
    if (!values['dry-run']) return sendNewsletter(parts, values.only);
    const lines = await describeNext(parts, values.only, ({ id, html = '' }) => {
      if (values.into === undefined) return;
      mkdirSync(values.into, { recursive: true });
      writeFileSync(join(values.into, `${id}.html`), html);
    });
    say(lines.length > 0 ? lines.join('\n') : 'Nothing is to be sent.');
  },
  async list() {
    const all = await subscribers.all();
    const found = values.id === undefined ? null : all.find(({ id }) => id === values.id);
    if (found === undefined) stop(`No subscriber has the ID ${values.id}.`, 1);
    if (found) return say(writeCsv([found]));
    if (values.addresses) return say(writeCsv(all.filter(({ standing }) => standing !== 'deleted')));
    if (all.length === 0) say('No subscribers.');
    const active = all.filter(({ standing }) => standing === 'active');
    const groups = [
      count(all, ({ standing }) => [standing]),
      count(active, ({ topics }) => topics),
      count(active, ({ frequency }) => [frequency]),
      count(active, ({ language }) => [language]),
    ];
    for (const group of groups.filter(Boolean)) say(group);
    const editions = (await state.readLedger())?.editions ?? [];
    for (const { title, state: as, counts = {} } of editions.slice(-10))
      say(
        `${title}: ${[as, ...Object.entries(counts).map(([end, number]) => `${number} ${end}`)].join(', ')}`,
      );
  },
  async import() {
    const { name, rows } = readCsv(readFileSync(given[0] ?? stop('Name the file: newsletter import FILE')));
    const defaults = {
      language: site.language,
      topics: ['posts'],
      frequency: 'each',
      since: new Date().toISOString(),
    } as const;
    const { added, unsubscribed, kept, unreadable } = await importRows(subscribers, rows, {
      ...defaults,
      source: name,
    });
    say(
      `${name}: ${added} added, ${unsubscribed} that left there, ${kept} known already, ${unreadable.length} without a usable address.`,
    );
    if (unreadable.length > 0) say(`Rows without a usable address: ${unreadable.join(', ')}.`);
  },
  async export() {
    const csv = writeCsv((await subscribers.all()).filter(({ standing }) => standing !== 'deleted'));
    if (given[0] === undefined) process.stdout.write(csv);
    else writeFileSync(given[0], csv, { mode: 0o600 });
  },
  async delete() {
    const mail = readAddress(given[0] ?? '') ?? stop('Name the address: newsletter delete name@example.org');
    const id = subscribers.idOf(mail);
    await subscribers.change(id, () => ({ id, ...nothing }));
    say('Deleted. Mails that are being sent right now may still arrive.');
  },
  async bounces() {
    const url = opened.setting('NEWSLETTER_IMAP_URL');
    const found = { hard: 0, soft: 0, complaint: 0, other: 0 };
    const take = async (mail: Uint8Array) => {
      const bounce = await readBounce(state, mail);
      found[bounce?.kind ?? 'other']++;
      if (bounce) await endByBounce(state, bounce);
      return bounce !== null;
    };
    for (const file of given) await take(readFileSync(file));
    if (given.length === 0)
      await readMailboxOf(url ?? stop('Set NEWSLETTER_IMAP_URL: imaps://user:password@host/INBOX'), take);
    say(
      `${found.hard} hard bounces, ${found.soft} soft ones, ${found.complaint} complaints, ${found.other} other mails.`,
    );
  },
  async check() {
    const lookup = values.records
      ? readRecords(readFileSync(values.records, 'utf8'))
      : async (name: string) => (await resolveTxt(name).catch(() => [])).map((parts) => parts.join(''));
    const problems = [...(await checkDomain(options, opened.setting, lookup))];
    if (!isAnswered(site)) problems.push(noSidecar);
    say(problems.length > 0 ? problems.join('\n') : 'SPF, DKIM and DMARC are in order.');
    if (problems.length > 0) process.exitCode = 1;
  },
};

function count(all: readonly Subscriber[], namesOf: (one: Subscriber) => readonly string[]): string {
  const numbers = new Map<string, number>();
  for (const name of all.flatMap(namesOf)) numbers.set(name, (numbers.get(name) ?? 0) + 1);
  return [...numbers].map(([name, number]) => `${name} ${number}`).join(', ');
}

if (!Object.hasOwn(commands, command)) stop(usage);
try {
  await commands[command]?.();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
} finally {
  await opened[Symbol.asyncDispose]();
}
