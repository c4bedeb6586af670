import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readOptions } from '../../../../../src/terminal/options.ts';
import { refuse } from '../../../../../test/helpers/command-words.ts';
import { examineSite } from '../examine-site.ts';
import { type Asked, findAnswer, keyOf, type Recorded, spellHost } from './recorded-site.ts';

/**
 * `npm run record:doctor -- PORT URL FILE`: examines the site at URL through 127.0.0.1:PORT,
 * which must be where the site believes to be, and writes its answers, one a line. Left out is what no rule reads
 * (scripts and styles of pages, most routes of an index), and what a replay answers without it.
 */
const usage = 'Usage: npm run record:doctor -- PORT URL FILE';
const [port = '', url = '', file = ''] = readOptions(usage, {}, true).positionals;
if (!/^\d+$/.test(port) || file === '') refuse('Give a port, an address and a file.', usage);
const host = `127.0.0.1:${port}`;
const recorded: (Recorded & { readonly asked: Asked })[] = [];
const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};
/** What the connection decides, not the site. */
const ofConnection = /^(?:date|connection|keep-alive|transfer-encoding|content-length)$/;

function readText(body: Buffer, coding: string): string {
  const text = (body.length > 0 ? (decoders[coding]?.(body) ?? body) : body).toString('utf8');
  if (text.startsWith('{"') && text.includes('"routes":'))
    return JSON.stringify({ ...JSON.parse(text), routes: {} });
  return text.replace(/(<(script|style)\b(?![^>]*ld\+json)[^>]*>)[\s\S]*?(<\/\2>)/g, '$1$3');
}

const proxy = createServer((incoming, outgoing) => {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const upstream = ask(new URL(path, url), { method, headers }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.on('end', () => {
      const body = Buffer.concat(chunks);
      const kept = Object.entries(answer.headersDistinct).filter(([name]) => !ofConnection.test(name));
      const asked = { method, path, headers };
      recorded.push({
        asked,
        key: keyOf(asked),
        status: answer.statusCode ?? 0,
        headers: Object.fromEntries(kept.map(([name, values = []]) => [name, values.join(', ')])),
        body: readText(body, answer.headers['content-encoding'] ?? ''),
      });
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      outgoing.end(body);
    });
  });
  incoming.pipe(upstream);
});
proxy.listen(Number(port), '127.0.0.1');
await once(proxy, 'listening');
const { requests } = await examineSite(`http://${host}`, { pages: 3 });
proxy.closeAllConnections();
proxy.close();
const kept = new Map<string, Recorded>();
for (const { asked, ...answer } of recorded) {
  const usual = findAnswer(kept, asked);
  const isUsual = usual?.status === answer.status && isDeepStrictEqual(usual.headers, answer.headers);
  if (
    !isUsual ||
    (answer.status === 200 && asked.headers.accept === '*/*' && asked.headers.origin === undefined)
  )
    kept.set(answer.key, answer);
}
const lines = [...kept.values()].map((answer) => JSON.stringify(answer));
writeFileSync(
  file,
  `${lines.join('\n').replaceAll(host, spellHost.plain).replaceAll(encodeURIComponent(host), spellHost.encoded)}\n`,
);
console.log(`${requests} requests, ${lines.length} answers in ${file}`);
