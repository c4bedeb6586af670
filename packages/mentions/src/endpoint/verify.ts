import { isPrivateHost } from 'agentsite/http';
import type { SidecarContext } from 'agentsite/plugin';
import { ask } from '../ask.ts';
import type { Asked, KeptMention, MentionBox } from './mention-box.ts';
import type { readPageAside } from './read-page.ts';

/** What the owner set in `site.ts`. */
export interface Options {
  readonly approve: readonly string[];
  readonly privateHosts: readonly string[];
}

const accept = 'text/html, application/json;q=0.5, text/plain;q=0.3';
const maxPage = 512 * 1024;
const [hour, month] = [3_600_000, 30 * 86_400_000];
/** Of pages with the same words in a month, and of pages that one page may mention in an hour. */
const maxRepetitions = 3;
const maxTargets = 10;

/** May a host be asked? Private ones only where the owner named them. */
export const mayAsk = (host: string, { privateHosts }: Options): boolean =>
  privateHosts.includes(host) || !isPrivateHost(host);

/** Fetches the source of a webmention, and stores, updates or withdraws it. @returns `retry` where it can't be fetched */
export async function verify(
  { source, target }: Asked,
  context: SidecarContext,
  box: MentionBox,
  read: typeof readPageAside,
): Promise<'done' | 'retry'> {
  const options = context.options as Options;
  const known = await box.get(box.keyOf(source, target));
  const asked = new URL(source).hostname;
  const isOwners = options.privateHosts.includes(asked);
  const page = await ask(source, { headers: { Accept: accept }, maxLength: maxPage, isOwners });
  if (typeof page === 'string' || page.status >= 500 || [408, 425, 429].includes(page.status)) return 'retry';
  const type = page.headers['content-type'] ?? '';
  const { url, text } = page;
  const found = page.status < 300 ? await read({ url, text, type, target }) : null;
  if (found === null) {
    if (known && known.status !== 'gone')
      await box.put({ ...known, status: 'gone', author: null, content: null });
    return 'done';
  }
  const hosts = [...new Set([asked, new URL(url).hostname])];
  const opinions = await Promise.all(hosts.map((host) => box.opinionOf(host)));
  const isBlocked = opinions.includes('blocked');
  if (found === 'spam' || isBlocked || (await isRepeated(found.content?.text ?? '', source, target, box))) {
    context.log.info({ reason: isBlocked ? 'blocked' : 'spam' }, 'a webmention was dropped');
    if (known?.status === 'approved' || known?.status === 'waiting')
      await box.put({ ...known, status: 'hidden' });
    return 'done';
  }
  const isTrusted = isApproved(hosts, opinions, options);
  const isSame = known !== null && known.status !== 'gone' && isEqual(known, found);
  if (isSame && !(isTrusted && known.status === 'waiting')) return 'done';
  await box.put({
    ...(known ? { first: known.first } : {}),
    ...found,
    url,
    'wm-source': source,
    'wm-target': target,
    'wm-received': new Date(context.now()).toISOString(),
    status: known?.status === 'hidden' ? 'hidden' : isTrusted ? 'approved' : 'waiting',
  });
  return 'done';
}

/** Is a page shown without a decision? Its address and that behind redirects must be of approved sites. */
export const isApproved = (
  hosts: readonly string[],
  opinions: readonly (string | null)[],
  { approve }: Options,
): boolean => hosts.every((host, at) => opinions[at] === 'approved' || approve.includes(host));

const isEqual = (a: KeptMention, b: object): boolean =>
  Object.entries(b).every(
    ([name, value]) => JSON.stringify(value) === JSON.stringify(a[name as keyof KeptMention]),
  );

/** The same words from many pages, or one page for many of ours. */
async function isRepeated(text: string, source: string, target: string, box: MentionBox): Promise<boolean> {
  const isNew = async (what: string, lifetime: number) => (await box.count(what, lifetime)) === 1;
  if (
    (await isNew(`of ${source}\n${target}`, hour)) &&
    (await box.count(`from ${source}`, hour)) > maxTargets
  )
    return true;
  const words = text.toLowerCase().replace(/\s+/g, ' ').trim();
  if (words.length < 20 || !(await isNew(`text ${source}\n${words}`, month))) return false;
  return (await box.count(`text ${words}`, month)) > maxRepetitions;
}
