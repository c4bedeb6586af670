/** A response with its body, and where it was found. */
export interface Answer {
  readonly status: number;
  /** Path and query on the new site, or a URL elsewhere. */
  readonly url: string;
  readonly type: string;
  /** Redirects followed, or found where none should be followed. */
  readonly redirects: number;
  readonly bytes: Buffer;
  text(): string;
}

/** GET, following redirects on the site itself. A redirect to elsewhere ends with status 0 and its URL. */
export async function get(base: string, url: string): Promise<Answer> {
  let at = url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(`${base}${at}`, {
      redirect: 'manual',
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
    });
    const location = response.headers.get('location');
    if (location === null || redirects > 4) return readAnswer(response, at, redirects);
    await response.arrayBuffer();
    const target = new URL(location, `${base}${at}`);
    if (target.origin !== base)
      return { status: 0, url: target.href, type: '', redirects, bytes: Buffer.of(), text: () => '' };
    at = `${target.pathname}${target.search}`;
  }
}

async function readAnswer(response: Response, url: string, redirects: number): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, url, type, redirects, bytes, text: () => bytes.toString('utf8') };
}

/** JSON of a route below `/wp-json`; null unless the status is 200. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the site answers is compared
export async function getJson(base: string, route: string): Promise<any> {
  const response = await fetch(`${base}/wp-json${route}`);
  const text = await response.text();
  return response.status === 200 ? JSON.parse(text) : null;
}
