import { randomUUID } from 'node:crypto';
import { type SidecarContext, wordsOfPlugin, z } from 'agentsite/plugin';
import { say } from '../mails/layout.ts';
import type { Transport } from '../mails/transport.ts';
import type { NewsletterState } from '../newsletter-state.ts';
import { replaceUntilDone } from '../replace-until-done.ts';
import { frequencies } from '../subscribers/subscribers.ts';
import { issueToken, openToken } from '../tokens.ts';

export const day = 86_400_000;
const lifetime = 2 * day;
/** Mails to one address in a day. */
const perAddress = 3;

/** What waits for the button behind the link; it is sealed in the store. */
const requestSchema = z.object({
  mail: z.string(),
  topics: z.array(z.string()),
  language: z.string(),
  frequency: z.enum(frequencies),
  source: z.string(),
});
export type SubscribeRequest = z.output<typeof requestSchema>;

/** Mails with a link to a button, which subscribes. The link is valid for 48 hours, and the button works once. */
export class Confirmations {
  readonly #context: SidecarContext;
  readonly #state: NewsletterState;
  readonly #transport: Transport;

  constructor(context: SidecarContext, state: NewsletterState, transport: Transport) {
    this.#context = context;
    this.#state = state;
    this.#transport = transport;
  }

  /** Mails the link, unless the address had enough of them today. */
  async ask(request: SubscribeRequest): Promise<void> {
    const { store, sign, now, urlOf, site, log } = this.#context;
    const { subscribers } = this.#state;
    const id = subscribers.idOf(request.mail);
    if (!(await this.count(`asked ${Math.floor(now() / day)} ${id}`, perAddress))) return;
    const nonce = randomUUID();
    await store.set(`pending ${nonce}`, subscribers.seal.close(JSON.stringify(request)), lifetime);
    const words = wordsOfPlugin({ ...site, language: request.language }, 'newsletter');
    const link = urlOf(`confirm/${issueToken(sign, 'confirm', nonce, now())}`);
    const letter = {
      id: `confirm.${nonce}`,
      to: request.mail,
      subject: say(words.confirmSubject, { site: site.title }),
      text: `${say(words.confirmText, { site: site.title })}\n\n${link}\n\n${words.ignore}\n`,
    };
    const { kind } = await this.#transport.send(letter, async () => undefined);
    if (kind !== 'sent') log.warn({ kind }, 'a confirmation was not sent');
  }

  /** What a link asks for; null where it is forged, too old, or was used. */
  async read(token: string): Promise<SubscribeRequest | null> {
    const value = await this.#find(token);
    if (value === null) return null;
    return requestSchema.parse(JSON.parse(this.#state.subscribers.seal.open(value)));
  }

  async confirm(token: string): Promise<SubscribeRequest | null> {
    const { store, now } = this.#context;
    const [value, request] = [await this.#find(token), await this.read(token)];
    if (value === null || request === null) return null;
    const id = this.#state.subscribers.idOf(request.mail);
    const since = new Date(now()).toISOString();
    await this.#state.subscribers.change(id, () => ({ ...request, id, since, standing: 'active', soft: 0 }));
    // Last, so that the button can be pressed again after a failure; once the key is gone the link does nothing.
    await store.replace(keyOf(token), value, null);
    return request;
  }

  /** Counts up to a limit. @returns was there room? */
  async count(key: string, limit: number): Promise<boolean> {
    let hasRoom = false;
    const add = (value: string | null) => {
      hasRoom = Number(value ?? 0) < limit;
      return hasRoom ? String(Number(value ?? 0) + 1) : null;
    };
    await replaceUntilDone(this.#context.store, key, add, 2 * day);
    return hasRoom;
  }

  async #find(token: string): Promise<string | null> {
    const { sign, now, store } = this.#context;
    const { kind } = openToken(sign, 'confirm', token, now(), lifetime);
    return kind === 'valid' ? store.get(keyOf(token)) : null;
  }
}

const keyOf = (token: string) => `pending ${token.split('.')[0]}`;
