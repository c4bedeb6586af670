import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/** One answer that a real site gave, as `record.ts` wrote it. */
export interface Recorded {
  readonly key: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How the host of the site is written in a recording. */
export const spellHost = { plain: '{host}', encoded: '{host-encoded}' } as const;

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** What an answer depends on: the other headers of the doctor are always the same. */
export function keyOf({ method, path, headers }: Asked): string {
  const { accept = '', range = '', origin = '' } = headers;
  const condition = headers['if-none-match'] ?? headers['if-modified-since'] ?? '';
  return [method, path, accept, headers['accept-encoding'] ?? '', condition, range, origin].join(' | ');
}

const notThere = '/agentsite-doctor-asks-for-a-page-that-is-not-there/';

/** Recordings hold no images. */
const image = /\.(?:png|jpe?g|svg|gif|webp|avif|ico)$/;

/** The answer to a request; else that to the same address without its headers, or to an address that is not there. */
export function findAnswer(answers: ReadonlyMap<string, Recorded>, asked: Asked): Recorded | undefined {
  if (image.test(asked.path)) return { key: '', status: 200, headers: {}, body: '' };
  const headers = { accept: '*/*', 'accept-encoding': 'gzip, br' };
  const keys = [
    asked,
    { method: 'GET', path: asked.path, headers },
    { method: 'GET', path: notThere, headers },
  ];
  return keys.map((key) => answers.get(keyOf(key))).find((answer) => answer !== undefined);
}

const coders: Readonly<Record<string, (body: Buffer) => Buffer>> = { gzip: gzipSync, br: brotliCompressSync };

/**
 * Serves recordings as one site; answers of the later ones replace those of the first.
 */
export async function serveRecordings(...names: readonly string[]) {
  const lines = names.flatMap((name) =>
    readFileSync(join(import.meta.dirname, `${name}.jsonl`), 'utf8')
      .trimEnd()
      .split('\n'),
  );
  const answers = new Map(
    lines.map((line) => JSON.parse(line) as Recorded).map((answer) => [answer.key, answer]),
  );
  const server = createServer(({ method = 'GET', url: path = '/', headers }, response) => {
    const answer = findAnswer(answers, { method, path, headers });
    if (!answer) throw new Error(`The recording has neither ${path} nor ${notThere}.`);
    const host = headers.host ?? '';
    const name = (text: string) =>
      text.replaceAll(spellHost.plain, host).replaceAll(spellHost.encoded, encodeURIComponent(host));
    const body = Buffer.from(name(answer.body));
    const code = coders[answer.headers['content-encoding'] ?? ''];
    for (const [field, value] of Object.entries(answer.headers)) response.setHeader(field, name(value));
    response.writeHead(answer.status);
    response.end(method === 'HEAD' || answer.status === 304 ? undefined : (code?.(body) ?? body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
