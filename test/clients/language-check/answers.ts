import { decodeHTML } from 'entities';

/** What a site answers, taken apart with as little code as possible. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export async function get(base: string, path: string, accept = 'text/html'): Promise<Answer> {
  const response = await fetch(base + encodeURI(path), { redirect: 'manual', headers: { Accept: accept } });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the site answers is compared
export type Json = any;

/** All pages of a list of wp/v2, and the total that its first page names. */
export async function getList(base: string, route: string): Promise<{ items: Json[]; total: number }> {
  const items: Json[] = [];
  for (let page = 1; ; page += 1) {
    const url = `${base}/wp-json/wp/v2/${route}${route.includes('?') ? '&' : '?'}per_page=100&page=${page}`;
    const response = await fetch(url);
    items.push(...((await response.json()) as Json[]));
    const total = Number(response.headers.get('X-WP-Total'));
    if (page >= Number(response.headers.get('X-WP-TotalPages'))) return { items, total };
  }
}

/** Calls an MCP tool; the sentence of a refusal where it has no result. */
export async function callTool(base: string, name: string, given: object): Promise<Json> {
  const result = await askMcp(base, 'tools/call', { name, arguments: given });
  return result.structuredContent ?? result.content[0].text;
}

export async function askMcp(base: string, method: string, params: object): Promise<Json> {
  const response = await fetch(`${base}/wp-json/agentsite/v1/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = (await response.json()) as Json;
  if (!answer.result) throw new Error(`${method}: ${JSON.stringify(answer)}`);
  return answer.result;
}

/** Attributes of all elements of a name. */
export function elements(html: string, name: string): Readonly<Record<string, string>>[] {
  return [...html.matchAll(new RegExp(`<${name}((?:\\s+[^\\s=>"]+(?:="[^"]*")?)*)\\s*/?>`, 'g'))].map(
    ([, attributes = '']) =>
      Object.fromEntries(
        [...attributes.matchAll(/([^\s=]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
          key,
          decodeHTML(value),
        ]),
      ),
  );
}

/** The text of the first element that matches, without markup. */
export function textOf(html: string, start: RegExp): string {
  const [found = '', name = ''] = start.exec(html) ?? [];
  if (found === '') return '';
  const from = html.indexOf(found) + found.length;
  const inside = html.slice(from, html.indexOf(`</${name}>`, from));
  return decodeHTML(inside.replaceAll(/<[^>]*>/g, '')).trim();
}

/** Front matter of a twin. */
export function frontMatter(markdown: string): Readonly<Record<string, Json>> {
  const [, head = ''] = /^---\n(.*?)\n---\n/s.exec(markdown) ?? [];
  return Object.fromEntries(
    head.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(0, at), JSON.parse(line.slice(at + 2))];
    }),
  );
}

/** The first-level headings of Markdown, without escapes. */
export function headings(markdown: string): string[] {
  return [...markdown.matchAll(/^# (.*)$/gm)].map(([, title = '']) => plain(title));
}

/** Text of Markdown without escapes of punctuation and characters. */
export function plain(markdown: string): string {
  return decodeHTML(markdown.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1'));
}
