import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readNumbers } from '../helpers/command-words.ts';
import { DevEvents, type DevServer, startDevServer } from '../helpers/dev-server.ts';
import { layOutAgentsite } from './generate-site.ts';
import { type AtTheEnd, runBench } from './run-bench.ts';

/**
 * `npm run bench:dev -- [POSTS] [EDITS] [FAST]`: how long an author waits. Edits posts, a component and the tokens of
 * a generated site under `astro dev`, and prints the time from writing the file to the message that loads the page
 * again and to the changed page fetched; then FAST edits of a component as fast as pages follow, of which none may
 * leave a page as it was; and the server's memory after that.
 */
const [posts = 0, edits = 0, fast = 0] = readNumbers(
  'Usage: npm run bench:dev -- [POSTS [EDITS [MILLISECONDS]]]',
  ...[1000, 20, 300],
);
/** Milliseconds after which a page counts as stale. */
const staleAfter = 5_000;
const scratch = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'agentsite-dev-'));
await runBench([], async (atTheEnd) => {
  atTheEnd(() => rmSync(scratch, { recursive: true, force: true }));
  await measure(join(scratch, 'site'), atTheEnd);
});

async function measure(folder: string, atTheEnd: AtTheEnd): Promise<void> {
  layOutAgentsite(folder, posts);
  const cold = await start(folder);
  atTheEnd(cold.server.stop);
  console.log(`${posts} posts, everything compiled for the first time: first page after ${cold.seconds} s`);
  await cold.server.stop();
  // What is kept is kept for one address.
  const { server, seconds } = await start(folder, cold.server.port);
  atTheEnd(server.stop);
  console.log(`started again: first page after ${seconds} s`);
  const events = await DevEvents.open(server.url);
  console.log(`${edits} edits, milliseconds: median / slowest tenth begins / slowest`);
  await editPosts(folder, server, events);
  const component = join(folder, 'src/components/site-footer.astro');
  await editTheme('component', server, events, component, (text, word) =>
    text.replace('<footer', `<footer data-word="${word}"`),
  );
  const tokens = join(folder, 'src/styles/tokens.css');
  await editTheme('tokens.css', server, events, tokens, (text, word) => `${text}\n.${word} { margin: 0; }\n`);
  await editFast(server, component);
  console.log(`memory of the server: ${memory(server.process.pid)} MB`);
  events.close();
}

async function start(folder: string, port?: number): Promise<{ server: DevServer; seconds: string }> {
  const began = performance.now();
  const server = await startDevServer(folder, port);
  await fetchText(`${server.url}/`);
  return { server, seconds: ((performance.now() - began) / 1000).toFixed(1) };
}

async function editPosts(folder: string, server: DevServer, events: DevEvents): Promise<void> {
  const series = { event: [] as number[], page: [] as number[], query: [] as number[], cpu: [] as number[] };
  for (let edit = -2; edit < edits; edit++) {
    const slug = `post-${Math.floor(posts / 2) + edit}`;
    const word = `sentence${edit + 100}`;
    const file = join(folder, 'content/posts', `${slug}.md`);
    const text = `${readFileSync(file, 'utf8')}\nOne more ${word}.\n`;
    const { count } = events;
    const cpu = cpuTime(server.process.pid);
    const began = performance.now();
    writeFileSync(file, text);
    const event = await events.waitFor(({ type }) => type === 'full-reload', count);
    await fetchWith(`${server.url}/${slug}/`, word);
    const page = performance.now() - began;
    await fetchWith(`${server.url}/wp-json/wp/v2/posts?slug=${slug}`, word);
    const query = performance.now() - began;
    // The first edits run through code that is not warm yet.
    if (edit < 0) continue;
    series.event.push(event.at - began);
    series.page.push(page);
    series.query.push(query);
    series.cpu.push(cpuTime(server.process.pid) - cpu);
  }
  console.log(`  post: written → message in the browser  ${summarize(series.event)}`);
  console.log(`  post: written → changed page fetched    ${summarize(series.page)}`);
  console.log(`  post: written → query answers the edit  ${summarize(series.query)}`);
  console.log(`  post: processor time of the server      ${summarize(series.cpu)}`);
}

async function editTheme(
  name: string,
  server: DevServer,
  events: DevEvents,
  file: string,
  change: (text: string, word: string) => string,
): Promise<void> {
  const text = readFileSync(file, 'utf8');
  const page: number[] = [];
  for (let edit = -2; edit < edits; edit++) {
    const word = `word${edit + 100}`;
    const { count } = events;
    const began = performance.now();
    writeFileSync(file, change(text, word));
    await events.waitFor(({ type }) => type === 'full-reload' || type === 'update', count);
    await fetchWith(`${server.url}/`, word);
    if (edit >= 0) page.push(performance.now() - began);
  }
  writeFileSync(file, text);
  console.log(`  ${name}: written → changed page fetched`.padEnd(42) + summarize(page));
}

/** Asks for the page at once and again, without waiting for a message, and writes when it has changed. */
async function editFast(server: DevServer, file: string): Promise<void> {
  const text = readFileSync(file, 'utf8');
  const times: number[] = [];
  let stale = 0;
  for (let edit = 0; edit < fast; edit++) {
    const word = `fast${edit}.`;
    const began = performance.now();
    writeFileSync(file, text.replace('<footer', `<footer data-word="${word}"`));
    while (!(await fetchText(`${server.url}/`)).includes(word)) {
      if (performance.now() - began < staleAfter) continue;
      stale++;
      break;
    }
    times.push(performance.now() - began);
  }
  writeFileSync(file, text);
  console.log(`  ${fast} edits as fast as pages follow     ${summarize(times)}; ${stale} stale pages`);
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url, { headers: { Accept: 'text/html' } })).text();
}

async function fetchWith(url: string, word: string): Promise<void> {
  if (!(await fetchText(url)).includes(word)) throw new Error(`${url} does not hold the edit.`);
}

/** Milliseconds on all threads, as Linux counts them, in steps of 10. */
function cpuTime(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Resident megabytes. */
function memory(pid: number | undefined): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}

function summarize(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return `${at(0.5)} / ${at(0.9)} / ${at(1)}`;
}
