import { readLinkHeader } from 'agentsite/text';
import { readContentType, varies } from '../documents/headers.ts';
import { isKnownRelation } from '../documents/link-relations.ts';
import { describeStatus, wasSkipped } from '../http/answer.ts';
import { answeredHome, findTwins, samplePages } from '../visit/pages.ts';
import { type Check, checksOf, type Problem, problemIf } from './check.ts';

/** Codings, ranges, charsets and links of what the site sends. */
export const httpBodyChecks: readonly Check[] = checksOf('http', 'A first page', answeredHome, [
  {
    id: 'http-compression',
    severity: 'warning',
    title: 'Text is sent compressed to those who take that',
    source: 'RFC 9110, 12.5.3',
    fix: 'nginx: gzip on; gzip_types text/markdown text/plain application/json application/xml;',
    wrong: ({ headers, bytes }) =>
      bytes > 4096 && headers['content-encoding'] === undefined && `${bytes} bytes, not compressed`,
  },
  {
    id: 'http-compression-vary',
    severity: 'error',
    title: 'A compressed answer says that it depends on Accept-Encoding',
    source: 'RFC 9110, 12.5.5',
    fix: 'Vary: Accept-Encoding (nginx: gzip_vary on;), next to what Vary says already.',
    wrong: ({ headers }) =>
      headers['content-encoding'] !== undefined &&
      !varies(headers.vary, 'accept-encoding') &&
      `Content-Encoding: ${headers['content-encoding']}, Vary: ${headers.vary ?? 'none'}`,
  },
  {
    id: 'http-identity',
    severity: 'error',
    title: 'Those who do not take a compressed answer get a plain one',
    source: 'RFC 9110, 12.5.3',
    fix: 'Compress only for requests whose Accept-Encoding lists the coding.',
    wrong: async (home, visit) => {
      const plain = await visit.ask(home.finalUrl, { headers: { 'Accept-Encoding': 'identity' } });
      const coding = plain.headers['content-encoding'] ?? 'identity';
      return plain.status === 200 && coding !== 'identity' && `Content-Encoding: ${coding}`;
    },
  },
  {
    id: 'http-coding-etag',
    severity: 'note',
    title: 'A compressed answer has another strong ETag than the plain one',
    source: 'RFC 9110, 8.8.3.3',
    fix: 'Give each coding an ETag of its own, or a weak one (W/"…").',
    wrong: async (home, visit) => {
      const plain = await visit.ask(home.finalUrl, { headers: { 'Accept-Encoding': 'identity' } });
      const { etag } = home.headers;
      const isOne =
        home.headers['content-encoding'] !== undefined &&
        etag?.startsWith('"') &&
        etag === plain.headers.etag;
      return isOne === true && plain.headers['content-encoding'] === undefined && `${etag} for both`;
    },
  },
  {
    id: 'http-range',
    severity: 'warning',
    title: 'Where ranges are offered, a range is answered with those bytes',
    source: 'RFC 9110, 14.2',
    fix: 'Answer Range: bytes=0-9 with 206, ten bytes and Content-Range, or leave Accept-Ranges out.',
    wrong: async (home, visit) => {
      if (home.headers['accept-ranges'] !== 'bytes') return false;
      const headers = { Range: 'bytes=0-9', 'Accept-Encoding': 'identity' };
      const part = await visit.ask(home.finalUrl, { headers });
      const isRight =
        part.status === 206 && part.bytes === 10 && /^bytes 0-9\//.test(part.headers['content-range'] ?? '');
      const seen = `${describeStatus(part)}, ${part.bytes} bytes, Content-Range: ${part.headers['content-range'] ?? 'none'}`;
      return !wasSkipped(part) && !isRight && seen;
    },
  },
  {
    id: 'http-charset',
    severity: 'warning',
    title: 'A page says in which charset it is written',
    source: 'WHATWG HTML, 4.2.5.4',
    fix: '<meta charset="utf-8"> at the beginning of <head>, or Content-Type: text/html; charset=utf-8 (nginx: charset utf-8;)',
    find: async (_, visit) =>
      (await samplePages(visit)).flatMap(({ answer, html, url }) => {
        const { charset } = readContentType(answer.headers['content-type']);
        const isSaid =
          charset !== null || html.metas.some((meta) => meta.charset || /charset=/i.test(meta.content ?? ''));
        return problemIf(!isSaid, url, `Content-Type: ${answer.headers['content-type']}`);
      }),
  },
  {
    id: 'http-utf8',
    severity: 'error',
    title: 'What is called UTF-8 is UTF-8',
    source: 'RFC 3629',
    fix: 'Save the text as UTF-8, or name the charset that it is in.',
    find: async (_, visit) =>
      (await samplePages(visit)).flatMap(({ answer, url }) => {
        const { charset } = readContentType(answer.headers['content-type']);
        return problemIf((charset ?? 'utf-8') === 'utf-8' && !answer.isUtf8, url, 'bytes that are not UTF-8');
      }),
  },
  {
    id: 'http-endless',
    severity: 'warning',
    title: 'A page ends before two megabytes',
    source: 'afdocs page-size-transfer',
    fix: 'Split the page, or load its data from an address of its own.',
    find: async (_, visit) =>
      (await samplePages(visit)).flatMap(({ answer, url }) =>
        problemIf(answer.isCut, url, 'more than two megabytes; the rest was not read'),
      ),
  },
  {
    id: 'http-whole',
    severity: 'error',
    title: 'Documents are whole',
    source: 'WHATWG HTML, 13.1.2: main has an end tag',
    fix: 'Send the document to its end: look for a limit of size or time in the server, the cache or the build.',
    find: async (_, visit) => {
      const pages = (await samplePages(visit)).map(({ answer }) => answer);
      const documents = [await visit.llms(), ...(await findTwins(visit))].flatMap(
        (found) => found?.answer ?? [],
      );
      return [
        ...pages.filter(({ text, isCut }) => !isCut && endsEarly(text)),
        ...documents.filter(({ text, isCut }) => !isCut && /\]\([^)\s]*$/.test(text.slice(-2000))),
      ].map(({ finalUrl, text }): Problem => [finalUrl, `it ends with ${text.slice(-60)}`]);
    },
  },
  {
    id: 'http-link-syntax',
    severity: 'error',
    title: 'The Link header can be read',
    source: 'RFC 8288, 3',
    fix: 'Link: <https://example.org/llms.txt>; rel="describedby", with a comma between links.',
    wrong: ({ headers }) => {
      const { broken } = readLinkHeader(headers.link);
      return broken !== null && `not a link: ${broken}`;
    },
  },
  {
    id: 'http-link-relations',
    severity: 'note',
    title: 'Relations of the Link header are registered, or absolute addresses',
    source: 'RFC 8288, 2.1; IANA link relations',
    fix: 'Use a registered relation (describedby, service-desc, api-catalog, alternate …).',
    wrong: ({ headers }) => {
      const unknown = readLinkHeader(headers.link).links.flatMap(({ relations }) =>
        relations.filter((relation) => !isKnownRelation(relation)),
      );
      return unknown.length > 0 && `rel="${[...new Set(unknown)].join(' ')}"`;
    },
  },
  {
    id: 'http-link-targets',
    severity: 'error',
    title: 'What the Link header points to is there',
    source: 'RFC 8288',
    fix: 'Publish the document, or remove it from the Link header.',
    find: async (home, visit) => {
      const problems: Problem[] = [];
      for (const { target, relations } of readLinkHeader(home.headers.link).links) {
        if (relations.some((relation) => ['preload', 'preconnect', 'dns-prefetch'].includes(relation)))
          continue;
        const answer = await visit.follow(target, home.finalUrl);
        if (answer && (answer.failure || answer.status >= 400))
          problems.push([
            answer.url,
            `${describeStatus(answer)}; the Link header says rel="${relations.join(' ')}"`,
          ]);
      }
      return problems;
    },
  },
]);

/** Does HTML end inside of a tag, a script, or its main part? */
function endsEarly(html: string): boolean {
  const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
  return (
    /<[a-z/][^<>]*$/i.test(html.slice(-2000)) ||
    ['main', 'script'].some(
      (name) =>
        count(new RegExp(`<${name}[\\s>]`, 'gi')) > 0 &&
        !new RegExp(`</${name}\\s*>`, 'i').test(html.slice(html.toLowerCase().lastIndexOf(`<${name}`))),
    )
  );
}
