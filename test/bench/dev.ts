import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DevEvents, startDevServer } from '../helpers/dev-server.ts';
import { layOutAgentsite } from './generate-site.ts';
import { type AtTheEnd, runBench } from './run-bench.ts';

/**
 * `npm run bench:dev -- [POSTS] [EDITS]`: how long an author waits. Edits posts of a generated site under
 * `npm run dev`, and prints the time from writing the file to the event that loads the page again, to the changed
 * page fetched, and to a query whose answer holds the edit; with the processor time that an edit costs in all.
 */
const [posts = 1000, edits = 20] = process.argv.slice(2).map(Number);
const scratch = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'agentsite-dev-'));
await runBench([], async (atTheEnd) => {
  atTheEnd(() => rmSync(scratch, { recursive: true, force: true }));
  await measure(join(scratch, 'site'), atTheEnd);
});

async function measure(folder: string, atTheEnd: AtTheEnd): Promise<void> {
  layOutAgentsite(folder, posts);
  const started = performance.now();
  const server = await startDevServer(folder);
  atTheEnd(server.stop);
  console.log(`${posts} posts; first start, theme and all texts compiled: ${seconds(started)} s`);
  const events = await DevEvents.open(server.url);
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
    const event = await events.waitFor(({ name }) => name === 'edition', count);
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
  events.close();
  console.log(`${edits} edits, milliseconds: median / slowest tenth begins / slowest`);
  console.log(`  written → event in the browser     ${summarize(series.event)}`);
  console.log(`  written → changed page fetched     ${summarize(series.page)}`);
  console.log(`  written → query answers the edit   ${summarize(series.query)}`);
  console.log(`  processor time of the server       ${summarize(series.cpu)}`);
}

async function fetchWith(url: string, word: string): Promise<void> {
  const text = await (await fetch(url)).text();
  if (!text.includes(word)) throw new Error(`${url} does not hold the edit.`);
}

/** Milliseconds on all threads, as Linux counts them, in steps of 10. */
function cpuTime(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function summarize(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return `${at(0.5)} / ${at(0.9)} / ${at(1)}`;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
