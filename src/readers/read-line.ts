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

const text = z.string().default('');
const time = z.iso.datetime({ offset: true }).transform((value) => Date.parse(value));

const caddy = z
  .object({
    ts: z.number(),
    status: z.int(),
    request: z.object({
      client_ip: z.string().optional(),
      remote_ip: z.string().optional(),
      method: z.string(),
      uri: z.string(),
      headers: z.record(z.string(), z.array(z.string())).default({}),
    }),
  })
  .transform(({ ts, status, request: { headers, ...request } }): Fields => {
    const header = (name: string) => headers[name]?.[0] ?? '';
    const { method, uri: url, client_ip, remote_ip } = request;
    const said = { agent: header('User-Agent'), referrer: header('Referer'), mode: header('Sec-Fetch-Mode') };
    return { time: ts * 1000, address: client_ip ?? remote_ip ?? null, method, url, status, ...said };
  });

const netlify = z
  .object({
    timestamp: time,
    client_ip: z.string().nullish(),
    method: z.string(),
    url: z.string(),
    status_code: z.int(),
    user_agent: text,
    referrer: text,
  })
  .transform(
    ({ timestamp, client_ip, status_code: status, user_agent: agent, ...rest }): Fields => ({
      ...{ ...rest, time: timestamp, address: client_ip ?? null, status, agent, mode: null },
    }),
  );

/** nginx with the configuration in `deploy/nginx`, and the sidecar; a page that was sent as Markdown is its twin. */
const own = z
  .object({
    time,
    method: z.string(),
    path: z.string(),
    form: text,
    status: z.int(),
    agent: text,
    mode: z.string().nullable().default(null),
  })
  .transform(
    ({ path, form, ...rest }): Fields => ({
      ...{ ...rest, address: null, referrer: '' },
      url: form === 'markdown' ? path.replace(/\/$/, '/index.md') : path,
    }),
  );

const entry = z.union([own, caddy, netlify]);

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
    return entry.safeParse(JSON.parse(line)).data ?? null;
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
