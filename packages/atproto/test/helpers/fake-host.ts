import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';

/** As much of an account's host as the package asks: sessions, records, blobs and threads, in memory. */

export const did = 'did:plc:ewvi7nxzyoun6zhxrhs64oiz';
export const password = 'abcd-efgh-ijkl-mnop';
const cid = 'bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a';

type Value = { readonly $type: string; readonly [field: string]: unknown };

export class FakeHost {
  /** By `collection/key`. */
  readonly records = new Map<string, Value>();
  readonly blobs: Buffer[] = [];
  /** Names of methods that wrote, in order. */
  readonly writes: string[] = [];
  /** Replies by the URI of a post, as the AppView shows them. */
  readonly threads = new Map<string, object>();
  /** Refuses writes after this many, as a host that ends does. */
  failAfter = Infinity;
  readonly #server = createServer(async (request, response) => {
    const { status, body } = await this.#answer(request);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  of(collection: string): Value[] {
    return [...this.records.values()].filter(({ $type }) => $type === collection);
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    const url = new URL(request.url ?? '', 'http://localhost');
    const method = url.pathname.replace('/xrpc/', '');
    const isJson = /json/.test(request.headers['content-type'] ?? '');
    const input = isJson ? JSON.parse(bytes.toString()) : Object.fromEntries(url.searchParams);
    if (method === 'com.atproto.server.createSession')
      return input.password === password
        ? ok({ did, handle: 'zoe.example', accessJwt: 'a.b.c', refreshJwt: 'a.b.c', active: true })
        : refuse(401, 'AuthenticationRequired', 'Invalid identifier or password');
    if (/put|create|delete|upload/.test(method)) {
      if (this.writes.length >= this.failAfter) return refuse(500, 'InternalServerError', 'out of order');
      this.writes.push(method.replace('com.atproto.repo.', ''));
    }
    const name = `${input.collection}/${input.rkey}`;
    const uri = `at://${did}/${name}`;
    const known = this.records.get(name);
    switch (method.replace('com.atproto.repo.', '')) {
      case 'listRecords':
        return this.#list(input.collection, input.cursor);
      case 'getRecord':
        return known ? ok({ uri, cid, value: known }) : refuse(400, 'RecordNotFound', 'no such record');
      case 'createRecord':
        if (known) return refuse(400, 'InvalidRequest', 'there is one');
        this.records.set(name, input.record);
        return ok({ uri, cid });
      case 'putRecord':
        this.records.set(name, input.record);
        return ok({ uri, cid });
      case 'deleteRecord':
        this.records.delete(name);
        return ok({});
      case 'uploadBlob': {
        this.blobs.push(bytes);
        const link = 'bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy';
        return ok({
          blob: { $type: 'blob', ref: { $link: link }, mimeType: 'image/jpeg', size: bytes.length },
        });
      }
      case 'app.bsky.feed.getPostThread': {
        const thread = this.threads.get(input.uri);
        return thread ? ok({ thread }) : refuse(400, 'NotFound', 'Post not found');
      }
    }
    return refuse(501, 'MethodNotImplemented', method);
  }

  /** Pages of two records, so that every list has several. */
  #list(collection: string, cursor = '0'): { status: number; body: object } {
    const all = [...this.records].filter(([name]) => name.startsWith(`${collection}/`));
    const from = Number(cursor);
    const records = all
      .slice(from, from + 2)
      .map(([name, value]) => ({ uri: `at://${did}/${name}`, cid, value }));
    return ok({ records, ...(from + 2 < all.length ? { cursor: String(from + 2) } : {}) });
  }
}

const ok = (body: object) => ({ status: 200, body });
const refuse = (status: number, error: string, message: string) => ({ status, body: { error, message } });

/** A post as the AppView shows it, with its replies. */
export function threadOf(
  uri: string,
  text: string,
  more: object = {},
  replies: readonly object[] = [],
): object {
  const [, , author = ''] = uri.split('/');
  return {
    $type: 'app.bsky.feed.defs#threadViewPost',
    post: {
      uri,
      cid,
      author: { did: author, handle: 'reader.example', displayName: 'A reader' },
      record: { $type: 'app.bsky.feed.post', text, createdAt: '2026-11-28T10:00:00.000Z', ...more },
      indexedAt: '2026-11-28T10:00:05.000Z',
    },
    replies,
  };
}
