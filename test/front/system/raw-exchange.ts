import { type Agent, request } from 'node:http';

export interface Exchange {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent?: Agent | false;
}

/** One request with its target as it is; fetch would tidy it up, and add headers of its own. */
export function exchange(
  base: string,
  { method = 'GET', path, headers = {}, body, agent }: Asked,
): Promise<Exchange> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: hostname,
        port,
        path,
        method,
        headers: { ...headers },
        ...(agent === undefined ? {} : { agent }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const flat = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(flat),
            body: Buffer.concat(chunks).toString('utf8'),
          });
        });
      },
    );
    sent.setTimeout(20_000, () => sent.destroy(new Error(`${method} ${path} took too long`)));
    sent.on('error', reject);
    sent.end(body);
  });
}
