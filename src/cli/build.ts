import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { readOptions } from './options.ts';

/**
 * `npm run build`. Code that was compiled once is kept, by this process and (through the environment) by its
 * workers: a third of a small build is Node reading TypeScript. So the build itself is imported only then.
 */
const usage = `Usage: npm run build -- [--json]

Publishes content/ into dist/: dist/client for any web server, dist/server for the sidecar. Only what changed is
made again. Ends with status 1, and leaves what was published as it was, when something has to be mended first.

  --json      one JSON object at the end instead of lines
  -h, --help  this text

SITE_URL, in the environment or in .env, overrides the base URL of src/site.ts; NO_COLOR turns colours off.`;

const { values } = readOptions(usage, { json: { type: 'boolean', default: false } });
const root = process.cwd();
const settings = join(root, '.env');
if (existsSync(settings)) process.loadEnvFile(settings);
const codeCache = join(root, 'node_modules/.cache/node');
process.env.NODE_COMPILE_CACHE = codeCache;
enableCompileCache(codeCache);

const { reportJson, reportLines } = await import('./build-report.ts');
const { runBuild } = await import('../publish/run-build.ts');
const now = () => performance.now();
const report = values.json ? reportJson(now) : reportLines(now);
const today = new Date().toISOString().slice(0, 19);
const problems = await runBuild(root, process.env.SITE_URL, today, report.tell);
report.finish(problems);
process.exit(problems.length === 0 ? 0 : 1);
