import { AtpAgent, lexToJson } from '@atproto/api';
import type { Library } from 'agentsite/model';
import { toRecord } from './lexicons.ts';
import type { Options } from './options.ts';
import { documentType, publicationType, publicationUri } from './record-keys.ts';
import type { RecordValue } from './records.ts';

/** A record of the account. */
export interface StoredRecord {
  readonly uri: string;
  readonly cid: string;
  readonly value: RecordValue;
}

const advice = 'Is ATPROTO_PASSWORD an app password of this account, and `host` where the account is?';

/** The owner's account. @throws with the words of its host */
export async function signIn({ host, did }: Options, password: string): Promise<AtpAgent> {
  const bounded: typeof fetch = (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(60_000) });
  const agent = new AtpAgent({ service: host, fetch: bounded });
  await agent.login({ identifier: did, password }).catch((error: unknown) => {
    throw new Error(`${host} does not sign in ${did}: ${Object(error).message}. ${advice}`);
  });
  return agent;
}

/** The records of the site that the account has: it may have those of other sites and programs too. */
export async function listStored(agent: AtpAgent, { site }: Library, options: Options) {
  const own = publicationUri(site, options);
  const found: StoredRecord[] = [];
  for (const collection of [publicationType, documentType])
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const given = { repo: options.did, collection, limit: 100, ...(cursor ? { cursor } : {}) };
      const { data } = await agent.com.atproto.repo.listRecords(given);
      for (const record of data.records)
        found.push({ ...record, value: lexToJson(record.value) as RecordValue });
      cursor = data.cursor;
    }
  return found.filter(({ uri, value }) => uri === own || value.site === own);
}

/** Creates or replaces a record, as a whole or not at all. */
export async function putRecord({ com }: AtpAgent, uri: string, value: RecordValue): Promise<void> {
  await com.atproto.repo.putRecord({ ...placeOf(uri), record: toRecord(value) });
}

export async function deleteRecord({ com }: AtpAgent, uri: string): Promise<void> {
  await com.atproto.repo.deleteRecord(placeOf(uri));
}

/** A record that is never replaced: the one that is there, or a new one. */
export async function ensureRecord({ com }: AtpAgent, uri: string, value: RecordValue) {
  const place = placeOf(uri);
  // A host that fails to find one refuses to create a second one.
  const known = await com.atproto.repo.getRecord(place).catch(() => null);
  const { data } = known ?? (await com.atproto.repo.createRecord({ ...place, record: toRecord(value) }));
  return { uri, cid: data.cid };
}

function placeOf(uri: string) {
  const [, , repo = '', collection = '', rkey = ''] = uri.split('/');
  return { repo, collection, rkey };
}
