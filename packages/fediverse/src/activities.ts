import type { SidecarContext } from 'agentsite/plugin';
import { htmlToText } from 'agentsite/text';
import { addressesOf } from './addresses.ts';
import type { Connections } from './connections.ts';
import type { Deliveries } from './deliveries.ts';
import type { Followers } from './followers.ts';
import { type ForeignObject, idOf, objectOf, stringOf } from './foreign-json.ts';
import type { Received } from './inbox.ts';
import type { Options } from './options.ts';
import type { Releases } from './releases.ts';
import { isPublic, nameOf, type Response, type Responses, readReply, shortHash } from './responses.ts';

export interface ActivityParts {
  readonly context: SidecarContext;
  readonly options: Options;
  readonly followers: Followers;
  readonly responses: Responses;
  readonly releases: Releases;
  readonly deliveries: Deliveries;
  readonly servers: Connections;
}

/** Mails about replies in an hour; the command shows all of them. */
const mailsPerHour = 20;
const hour = 3_600_000;
const isNote = (type: unknown) => ['Note', 'Article', 'Page', 'Question'].includes(stringOf(type));

/** What each activity of others does, once its signature is checked. What is done twice is done once. */
export class Activities {
  readonly #parts: ActivityParts;
  readonly #at: ReturnType<typeof addressesOf>;

  constructor(parts: ActivityParts) {
    this.#parts = parts;
    this.#at = addressesOf(parts.context.site);
  }

  readonly handle = async (activity: Received): Promise<unknown> => {
    const { followers } = this.#parts;
    const { type, actor, json } = activity;
    const object = idOf(json.object);
    if (type === 'Follow') return this.#follow(activity);
    if (type === 'Undo') return this.#undo(activity);
    if (type === 'Like') return this.#react(activity, 'like');
    if (type === 'Announce') return isPublic(json) ? this.#react(activity, 'repost') : null;
    if (type === 'Create') return this.#reply(activity);
    if (type === 'Update') return this.#change(activity);
    if (type === 'Delete') return this.#delete(actor, object ?? '');
    if (type === 'QuoteRequest') return this.#allowQuote(activity);
    // Who moves follows again from the new account.
    if (type === 'Move' && object === actor) return followers.remove(actor);
    if (type === 'Block' && object === this.#at.actor) return followers.remove(actor);
    return null;
  };

  async #follow({ id, actor, json }: Received): Promise<void> {
    const inbox = idOf(json.object) === this.#at.actor ? await this.#inboxOf(actor) : null;
    if (!inbox) return;
    await this.#parts.followers.add(actor, [inbox.own, inbox.shared, id]);
    await this.#answer('Accept', json, inbox.own);
  }

  async #undo({ actor, json }: Received): Promise<void> {
    const { followers, responses } = this.#parts;
    const undone = objectOf(json.object);
    const [type, source] = [stringOf(undone?.type), idOf(json.object) ?? ''];
    // A follow that is only named is known by its ID.
    if (type === 'Follow' || undone === null) await followers.remove(actor, undone ? null : source);
    const kind = type === 'Like' ? 'like' : type === 'Announce' ? 'repost' : null;
    const document =
      (await this.#documentOf(idOf(undone?.object))) ?? (await responses.find(source))?.document;
    const isUndone = (one: Response) => one.source === source || (kind !== null && one.type === kind);
    if (document) await responses.remove(document, (one) => one.actor === actor && isUndone(one));
  }

  async #react({ id, actor, json }: Received, type: 'like' | 'repost'): Promise<void> {
    const { responses, servers, context } = this.#parts;
    const document = await this.#documentOf(idOf(json.object));
    const writer = document === null ? null : await servers.load(actor);
    if (document === null || !writer) return;
    const published = new Date(context.now()).toISOString();
    const said = { type, source: id, actor, name: nameOf(writer), url: actor, published };
    await responses.keep({ ...said, document, parent: '', html: '' });
  }

  async #reply(activity: Received): Promise<void> {
    const { options, followers, responses } = this.#parts;
    const found = options.replies === 'none' ? null : await this.#noteOf(activity);
    const answered = idOf(found?.note.inReplyTo);
    if (!found || answered === null) return;
    const before = await responses.find(answered);
    const document = before?.document ?? (await this.#documentOf(answered));
    if (document === null) return;
    if (options.replies === 'followers' && !(await followers.has(activity.actor))) return;
    const reply = readReply(found.note, found.writer, { document, parent: before?.source ?? '' });
    if (reply && (await responses.keep(reply)) === 'new') await this.#notify(reply);
  }

  async #change(activity: Received): Promise<void> {
    const { responses } = this.#parts;
    const known = await responses.find(idOf(activity.json.object) ?? '');
    const found = known?.actor === activity.actor ? await this.#noteOf(activity) : null;
    if (!known || !found) return;
    const { document, parent } = known;
    const reply = readReply(found.note, found.writer, { document, parent });
    if (reply) await responses.keep(reply);
  }

  async #delete(actor: string, deleted: string): Promise<void> {
    const { followers, responses } = this.#parts;
    if (deleted === actor) {
      await followers.remove(actor);
      return responses.removeAllOf(actor);
    }
    const document = (await responses.find(deleted))?.document ?? '';
    return responses.remove(document, (one) => one.actor === actor && one.source === deleted);
  }

  /** Consent to a quote (FEP-044f): a stamp at an address that only this site can make. */
  async #allowQuote({ actor, json }: Received): Promise<void> {
    const { options, followers, context } = this.#parts;
    const [object, quote, inbox] = [idOf(json.object), idOf(json.instrument), await this.#inboxOf(actor)];
    if (!inbox || object === null || quote === null || (await this.#documentOf(object)) === null) return;
    const isAllowed =
      options.quotes === 'anyone' || (options.quotes === 'followers' && (await followers.has(actor)));
    if (!isAllowed || new URL(quote).origin !== new URL(actor).origin)
      return this.#answer('Reject', json, inbox.own);
    const words = Buffer.from(JSON.stringify([object, quote])).toString('base64url');
    const result = context.urlOf(`quotes/${words}.${context.sign(`quote ${words}`)}`);
    return this.#answer('Accept', json, inbox.own, { result });
  }

  async #answer(type: string, asked: ForeignObject, inbox: string, more = {}): Promise<void> {
    const { '@context': _, ...object } = asked;
    const { actor } = this.#at;
    const id = `${actor}#${type.toLowerCase()}-${shortHash(stringOf(asked.id))}`;
    const own = { '@context': 'https://www.w3.org/ns/activitystreams', id, type, actor, object };
    await this.#parts.deliveries.add({ ...own, ...more }, [inbox]);
  }

  /** ID of the document that an address of an object of this site means. */
  async #documentOf(address: string | null): Promise<string | null> {
    const start = this.#at.objectOf('');
    if (!address?.startsWith(start)) return null;
    const name = address.slice(start.length);
    const object = await this.#parts.releases.find(name);
    return object === null || object === 'gone' ? null : (name.split('.')[0] ?? null);
  }

  /** Inboxes of an account, at its own server: no one makes this site send to others. */
  async #inboxOf(actor: string): Promise<{ own: string; shared: string } | null> {
    const described = await this.#parts.servers.load(actor);
    const own = idOf(described?.inbox);
    const { origin } = new URL(actor);
    if (!described || idOf(described.id) !== actor || URL.parse(own ?? '')?.origin !== origin) return null;
    const shared = idOf(objectOf(described.endpoints)?.sharedInbox) ?? '';
    return { own: own ?? '', shared: URL.parse(shared)?.origin === origin ? shared : '' };
  }

  /** A note of the sender, with all of it in the activity or at its own address, and the sender. */
  async #noteOf({ actor, json }: Received) {
    const { servers } = this.#parts;
    const given = objectOf(json.object);
    const note = given && 'attributedTo' in given ? given : await servers.load(idOf(json.object) ?? '');
    const writer = await servers.load(actor);
    return isNote(note?.type) && idOf(note?.attributedTo) === actor && note && writer
      ? { note, writer }
      : null;
  }

  async #notify({ name, url, html }: Response): Promise<void> {
    const { store, mail, now } = this.#parts.context;
    const slot = `mails ${Math.floor(now() / hour)}`;
    const sent = await store.get(slot);
    const count = Number(sent);
    if (count >= mailsPerHour || !(await store.replace(slot, sent, String(count + 1), hour))) return;
    const text = `${htmlToText(html)}\n\n${url}\n\nIt waits until you approve it: npx agentsite fediverse\n`;
    await mail({ id: url, subject: `A reply of ${name}`, text });
  }
}

/** The consent to a quote at an address of this site; null for one that was not given here. */
export function readStamp({ sign, urlOf, site }: SidecarContext, name: string): object | null {
  const [words = '', signature] = name.split('.');
  if (signature !== sign(`quote ${words}`)) return null;
  const [object, quote] = JSON.parse(Buffer.from(words, 'base64url').toString()) as [string, string];
  const terms = {
    gts: 'https://gotosocial.org/ns#',
    QuoteAuthorization: 'https://w3id.org/fep/044f#QuoteAuthorization',
    interactingObject: { '@id': 'gts:interactingObject', '@type': '@id' },
    interactionTarget: { '@id': 'gts:interactionTarget', '@type': '@id' },
  };
  return {
    '@context': ['https://www.w3.org/ns/activitystreams', terms],
    ...{ id: urlOf(`quotes/${name}`), type: 'QuoteAuthorization', attributedTo: addressesOf(site).actor },
    ...{ interactingObject: quote, interactionTarget: object },
  };
}
