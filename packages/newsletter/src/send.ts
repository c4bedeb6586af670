import { setTimeout as delay } from 'node:timers/promises';
import { parseMoment } from 'agentsite/model';
import { type End, ends } from './deliveries.ts';
import { type Edition, planEditions } from './ledger.ts';
import { composeLetter } from './mails/compose-letter.ts';
import type { Letter, Transport } from './mails/transport.ts';
import type { NewsletterState } from './newsletter-state.ts';
import type { Options } from './options.ts';
import { Pace } from './pace.ts';
import { type Post, type PostList, readList } from './post-list.ts';
import { isReceiving, nothing } from './subscribers/subscribers.ts';
import { wants } from './topics.ts';

export interface SendParts {
  readonly state: NewsletterState;
  readonly options: Options;
  readonly transport: Transport;
  /** One line for the owner; without addresses. */
  readonly say: (line: string) => void;
  readonly onProgress?: (done: number, all: number) => void;
  /** Ends the run after the mails that are under way. */
  readonly signal: AbortSignal;
  /** Milliseconds after the first 4xx of a domain; doubled after each further one. */
  readonly pause?: number;
}

const atATime = 8;
/** Tries for one mail in a run; the next run goes on. */
const maxTries = 4;
/** Milliseconds between tries to reach the store, and how often. */
const storePause = 500;
const storeTries = 240;
/** Days for which an edition is tried; then what is left is refused. */
const maxDays = 4;
const day = 86_400_000;

/** Opens the editions that are due, and sends all that are open. @param named path of a post to send whatever its date */
export async function sendNewsletter(parts: SendParts, named?: string): Promise<void> {
  const { state, say } = parts;
  const list = readList(state.shared.read);
  const plan = await planNow(parts, list, named);
  for (const note of plan.notes) say(note);
  for (const edition of plan.opened)
    await state.recipientsOf(edition.key, () => findRecipients(parts, edition, list.posts));
  // Recipients first: an edition without them would be complete at once.
  await state.changeLedger((ledger) => {
    const again = planEditions(ledger, list, localTime(state), named);
    const isSame = again.opened.map(({ key }) => key).join() === plan.opened.map(({ key }) => key).join();
    return isSame ? again.ledger : ledger;
  });
  const ledger = await state.readLedger();
  for (const edition of ledger?.editions ?? [])
    if (edition.state === 'open' && !parts.signal.aborted) await sendEdition(parts, edition, list.posts);
}

/** What `--dry-run` prints: nothing is stored. @param show gets each mail as it will look, to nobody */
export async function describeNext(
  parts: SendParts,
  named: string | undefined,
  show: (letter: Letter) => void,
): Promise<readonly string[]> {
  const list = readList(parts.state.shared.read);
  const plan = await planNow(parts, list, named);
  const open = plan.ledger.editions.filter((edition) => edition.state === 'open');
  const lines = open.map(async (edition) => {
    const recipients = await findRecipients(parts, edition, list.posts);
    const posts = postsOf(edition, list.posts);
    const topics = posts.flatMap((post) => post.topics);
    const languages = isGone(edition, posts) ? [] : posts.map((post) => post.language);
    for (const language of new Set(languages)) {
      const nobody = { ...nothing, id: 'preview', topics, language, frequency: edition.frequency };
      show(composeLetter(parts.state, parts.options, posts, nobody, `${edition.key}-${language}`));
    }
    return `${edition.title}: ${recipients.length} mails (${edition.frequency})`;
  });
  return [...plan.notes, ...(await Promise.all(lines))];
}

async function planNow({ state }: SendParts, list: PostList, named?: string) {
  return planEditions(await state.readLedger(), list, localTime(state), named);
}

const localTime = ({ shared: { now, site } }: NewsletterState): string =>
  parseMoment(new Date(now()).toISOString(), site.timezone)?.local ??
  new Date(now()).toISOString().slice(0, 19);

async function findRecipients(
  { state, options }: SendParts,
  edition: Edition,
  posts: readonly Post[],
): Promise<string[]> {
  const own = postsOf(edition, posts);
  const now = state.shared.now();
  const all = await state.subscribers.all();
  return all
    .filter((one) => one.frequency === edition.frequency && isReceiving(one, now))
    .filter((one) => own.some((post) => wants(one, post, options)))
    .map(({ id }) => id);
}

/** The posts of an edition that are still published, as they are now. */
const postsOf = (edition: Edition, posts: readonly Post[]): readonly Post[] =>
  posts.filter(({ keys }) => edition.posts.some((key) => keys.includes(key)));

/** A digest may mention posts that have no mail of their own. */
const isGone = ({ frequency }: Edition, posts: readonly Post[]): boolean =>
  posts.length === 0 || (frequency === 'each' && posts.every(({ file }) => file === undefined));

async function sendEdition(parts: SendParts, edition: Edition, posts: readonly Post[]): Promise<void> {
  const { state, say, onProgress } = parts;
  const own = postsOf(edition, posts);
  if (isGone(edition, own)) return closeEdition(parts, edition, 'withdrawn');
  const recipients = await state.recipientsOf(edition.key);
  const pace = new Pace(parts.options, parts.pause);
  const queue = recipients.map((id) => ({ id, tries: 0 }));
  let left = 0;
  let done = 0;
  let broken: string | null = null;
  const work = async () => {
    for (let next = queue.shift(); next && !parts.signal.aborted && broken === null; next = queue.shift()) {
      const outcome = await sendOne(parts, edition, own, next.id, pace);
      if (outcome.kind === 'broken') broken = outcome.reason;
      if (outcome.kind === 'later' && next.tries + 1 < maxTries)
        queue.push({ ...next, tries: next.tries + 1 });
      else if (outcome.kind === 'done') onProgress?.(++done, recipients.length);
      else left++;
    }
  };
  await Promise.all(Array.from({ length: atATime }, work));
  if (broken !== null)
    throw new Error(`No mail can be sent (${broken}). Run \`npx agentsite newsletter check\`.`);
  const isOld = state.shared.now() - Date.parse(`${edition.opened}Z`) > maxDays * day;
  if (left + queue.length === 0 || isOld) await closeEdition(parts, edition, 'done');
  else say(`${edition.title}: ${left + queue.length} mails are left for the next run.`);
}

type Step = { readonly kind: 'done' | 'later' } | { readonly kind: 'broken'; readonly reason: string };

async function sendOne(
  { state, options, transport, signal }: SendParts,
  { key }: Edition,
  posts: readonly Post[],
  id: string,
  pace: Pace,
): Promise<Step> {
  const { deliveries } = state;
  const subscriber = await persist(() => state.subscribers.get(id));
  if (!subscriber || !isReceiving(subscriber, state.shared.now())) return { kind: 'done' };
  const domain = subscriber.mail.split('@')[1] ?? '';
  if (!(await pace.wait(domain, signal))) return { kind: 'later' };
  const claim = await persist(() => deliveries.claim(key, id));
  if (claim.kind === 'ended') return { kind: 'done' };
  if (claim.kind === 'taken') {
    await delay(storePause);
    return { kind: 'later' };
  }
  const letter = composeLetter(state, options, posts, subscriber, state.letterId(key, id));
  const outcome = await transport.send(letter, () => deliveries.handOver(key, id));
  if (outcome.kind === 'later' || outcome.kind === 'broken') {
    await persist(() => deliveries.release(key, id));
    if (outcome.kind === 'broken') return outcome;
    pace.slowDown(domain);
    return { kind: 'later' };
  }
  // From here on only the record may be tried again.
  await persist(() => deliveries.end(key, id, outcome.kind));
  pace.speedUp(domain);
  return { kind: 'done' };
}

/** Waits for a store that can't be reached for a while. Each step may be repeated. */
async function persist<Value>(step: () => Promise<Value>): Promise<Value> {
  for (let count = 1; ; count++) {
    try {
      return await step();
    } catch (error) {
      if (count === storeTries) throw error;
      await delay(storePause);
    }
  }
}

/** Counts how the mails ended, names the uncertain ones by the ID of their subscriber, and lets the records expire. */
async function closeEdition(
  { state, say }: SendParts,
  edition: Edition,
  as: 'done' | 'withdrawn',
): Promise<void> {
  const recipients = await state.recipientsOf(edition.key);
  const found = new Map<string, End | null>();
  for (const id of recipients) found.set(id, await persist(() => state.deliveries.endOf(edition.key, id)));
  const count = (end: End | null) => [...found.values()].filter((one) => one === end).length;
  const counts = { ...Object.fromEntries(ends.map((end) => [end, count(end)])), skipped: count(null) };
  await persist(() =>
    state.changeLedger(
      (ledger) =>
        ledger && {
          ...ledger,
          editions: ledger.editions.map((one) =>
            one.key === edition.key ? { ...one, state: as, counts } : one,
          ),
        },
    ),
  );
  for (const [id, end] of found) if (end) await persist(() => state.deliveries.forget(edition.key, id, end));
  const words = Object.entries(counts).map(([end, number]) => `${number} ${end}`);
  say(`${edition.title}: ${as}, ${words.join(', ')}.`);
  for (const [id, end] of found)
    if (end === 'uncertain') say(`  uncertain: ${id} (npx agentsite newsletter list --id ${id})`);
}
