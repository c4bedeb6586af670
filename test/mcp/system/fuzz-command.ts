import { readNumbers } from '../../helpers/command-words.ts';
import { fuzzEndpoint } from './fuzz.ts';
import { serveFixtureSite } from './serve.ts';

/** `npm run fuzz:mcp -- COUNT SEED`: more mutated messages than the tests have time for. */
const usage = 'Usage: npm run fuzz:mcp -- [COUNT [SEED]]';
const [count = 0, seed = 0] = readNumbers(usage, 200_000, Date.now() % 1_000_000);
const site = await serveFixtureSite({ perMinute: 1_000_000_000 });
const report = await fuzzEndpoint(site.mcpUrl, count, seed);
await site.stop();
console.log(`${count} messages, seed ${seed}`, report.statuses, `slowest ${report.slowestMs.toFixed(0)} ms`);
for (const finding of report.findings) console.log(finding);
for (const problem of site.problems) console.log(problem);
if (report.findings.length > 0 || site.problems.length > 0) process.exitCode = 1;
