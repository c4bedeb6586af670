import { LRUCache } from 'lru-cache';
import { paths } from '../../src/core/model/urls.ts';
import { cutSnippet, snippetLength } from '../../src/core/search-index/snippet.ts';
import { type FieldChoice, pickFields, wantsField } from '../../src/core/wp/fields.ts';
import { parsePhpQuery } from '../../src/core/wp/php-query.ts';
import type { WpOutcome } from './outcome.ts';
import type { WpRouter } from './router.ts';
import { decodeBytes, type ObjectForm, type ObjectRef, type ObjectStore } from './store.ts';

/** What `_fields` and `_embed` ask for. */
export interface AnswerChoice {
  readonly fields: FieldChoice | null;
  /** Relations to embed; `true` for all, null for none. */
  readonly embed: true | readonly string[] | null;
  /** What was searched for, and the characters of each snippet. */
  readonly searched?: { readonly words: readonly string[]; readonly length: number } | undefined;
}

interface ObjectLink {
  readonly href: string;
  readonly embeddable?: boolean;
}
type ObjectLinks = Readonly<Record<string, readonly ObjectLink[]>>;

/** A collection that is embedded is embedded whole, as far as one page reaches. */
const maxEmbedded = 100;

/** Max cached objects. */
const maxEmbeddedObjects = 500;

const comma = Buffer.from(',');
const openList = Buffer.from('[');
const closeList = Buffer.from(']');

/** Turns outcomes into JSON. Ready JSON passes through as bytes unless something has to be chosen or embedded. */
export function createWpRenderer(base: string, store: ObjectStore, router: WpRouter) {
  const readEmbedded = openEmbeddedObjects(store);
  return { render };

  function render(outcome: WpOutcome, choice: AnswerChoice): Uint8Array[] {
    switch (outcome.kind) {
      case 'error':
        return [Buffer.from(JSON.stringify(outcome.error))];
      case 'value':
        return [Buffer.from(JSON.stringify(pickValue(outcome, choice.fields)))];
      case 'item':
        return renderObject(outcome.ref, outcome.form, choice, 'item', new Map());
      case 'list': {
        if (!choice.fields && !choice.embed) return renderList(outcome.refs, outcome.form);
        const embedded = new Map<string, string>();
        const { refs, words } = outcome;
        const chosen = { ...choice, searched: words && { words, length: snippetLength(refs.length) } };
        const pieces: Uint8Array[] = [openList];
        for (const [index, ref] of refs.entries()) {
          if (index > 0) pieces.push(comma);
          pieces.push(...renderObject(ref, outcome.form, chosen, 'member', embedded));
        }
        pieces.push(closeList);
        return pieces;
      }
    }
  }

  /** Ready JSON of all objects; of documents, the common case, in one piece. */
  function renderList(refs: readonly ObjectRef[], form: ObjectForm): Uint8Array[] {
    const positions = refs.flatMap((ref) => ('position' in ref ? ref.position : []));
    if (positions.length === refs.length) return [store.readList(positions, form)];
    const objects = refs.flatMap((ref, index) => [index > 0 ? comma : openList, store.read(ref, form)]);
    return [...objects, closeList];
  }

  function renderObject(
    ref: ObjectRef,
    form: ObjectForm,
    { fields, embed, searched }: AnswerChoice,
    place: 'item' | 'member',
    embedded: Map<string, string>,
  ): Uint8Array[] {
    if (fields) {
      const chosen = chooseFields(ref, form, { fields, embed, searched }, place, embedded);
      return [Buffer.from(JSON.stringify(chosen))];
    }
    const json = store.read(ref, form);
    if (!embed) return [json];
    const members = embedAll(linksOf(json), embed, embedded);
    if (members === null) return [json];
    return [json.subarray(0, -1), Buffer.from(`,"_embedded":${members}}`)];
  }

  function chooseFields(
    ref: ObjectRef,
    form: ObjectForm,
    { fields, embed, searched }: AnswerChoice & { readonly fields: FieldChoice },
    place: 'item' | 'member',
    embedded: Map<string, string>,
  ): unknown {
    const stored = store.parse(ref, form === 'view' && !wantsField(fields, 'content') ? 'lean' : form);
    if (searched && 'position' in ref && wantsField(fields, 'snippet'))
      stored.snippet = cutSnippet(store.markdownOf(ref.position), searched.words, searched.length);
    // WordPress adds the links of a single object after the fields were chosen: all of them, or none.
    const { _links: links, ...own } = stored;
    const whole = place === 'item' && (wantsField(fields, '_links') || wantsField(fields, '_embedded'));
    let chosen = pickFields(place === 'item' ? own : stored, fields.tree);
    if (whole) chosen = { ...(Array.isArray(chosen) ? {} : (chosen as object)), _links: links };
    if (!embed || Array.isArray(chosen)) return chosen;
    const { _links: chosenLinks } = chosen as { _links?: ObjectLinks };
    const members = chosenLinks ? embedAll(chosenLinks, embed, embedded) : null;
    return members === null ? chosen : { ...(chosen as object), _embedded: JSON.parse(members) };
  }

  /** The value of `_embedded` as JSON; null when nothing is embedded. */
  function embedAll(
    links: ObjectLinks,
    embed: true | readonly string[],
    embedded: Map<string, string>,
  ): string | null {
    const members: string[] = [];
    for (const [relation, targets] of Object.entries(links)) {
      if (embed !== true && !embed.includes(relation)) continue;
      if (!Array.isArray(targets)) continue;
      const found = targets.map((target) => (target.embeddable ? embedAnswer(target.href, embedded) : '[]'));
      if (found.every((json) => json === '[]')) continue;
      members.push(`${JSON.stringify(relation)}:[${found.join(',')}]`);
    }
    return members.length === 0 ? null : `{${members.join(',')}}`;
  }

  /** The answer of another route, in its short form. The same address is asked once for each answer. */
  function embedAnswer(href: string, embedded: Map<string, string>): string {
    const known = embedded.get(href);
    if (known !== undefined) return known;
    const target = href.slice(`${base}${paths.wpRoot}`.length - 1);
    const mark = target.indexOf('?');
    const query = new Map(parsePhpQuery(mark < 0 ? '' : target.slice(mark + 1)))
      .set('context', 'embed')
      .set('per_page', String(maxEmbedded));
    const route = mark < 0 ? target : target.slice(0, mark);
    const { outcome } = router.answer({ method: 'GET', route, query, body: null, brokenBody: false });
    const json = embedOutcome(outcome);
    embedded.set(href, json);
    return json;
  }

  function embedOutcome(outcome: WpOutcome): string {
    if (outcome.kind === 'list')
      return `[${outcome.refs.map((ref) => readEmbedded(ref, outcome.form)).join(',')}]`;
    if (outcome.kind === 'item') return readEmbedded(outcome.ref, outcome.form);
    return decodeBytes(render(outcome, { fields: null, embed: null }));
  }
}

/** @returns an embedded object as JSON; authors and terms, which many documents have, are cached */
function openEmbeddedObjects(store: ObjectStore): (ref: ObjectRef, form: ObjectForm) => string {
  const cache = new LRUCache<string, string>({ max: maxEmbeddedObjects });
  return (ref, form) => {
    if ('position' in ref) return decodeBytes([store.read(ref, form)]);
    const key = `${form} ${ref.kind} ${ref.id}`;
    const text = cache.get(key) ?? decodeBytes([store.read(ref, form)]);
    cache.set(key, text);
    return text;
  };
}

/** The links of an object, the last member of its ready JSON. A string can't contain the name: its quotes are escaped. */
function linksOf(json: Uint8Array): ObjectLinks {
  const at = Buffer.from(json.buffer, json.byteOffset, json.length).lastIndexOf('"_links":');
  if (at < 0) return {};
  return (JSON.parse(`{${decodeBytes([json.subarray(at)])}`) as { _links: ObjectLinks })._links;
}

/** `/types` and its kin are maps: each member keeps the fields asked for, and then the members are chosen too. */
function pickValue(outcome: Extract<WpOutcome, { kind: 'value' }>, fields: FieldChoice | null): unknown {
  const { value } = outcome;
  if (!fields) return Object.keys(value).length === 0 ? [] : value;
  if (outcome.fields === 'plain') return pickFields(value, fields.tree);
  if (outcome.fields === 'linked') {
    const { _links: links, ...own } = value;
    const chosen = pickFields(own, fields.tree);
    return { ...(Array.isArray(chosen) ? {} : (chosen as object)), _links: links };
  }
  const members = Object.entries(value).map(
    ([name, member]) => [name, pickIncluded(member, fields.names)] as const,
  );
  return pickFields(Object.fromEntries(members), fields.tree);
}

/** The fields of a map's member that are named themselves, or by one of their parts. */
function pickIncluded(member: unknown, names: readonly string[]): unknown {
  const included = Object.entries(member as object).filter(([key]) =>
    names.some((name) => name === key || name.startsWith(`${key}.`)),
  );
  return included.length === 0 ? [] : Object.fromEntries(included);
}
