import type { NewsletterState } from '../newsletter-state.ts';
import type { BounceKind } from './bounces.ts';
import type { Subscriber } from './subscribers.ts';

/** Soft bounces in a row that end a subscription. */
const maxSoft = 5;

export interface SubscriberBounce {
  readonly id: string;
  readonly kind: BounceKind;
  /** Key of the edition, where it is known. */
  readonly edition: string;
}

/**
 * A hard bounce or a complaint ends a subscription, and so does the fifth soft bounce in a row: of editions between which the
 * subscriber got no other. One that is reported twice, or late, does not count.
 */
export async function endByBounce(
  state: NewsletterState,
  { id, kind, edition }: SubscriberBounce,
): Promise<void> {
  const { softEdition } = (await state.subscribers.get(id)) ?? {};
  const keys = ((await state.readLedger())?.editions ?? []).map(({ key }) => key);
  const [last, now] = [keys.indexOf(softEdition ?? ''), keys.indexOf(edition)];
  if (kind === 'soft' && now !== -1 && now <= last) return;
  const between = await Promise.all(keys.slice(last + 1, now).map((key) => state.recipientsOf(key)));
  const follows = softEdition === undefined || now === -1 || !between.some((others) => others.includes(id));
  await state.subscribers.change(id, (old): Subscriber | null => {
    if (old?.standing !== 'active') return null;
    if (kind !== 'soft') return { ...old, standing: kind === 'complaint' ? 'complained' : 'bounced' };
    const soft = follows ? old.soft + 1 : 1;
    return { ...old, soft, softEdition: edition, standing: soft >= maxSoft ? 'bounced' : 'active' };
  });
}
