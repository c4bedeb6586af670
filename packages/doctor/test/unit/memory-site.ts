import { hash } from 'node:crypto';
import type { Check } from '../../src/checks/check.ts';
import { type Answer, noAnswer } from '../../src/http/answer.ts';
import { Client } from '../../src/http/client.ts';
import type { Connections } from '../../src/http/exchange.ts';
import { Visit } from '../../src/visit/visit.ts';

/** A document of a site: its text, or its text with media type, status and further headers. */
export type MemoryDocument = string | { text?: string; status?: number; headers?: Record<string, string> };

export const origin = 'https://example.org';

/** Connections to a site that consists of these documents, by path; others answer 404. */
export function connectionsTo(documents: Readonly<Record<string, MemoryDocument>>): Connections {
  return {
    async exchange({ url, method }): Promise<Answer> {
      const { pathname, search } = new URL(url);
      const found = documents[pathname + search];
      const document = typeof found === 'string' ? { text: found } : (found ?? { status: 404 });
      const { text = '', status = 200, headers = {} } = document;
      const bytes = Buffer.byteLength(text);
      return {
        ...noAnswer(url, method, { kind: 'network', message: '' }),
        failure: null,
        status,
        headers: { 'content-type': typeOf(pathname), ...headers },
        text: method === 'HEAD' ? '' : text,
        bytes,
        wireBytes: bytes,
        sha256: hash('sha256', text),
      };
    },
    close: () => undefined,
  };
}

function typeOf(path: string): string {
  const types = { txt: 'text/plain', md: 'text/markdown', xml: 'application/xml', json: 'application/json' };
  const ending = path.split('.').at(-1) ?? '';
  return `${types[ending as keyof typeof types] ?? 'text/html'}; charset=utf-8`;
}

/** IDs of the rules that the site breaks, in the order of the checks. */
export async function findBroken(
  checks: readonly Check[],
  documents: Readonly<Record<string, MemoryDocument>>,
  address = `${origin}/`,
): Promise<string[]> {
  const broken: string[] = [];
  const visit = openVisit(documents, address);
  for (const check of checks) if ((await check.run(visit)).kind === 'broken') broken.push(check.id);
  return broken;
}

function openVisit(documents: Readonly<Record<string, MemoryDocument>>, address: string): Visit {
  const client = new Client(connectionsTo(documents), { requests: 100, milliseconds: 10_000 }, () => 0);
  const url = new URL(address);
  const options = { publishedAs: null, isOwn: true, pages: 6, mcp: null, sendTo: null };
  return new Visit(client, { ...options, url, base: url, now: new Date('2026-11-24') });
}
