import { isDeepStrictEqual } from 'node:util';
import type { AtpAgent } from '@atproto/api';
import { absoluteUrl, type Document, type Library } from 'agentsite/model';
import { deleteRecord, ensureRecord, listStored, putRecord, type StoredRecord } from './account.ts';
import { type AccountImage, readImage } from './images.ts';
import type { Options } from './options.ts';
import { documentUri, hasRecord, publicationUri, uriOf } from './record-keys.ts';
import { documentValue, publicationValue, type RecordValue } from './records.ts';

/** A record as the site wants it. */
export interface WantedRecord {
  readonly uri: string;
  readonly value: RecordValue;
  readonly image: AccountImage | undefined;
  readonly document?: Document;
}

/** All records of the site, its own first. */
export async function listWanted(root: string, library: Library, options: Options): Promise<WantedRecord[]> {
  const { site, documents } = library;
  const icon = await readImage(root, site.favicon ?? '/favicon.svg');
  const own = { uri: publicationUri(site, options), value: publicationValue(library, icon?.blob) };
  const wanted: WantedRecord[] = [{ ...own, image: icon }];
  for (const document of documents.filter((one) => hasRecord(one, options))) {
    const image = document.image ? await readImage(root, document.image.src) : undefined;
    const value = documentValue(library, document, options, image?.blob);
    wanted.push({ uri: documentUri(site, options, document), value, image, document });
  }
  return wanted;
}

/** What gives the account the wanted records and no others of the site, by name: `update /a-post/`. Deletions come last. */
export function planChanges(stored: readonly StoredRecord[], wanted: readonly WantedRecord[]) {
  const left = new Map(stored.map(({ uri, value }) => [uri, value]));
  const changes = wanted.flatMap(({ uri, value, image }) => {
    const old = left.get(uri);
    left.delete(uri);
    // The account remembers that a document was posted; the site does not say it.
    const next = old?.bskyPostRef ? { ...value, bskyPostRef: old.bskyPostRef } : value;
    if (isDeepStrictEqual(old, next)) return [];
    const run = async (agent: AtpAgent) => {
      // First, since a host forgets images that no record names.
      if (image && !JSON.stringify(old ?? '').includes(image.link))
        await agent.uploadBlob(image.bytes, { encoding: 'image/jpeg' });
      await putRecord(agent, uri, next);
    };
    return [[`${old ? 'update' : 'create'} ${value.path ?? value.url}`, run] as const];
  });
  const removals = Array.from(left, ([uri, { path, url }]) => {
    return [`delete ${path ?? url}`, (agent: AtpAgent) => deleteRecord(agent, uri)] as const;
  });
  return [...changes, ...removals];
}

/** A document is new for this long: who turns posts on does not post an archive. */
const newFor = 7 * 86_400_000;

/**
 * Posts new documents on Bluesky, each once: the key of a post is made of its document, and the record of the document
 * names the post, also after the owner has deleted it.
 */
export async function postDocuments(agent: AtpAgent, library: Library, options: Options): Promise<void> {
  const { site, documents } = library;
  const stored = await listStored(agent, library, options);
  const records = new Map(stored.map((record) => [record.uri, record]));
  for (const document of documents) {
    const { id, path, title, summary: description, dateGmt } = document;
    const { uri = '', cid, value } = records.get(documentUri(site, options, document)) ?? {};
    if (!value || value.bskyPostRef || Date.parse(`${dateGmt}Z`) < Date.now() - newFor) continue;
    const [url, thumb] = [absoluteUrl(site, path), value.coverImage];
    const external = { uri: url, title, description, thumb, associatedRecords: [{ uri, cid }] };
    const signs = Array.from(new Intl.Segmenter().segment(description || title), ({ segment }) => segment);
    const $type = 'app.bsky.feed.post';
    const bskyPostRef = await ensureRecord(agent, uriOf(site, options, $type, `post ${id}`), {
      $type,
      text: signs.slice(0, 300).join(''),
      langs: value.langs,
      createdAt: new Date().toISOString(),
      embed: { $type: 'app.bsky.embed.external', external },
    });
    await putRecord(agent, uri, { ...value, bskyPostRef });
    console.log(`post ${path}`);
  }
}
