import type { SidecarContext } from 'agentsite/plugin';
import type { MentionBox } from './mention-box.ts';

/** Mails are this far apart, and have this many mentions each. */
const pause = 10 * 60_000;
const perMail = 20;
const verbs: Readonly<Record<string, string>> = {
  'in-reply-to': 'replies to',
  'like-of': 'likes',
  'repost-of': 'reposts',
};

/** Asks the owner to decide about what is new, in one mail. */
export async function mailWaiting(context: SidecarContext, box: MentionBox): Promise<void> {
  const { store } = context;
  if ((await store.get('unmailed')) === null) return;
  if (!(await store.replace('pause', null, '1', pause))) return;
  await store.delete('unmailed');
  const last = Number((await store.get('mailed')) ?? 0);
  const waiting = (await box.list()).filter((one) => one.status === 'waiting' && one['wm-id'] > last);
  const chosen = waiting.slice(0, perMail);
  const [first] = chosen;
  if (!first) return;
  const lines = chosen.map((mention) => {
    const key = box.keyOf(mention['wm-source'], mention['wm-target']);
    const words = (mention.content?.text ?? '').slice(0, 500).replace(/\s+/g, ' ');
    return [
      `${mention.author?.name || new URL(mention.url).host} ${verbs[mention['wm-property']] ?? 'mentions'} ${mention['wm-target']}`,
      mention.url,
      ...(words === '' ? [] : [`> ${words}`]),
      `Show, hide or block: ${context.urlOf(`decide/${key}?hash=${context.sign(`decide ${key}`)}`)}`,
    ].join('\n');
  });
  const key = `To store them in content/: MENTIONS_KEY=${context.sign('owner')} npx agentsite mentions\nWho has this key can read and decide about mentions.`;
  const number = chosen.at(-1)?.['wm-id'] ?? last;
  const outcome = await context.mail({
    id: `waiting ${number}`,
    subject: chosen.length === 1 ? 'A mention waits' : `${chosen.length} mentions wait`,
    text: `${lines.join('\n\n')}\n\n${key}\n`,
  });
  const isSent = outcome === 'sent' || outcome === 'unknown';
  if (isSent) await store.set('mailed', String(number));
  if (!isSent || waiting.length > chosen.length) await store.set('unmailed', '1');
}
