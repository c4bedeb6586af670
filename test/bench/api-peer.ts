/** How often a WordPress at some address answers what `api.ts` asks of the sidecar. */
export interface PeerRate {
  readonly title: string;
  readonly perSecond: number;
}

const api = 'wp-json/wp/v2';
const connections = 4;

/**
 * Lists and searches, for `seconds` each. The searches are for words of its newest titles, each under one address.
 * @param peer address of its home page
 * @throws when it answers with an error
 */
export async function measurePeer(peer: string, seconds: number): Promise<PeerRate[]> {
  const base = peer.endsWith('/') ? peer : `${peer}/`;
  const ask = async (path: string) => {
    const response = await fetch(new URL(`${api}/${path}`, base));
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.url} answered ${response.status}.`);
    return { text, total: Number(response.headers.get('x-wp-total')) };
  };
  const { text, total } = await ask('posts?per_page=100&_fields=title');
  const titles = (JSON.parse(text) as { title: { rendered: string } }[]).map(({ title }) => title.rendered);
  const words = [...new Set(titles.flatMap((title) => title.match(/[\p{L}\p{N}]{3,}/gu) ?? []))];
  const pages = Math.max(1, Math.floor(total / 10));
  const page = (turn: number) => 1 + (turn % pages);
  const word = (turn: number) => encodeURIComponent(words[turn % words.length] ?? 'post');
  const loads: readonly [title: string, path: (turn: number) => string][] = [
    ['posts?per_page=10&page=N', (turn) => `posts?per_page=10&page=${page(turn)}`],
    ['search?search=term', (turn) => `search?search=${word(turn)}&turn=${turn}`],
    ['posts?_embed&per_page=10&page=N', (turn) => `posts?_embed&per_page=10&page=${page(turn)}`],
  ];
  const rates: PeerRate[] = [];
  for (const [title, path] of loads) {
    let turn = 0;
    const started = performance.now();
    const repeat = async () => {
      do await ask(path(turn++));
      while (performance.now() - started < seconds * 1000);
    };
    await Promise.all(Array.from({ length: connections }, repeat));
    rates.push({ title, perSecond: (turn * 1000) / (performance.now() - started) });
  }
  return rates;
}
