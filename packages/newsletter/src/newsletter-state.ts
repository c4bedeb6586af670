import type { SidecarContext } from 'agentsite/plugin';
import { Deliveries } from './deliveries.ts';
import type { Ledger } from './ledger.ts';
import { replaceUntilDone } from './replace-until-done.ts';
import { Subscribers } from './subscribers/subscribers.ts';
import { issueToken } from './tokens.ts';

/** What the sidecar and the command share. */
export type SharedState = Pick<SidecarContext, 'site' | 'store' | 'sign' | 'now' | 'urlOf' | 'read'>;

const ledgerKey = 'ledger';

/** The newsletter in the plugin's store. */
export class NewsletterState {
  readonly shared: SharedState;
  readonly subscribers: Subscribers;
  readonly deliveries: Deliveries;

  /** @param lease milliseconds for which a mail that is being sent belongs to one process */
  constructor(shared: SharedState, lease?: number) {
    this.shared = shared;
    this.subscribers = new Subscribers(shared.store, shared.sign);
    this.deliveries = new Deliveries(shared.store, shared.now, lease);
  }

  async readLedger(): Promise<Ledger | null> {
    return parseLedger(await this.shared.store.get(ledgerKey));
  }

  /** @param change null leaves the ledger as it is */
  async changeLedger(change: (ledger: Ledger | null) => Ledger | null): Promise<void> {
    await replaceUntilDone(this.shared.store, ledgerKey, (value) => {
      const next = change(parseLedger(value));
      return next && JSON.stringify(next);
    });
  }

  /** IDs of those who get an edition: fixed when it is opened, so that no later subscriber is among them. */
  async recipientsOf(edition: string, find?: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const { store } = this.shared;
    const key = `recipients ${edition}`;
    const known = await store.get(key);
    if (known !== null || !find) return known?.split(' ').filter(Boolean) ?? [];
    await store.replace(key, null, (await find()).join(' '));
    return this.recipientsOf(edition);
  }

  /** The page that ends a subscription; it is always the same one. */
  leaveUrlOf(subscriber: string): string {
    return this.shared.urlOf(`leave/${issueToken(this.shared.sign, 'leave', subscriber, 0)}`);
  }

  /** Left side of a Message-ID. Only this site can make it, so a bounce that has it is one of its mails. */
  letterId(edition: string, subscriber: string): string {
    return `${edition}.${subscriber}.${this.shared.sign(`letter ${edition} ${subscriber}`).slice(0, 22)}`;
  }
}

const parseLedger = (value: string | null): Ledger | null => (value === null ? null : JSON.parse(value));
