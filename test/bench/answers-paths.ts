import { Reader } from './agent-tasks.ts';
import type { Question } from './answers-questions.ts';

/**
 * How an agent that knows only the address of a site answers a question over one interface. It requests what earlier
 * responses name, nothing else, and stops as soon as it has read the answer.
 */
export interface Interface {
  readonly name: string;
  /** @returns whether the question is answered */
  readonly answer: (reader: Session, question: Question) => Promise<boolean>;
}

/** Max pages that an agent reads before it gives up. */
const maxPages = 3;

/** A reader, and what it has read of the present question. */
export class Session {
  readonly reader: Reader;
  read = '';
  /** MCP: where the server is, and what it said of itself, once the tools have been read. */
  server: { readonly endpoint: string; readonly said: string } | null = null;

  constructor(base: string) {
    this.reader = new Reader(base);
  }

  async get(address: string): Promise<string> {
    const { status, text } = await this.reader.read(address, { headers: { Accept: 'text/html' } });
    if (status === 200) this.read += `\n${text}`;
    return status === 200 ? text : '';
  }

  hasAnswer({ answer }: Question): boolean {
    return answer.length > 0 && answer.every((pattern) => pattern.test(this.read));
  }

  /** Reads pages until one of them, together with what came before, has the answer. */
  async readUntil(question: Question, addresses: readonly string[]): Promise<boolean> {
    for (const address of addresses.slice(0, maxPages)) {
      if (this.hasAnswer(question)) return true;
      await this.get(address);
    }
    return this.hasAnswer(question);
  }
}

export const interfaces: readonly Interface[] = [
  { name: 'HTML', answer: overHtml },
  { name: 'HTML, then what its head names', answer: overHead },
  { name: 'llms.txt and twins', answer: overIndex },
  { name: 'MCP', answer: overMcp },
];

/** The home page, its search page, the results, the pages that they link to. */
async function overHtml(session: Session, question: Question): Promise<boolean> {
  const home = await session.get('/');
  if (session.hasAnswer(question)) return true;
  const search = findLink(home, /rel="search"[^>]*text\/html|text\/html[^>]*rel="search"/);
  if (search === null) return false;
  const form = await session.get(search);
  const [, action = search] = /<form[^>]*\baction="([^"]*)"[^>]*role="search"/.exec(form) ?? [];
  const results = await session.get(`${action}?q=${encodeURIComponent(question.words)}`);
  const hits = linksOf(mainOf(results)).filter((path) => !path.includes('?') && path !== action);
  if (question.answer.length === 0) return hits.length === 0;
  return session.readUntil(question, hits);
}

/** The home page as HTML; from then on the JSON search and the twins, as its head says. */
async function overHead(session: Session, question: Question): Promise<boolean> {
  const home = await session.get('/');
  const template = findLink(home, /rel="search"[^>]*application\/json|application\/json[^>]*rel="search"/);
  if (template === null) return overHtml(session, question);
  return searchJson(session, question, template);
}

async function searchJson(session: Session, question: Question, template: string): Promise<boolean> {
  const hits = await searchFor(session, template, question.words);
  if (question.answer.length === 0) return hits.length === 0;
  return session.readUntil(question, hits);
}

/** Twins of the hits. All words at once may find nothing; then the longest one. */
async function searchFor(session: Session, template: string, words: string): Promise<string[]> {
  const longest = words.split(' ').toSorted((a, b) => b.length - a.length)[0] ?? words;
  for (const asked of new Set([words, longest])) {
    const found = await session.get(template.replace('WORDS', encodeURIComponent(asked)));
    const hits = JSON.parse(found || '[]') as { url: string }[];
    if (hits.length > 0) return hits.map(({ url }) => `${url}.md`);
  }
  return [];
}

/** The index; then the search that it names, or the pages whose lines have most words of the question. */
async function overIndex(session: Session, question: Question): Promise<boolean> {
  const index = await session.get('/llms.txt');
  if (session.hasAnswer(question)) return true;
  const [, template] = /`GET (\S+WORDS\S*)`/.exec(index) ?? [];
  if (template !== undefined && (await searchJson(session, question, template))) return true;
  const words = question.words.toLowerCase().split(/[^\p{L}\p{N}.]+/u);
  const lines = [...index.matchAll(/^- \[[^\]]*\]\((\S+?)\).*$/gm)]
    // No one reads thousands of thousands of words for one answer.
    .filter(([line]) => !/: about \d+,\d{3} words$/.test(line))
    .map(([line, address = '']) => ({ address, score: score(line.toLowerCase(), words) }))
    .filter((line) => line.score > 0)
    .toSorted((a, b) => b.score - a.score);
  if (question.answer.length === 0) return template === undefined && lines.length === 0;
  const chosen = lines.slice(0, 2).map(({ address }) => address);
  return session.readUntil(question, chosen);
}

function score(line: string, words: readonly string[]): number {
  return words.filter((word) => line.includes(word)).reduce((sum, word) => sum + word.length, 0);
}

/** Connects once; then one search, or one list for a question about a time, and the first pages found. */
async function overMcp(session: Session, question: Question): Promise<boolean> {
  session.server ??= await connect(session);
  session.read = session.server.said;
  const { lists, words } = question;
  if (session.hasAnswer(question)) return true;
  const found = lists
    ? await call(session, 'list_content', { ...lists, limit: 50 })
    : await call(session, 'search', { query: words });
  const hits = (found.results ?? found.items ?? []) as { id: string }[];
  if (question.answer.length === 0) return hits.length === 0;
  for (const { id } of hits.slice(0, maxPages)) {
    if (session.hasAnswer(question)) return true;
    await call(session, 'get_content', { id });
  }
  return session.hasAnswer(question);
}

async function connect(session: Session): Promise<{ endpoint: string; said: string }> {
  const home = await session.get('/index.md');
  const [, endpoint = ''] = /MCP: `POST (\S+)`/.exec(home) ?? [];
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  };
  const said = await session.reader.post(endpoint, { jsonrpc: '2.0', id: 1, method: 'initialize', params });
  await session.reader.post(endpoint, { jsonrpc: '2.0', id: 2, method: 'tools/list' });
  return { endpoint, said: JSON.stringify(said) };
}

/** Counts what reaches a model: the text of the result, which is its structured content as well. */
async function call(session: Session, name: string, given: object): Promise<Record<string, unknown>> {
  const { server, reader } = session;
  const params = { name, arguments: given };
  const answer = await reader.post(
    server?.endpoint ?? '',
    { jsonrpc: '2.0', id: 3, method: 'tools/call', params },
    (body) => (JSON.parse(body) as ToolAnswer).result?.content.map(({ text }) => text).join('\n') ?? body,
  );
  const text = (answer as ToolAnswer).result?.content[0]?.text ?? '{}';
  session.read += `\n${text}`;
  return JSON.parse(text.startsWith('{') ? text : '{}') as Record<string, unknown>;
}

interface ToolAnswer {
  readonly result?: { readonly content: readonly { readonly text: string }[] };
}

function findLink(html: string, wanted: RegExp): string | null {
  const link = [...html.matchAll(/<link\b[^>]*>/g)].map(([tag]) => tag).find((tag) => wanted.test(tag));
  const [, href = null] = /\bhref="([^"]*)"/.exec(link ?? '') ?? [];
  return href?.replaceAll('&amp;', '&') ?? null;
}

function mainOf(html: string): string {
  return /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? html;
}

function linksOf(html: string): string[] {
  const paths = [...html.matchAll(/<a\b[^>]*\bhref="(\/[^"#]*)/g)].map(([, path = '']) => path);
  return [...new Set(paths)].filter((path) => path.endsWith('/') && path !== '/');
}
