import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { createPassages } from '../../sidecar/ranked-search/passages.ts';
import { openContentIndex } from '../../sidecar/release/content-index.ts';
import { writeContentIndex } from '../../src/build/index/write-content-index.ts';
import { readOptions } from '../../src/terminal/options.ts';
import { layOutProject, projectRoot } from '../helpers/project-copy.ts';
import { startSite } from '../helpers/site-process.ts';
import { launchBrowser } from '../theme/system/browser.ts';
import { createLargeLibrary } from './large-library.ts';
import { answerable, unanswerable } from './passages-questions.ts';
import { type AtTheEnd, runBench } from './run-bench.ts';

/**
 * `npm run bench:passages`: answers 100 questions about the example site, 25 of which it has no answer to, and checks each
 * quotation by the bytes of its twin alone. With a URL, the site that runs there. `--browser` also checks what Chromium
 * highlights, `--list` names what fails, `--documents N` only measures the time per question among N documents.
 */
const { positionals, values } = readOptions(
  'Usage: npm run bench:passages -- [URL] [--browser] [--list] [--documents N]',
  { browser: { type: 'boolean' }, list: { type: 'boolean' }, documents: { type: 'string' } },
  true,
);

interface Quoted {
  readonly text: string;
  readonly header?: string;
  readonly url: string;
  readonly markdown_url: string;
  readonly start: number;
  readonly end: number;
  readonly digest: string;
}
interface Answer {
  readonly found: boolean;
  readonly passages?: readonly Quoted[];
}

await runBench([], async (atTheEnd) => {
  if (values.documents !== undefined) return measureTime(Number(values.documents), atTheEnd);
  const url = positionals[0] ?? (await startExample(atTheEnd));
  const quoted = await askAll(url);
  await verify(url, quoted);
  if (values.browser) await highlight(url, quoted, atTheEnd);
});

async function startExample(atTheEnd: AtTheEnd): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-passages-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  layOutProject(join(folder, 'project'), join(projectRoot, 'content'));
  const site = await startSite(join(folder, 'project'), { MCP_PER_MINUTE: '100000' });
  atTheEnd(site.stop);
  return site.url;
}

/** Asks over REST for what is quoted, and over MCP for what that costs an agent. */
async function askAll(base: string): Promise<Quoted[]> {
  const quoted: Quoted[] = [];
  let [answered, refused, tokens] = [0, 0, 0];
  const ask = async (question: string): Promise<Answer> => {
    tokens += await tokensOverMcp(base, question);
    const response = await fetch(`${base}/wp-json/agentsite/v1/passages?q=${encodeURIComponent(question)}`);
    return (await response.json()) as Answer;
  };
  for (const { question, page, says } of answerable) {
    const { passages = [] } = await ask(question);
    quoted.push(...passages);
    const place = passages.findIndex(
      ({ text, header = '', url }) => page.test(url) && says.test(`${header} ${text}`),
    );
    if (place >= 0) answered += 1;
    else if (values.list) console.log(`not answered: ${question}`);
  }
  for (const question of unanswerable) {
    const { found, passages = [] } = await ask(question);
    quoted.push(...passages);
    if (!found) refused += 1;
    else if (values.list) console.log(`not refused: ${question}`);
  }
  const all = answerable.length + unanswerable.length;
  console.log(`answered ${answered} of ${answerable.length}, refused ${refused} of ${unanswerable.length}`);
  console.log(`${Math.round(tokens / all)} tokens for a question over MCP (quote), the whole body`);
  return quoted;
}

async function tokensOverMcp(base: string, question: string): Promise<number> {
  for (;;) {
    const response = await fetch(`${base}/wp-json/agentsite/v1/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'quote', arguments: { question } },
      }),
    });
    const text = await response.text();
    if (response.status !== 429) return countTokens(text);
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get('retry-after'))));
  }
}

/** Each quotation is the bytes from `start` to `end` of a twin with that digest: nothing but HTTP is asked. */
async function verify(base: string, quoted: readonly Quoted[]): Promise<void> {
  let wrong = 0;
  for (const { text, start, end, digest, markdown_url } of quoted) {
    const bytes = Buffer.from(await (await fetch(base + new URL(markdown_url).pathname)).arrayBuffer());
    const hashed = `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
    if (bytes.subarray(start, end).toString() !== text || hashed !== digest) wrong += 1;
  }
  console.log(`${quoted.length} quotations, ${wrong} of them not in the twin with that digest`);
}

/** Is the page drawn differently with the directive than without it, at the same place? */
async function highlight(base: string, quoted: readonly Quoted[], atTheEnd: AtTheEnd): Promise<void> {
  const browser = await launchBrowser();
  atTheEnd(() => browser.close());
  const page = await browser.newPage();
  const urls = [...new Set(quoted.map(({ url }) => url))];
  let shown = 0;
  for (const url of urls) {
    const directive = base + url.replace(/^https?:\/\/[^/]*/, '').replace(/#.*?(?=:~:)/, '#');
    await page.goto('about:blank');
    await page.goto(directive);
    const top = await page.evaluate(() => globalThis.scrollY);
    const marked = await page.screenshot();
    await page.goto('about:blank');
    await page.goto(directive.replace(/#.*/, ''));
    await page.evaluate((y) => globalThis.scrollTo(0, y), top);
    const isShown = !marked.equals(await page.screenshot());
    if (isShown) shown += 1;
    else if (values.list) console.log(`not highlighted: ${url}`);
  }
  console.log(`Chromium highlights ${shown} of ${urls.length} places`);
}

async function measureTime(count: number, atTheEnd: AtTheEnd): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-passages-'));
  atTheEnd(() => rmSync(folder, { recursive: true, force: true }));
  const library = createLargeLibrary(count);
  const file = join(folder, 'content.sqlite');
  writeContentIndex(library, file);
  const index = openContentIndex(file);
  const find = createPassages(index, index.site);
  const titles = library.documents.map(({ title }) => title.split(' '));
  const times: number[] = [];
  const begin = process.cpuUsage();
  for (let at = 0; at < 2_000; at++) {
    const words = [0, 1, 2, 3].map((each) => titles[(at * 37 + each * 101) % count]?.[each] ?? '');
    const before = performance.now();
    find({ query: `what is ${words.slice(0, 2 + (at % 3)).join(' ')}?`, limit: 5, language: null });
    times.push(performance.now() - before);
  }
  const { user, system } = process.cpuUsage(begin);
  const cpu = (user + system) / 1_000 / times.length;
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)]?.toFixed(1);
  console.log(
    `${count} documents: median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, CPU ${cpu.toFixed(1)} ms`,
  );
}
