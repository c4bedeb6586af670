import { z } from 'zod';

/** One request of an access log; `null` is what the log does not say. */
export interface LoggedRequest {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly address: string | null;
  readonly method: string;
  /** Decoded, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly status: number;
  readonly agent: string;
  readonly referrer: string;
  /** `Sec-Fetch-Mode`, which browsers send with every request to a site with a certificate; empty without the header. */
  readonly mode: string | null;
}

type Fields = Omit<LoggedRequest, 'path' | 'query'> & { readonly url: string };

/** `203.0.113.9 - - [25/Nov/2026:10:00:00 +0100] "GET / HTTP/2.0" 200 512 "https://example.com/" "Mozilla/5.0 …"` */
const combined =
  /^(?:\S+ )?(\S+) \S+ \S+ \[(\d+)\/(\w+)\/(\d+):(\S+ [+-]\d{4})\] "(\S+) (\S+)[^"]*" (\d{3}) \S+ "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"/;

const text = z.string().catch('');
const address = z.string().min(1).nullable().catch(null);
const lists = z.record(z.string(), z.array(z.string())).catch({});

/** The fields of this project's own lines, of Netlify's, and of Caddy's, which has those of the request apart. */
const entry = z
  .looseObject({ request: z.looseObject({}).optional() })
  .transform(({ request, ...rest }) => ({ ...rest, ...request }) as Record<string, unknown>)
  .transform((found) => {
    const { ts, time, timestamp, method, url, uri, path, form, status, status_code, headers, ...rest } =
      found;
    const sent = lists.parse(headers);
    const asked = z.string().parse(path ?? url ?? uri);
    return {
      time: z.number().parse(typeof ts === 'number' ? ts * 1000 : Date.parse(String(time ?? timestamp))),
      address: address.parse(rest.client_ip ?? rest.remote_ip),
      method: z.string().parse(method),
      // A page that was sent as Markdown is its twin.
      url: form === 'markdown' ? asked.replace(/\/$/, '/index.md') : asked,
      status: z.int().parse(status ?? status_code),
      agent: text.parse(rest.agent ?? rest.user_agent ?? sent['User-Agent']?.[0]),
      referrer: text.parse(rest.referrer ?? sent.Referer?.[0]),
      mode: headers
        ? (sent['Sec-Fetch-Mode']?.[0] ?? '')
        : z.string().nullable().catch(null).parse(rest.mode),
    };
  });

/**
 * A line of an access log: nginx's and Apache's combined format, or JSON of this project's nginx configuration, of the
 * sidecar (`LOG_LEVEL=debug`), of Caddy or of Netlify's log drains.
 * @returns null for any other line, such as a message of the sidecar about itself
 */
export function readLine(line: string): LoggedRequest | null {
  const fields = line.startsWith('{') ? readJson(line) : readCombined(line);
  const url = fields && URL.parse(fields.url, 'http://log.invalid');
  if (!fields || !url) return null;
  return { ...fields, path: decode(url.pathname), query: url.searchParams };
}

function readCombined(line: string): Fields | null {
  const [, address, day, month, year, clock, method = '', url = '', status, referrer = '', agent = ''] =
    combined.exec(line)?.map((part) => (part === '-' ? '' : part)) ?? [];
  if (!address) return null;
  const when = Date.parse(`${day} ${month} ${year} ${clock}`);
  return { time: when, address, method, url, status: Number(status), referrer, agent, mode: null };
}

function readJson(line: string): Fields | null {
  try {
    return entry.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
