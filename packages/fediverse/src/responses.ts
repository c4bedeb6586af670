import { createHash } from 'node:crypto';
import { htmlToText } from 'agentsite/text';
import { type ForeignObject, idOf, objectOf, stringOf } from './foreign-json.ts';
import { readJson, type Store, update } from './state.ts';

/** What someone said of a document, as the command `agentsite fediverse` stores it for the owner. */
export interface Response {
  readonly type: 'comment' | 'like' | 'repost';
  /** ID of the note, or of the activity, by which it is changed and withdrawn. */
  readonly source: string;
  readonly actor: string;
  readonly name: string;
  /** Where people read it. */
  readonly url: string;
  readonly published: string;
  /** ID of the document. */
  readonly document: string;
  /** The response that this one answers; an empty text for none. */
  readonly parent: string;
  readonly html: string;
}

const maxOfDocument = 1_000;
const maxOfActor = 20;
const maxHtml = 20_000;
const listKey = (document: string) => `responses ${document}`;
const placeKey = (source: string) => `response ${shortHash(source)}`;
const actorKey = (actor: string) => `actor ${shortHash(actor)}`;

/** What others said of the documents of this site. */
export class Responses {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** For commands: it reads everything. */
  async all(): Promise<readonly Response[]> {
    const lists = await this.#store.list(listKey(''));
    return lists.flatMap(([, text]) => JSON.parse(text) as Response[]);
  }

  /** Has an account said anything here? */
  isKnown = async (actor: string): Promise<boolean> => (await this.#store.get(actorKey(actor))) !== null;

  async find(source: string): Promise<Response | undefined> {
    const document = await this.#store.get(placeKey(source));
    if (document === null) return undefined;
    const list = await readJson<readonly Response[]>(this.#store, listKey(document), []);
    return list.find((one) => one.source === source);
  }

  /** @returns `refused` where there are too many, of the document or of an account */
  async keep(response: Response): Promise<'new' | 'changed' | 'refused'> {
    const { source, document, actor } = response;
    let result = 'refused' as 'new' | 'changed' | 'refused';
    await update<readonly Response[]>(this.#store, listKey(document), [], (list) => {
      const index = list.findIndex((one) => one.source === source);
      const isFull =
        list.length >= maxOfDocument || list.filter((one) => one.actor === actor).length >= maxOfActor;
      result = index >= 0 ? 'changed' : isFull ? 'refused' : 'new';
      if (result === 'refused') return undefined;
      return index >= 0 ? list.with(index, response) : [...list, response];
    });
    if (result !== 'new') return result;
    await this.#store.set(placeKey(source), document);
    await this.#store.set(actorKey(actor), '1');
    return result;
  }

  /** Removes what an account said of a document. */
  async remove(document: string, isRemoved: (response: Response) => boolean): Promise<void> {
    await update<readonly Response[]>(this.#store, listKey(document), [], (list) => {
      const kept = list.filter((one) => !isRemoved(one));
      return kept.length === list.length ? undefined : kept;
    });
  }

  async removeAllOf(actor: string): Promise<void> {
    const documents = new Set(
      (await this.all()).filter((one) => one.actor === actor).map((one) => one.document),
    );
    for (const document of documents) await this.remove(document, (one) => one.actor === actor);
    await this.#store.delete(actorKey(actor));
  }
}

/** Is a note or an activity for everyone? */
export const isPublic = ({ to, cc }: ForeignObject): boolean =>
  [to, cc].flat().some((one) => /(?:#|^as:|^)Public$/.test(stringOf(one)));

/** A note that answers a document; null for one that has no words, or isn't public. */
export function readReply(
  note: ForeignObject,
  writer: ForeignObject,
  place: Pick<Response, 'document' | 'parent'>,
): Response | null {
  const source = idOf(note.id);
  const actor = idOf(writer.id);
  if (source === null || actor === null || new URL(source).origin !== new URL(actor).origin) return null;
  // Some servers give the text by language alone.
  const content = note.content ?? Object.values(objectOf(note.contentMap) ?? {})[0];
  const html = stringOf(content).slice(0, maxHtml);
  if (!isPublic(note) || htmlToText(html).trim() === '') return null;
  const published = Date.parse(stringOf(note.published)) || 0;
  const addresses = [note.url].flat().map((one) => stringOf(one) || stringOf(objectOf(one)?.href));
  const url = addresses.find((one) => URL.parse(one)?.origin === new URL(actor).origin) ?? source;
  const date = new Date(published).toISOString();
  return { type: 'comment', source, actor, name: nameOf(writer), url, published: date, html, ...place };
}

/** A name is text: markup in it is what it says, not what it does. */
export function nameOf(actor: ForeignObject): string {
  const words = [actor.name, actor.preferredUsername, URL.parse(idOf(actor.id) ?? '')?.host].map(stringOf);
  const plain = words.map((word) =>
    word
      .replace(/[\p{C}\s]+/gu, ' ')
      .trim()
      .slice(0, 100),
  );
  return plain.find((word) => word !== '') ?? '';
}

export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** What the owner's command presents to the server to get the responses. */
export const responsesKey = ({ sign }: { readonly sign: (text: string) => string }): string =>
  sign('responses');
