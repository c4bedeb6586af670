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

/** A hard bounce or a complaint ends a subscription, and so does the fifth soft bounce of editions that follow each other. */
export async function endByBounce(
  state: NewsletterState,
  { id, kind, edition }: SubscriberBounce,
): Promise<void> {
  const editions = (await state.readLedger())?.editions ?? [];
  const own = editions.find(({ key }) => key === edition)?.frequency;
  const row = editions.filter(({ frequency }) => frequency === own).map(({ key }) => key);
  await state.subscribers.change(id, (old): Subscriber | null => {
    if (old?.standing !== 'active') return null;
    if (kind !== 'soft') return { ...old, standing: kind === 'complaint' ? 'complained' : 'bounced' };
    if (old.softEdition === edition && edition !== '') return null;
    const follows = edition === '' || row.indexOf(edition) === row.indexOf(old.softEdition ?? '') + 1;
    const soft = follows ? old.soft + 1 : 1;
    return { ...old, soft, softEdition: edition, standing: soft >= maxSoft ? 'bounced' : 'active' };
  });
}
