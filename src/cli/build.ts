import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { loadEnvFile } from '../settings/load-env-file.ts';
import { readOptions } from '../terminal/options.ts';
import { typed } from '../terminal/typed.ts';

/** `agentsite build`. The compile cache is enabled before the build is imported; its second thread inherits it. */
const usage = `Usage: ${typed('build', '[--json] [--drafts] [--force] [--plain] [--base-url URL]')}

Builds content/ into dist/: dist/client for any web server, dist/server for the sidecar. Only what changed is rebuilt.
Exits with status 1, and leaves the last build as it was, when there is a problem to fix first.

  --drafts        builds into preview/, with drafts and scheduled posts; each page says so and asks not to be indexed
  --force         reads every document, also where the times of its file say that it is unchanged
  --plain         rebuilds everything without accelerations; the output is the same
  --base-url URL  the address that the build is for, instead of that of site.ts
  --json          one JSON object at the end instead of lines
  -h, --help      this text

SITE_URL and DEPLOY, in the environment or in .env, override url and deploy of site.ts; NO_COLOR turns colours off.`;

const { values } = readOptions(usage, {
  json: { type: 'boolean', default: false },
  drafts: { type: 'boolean', default: false },
  force: { type: 'boolean', default: false },
  plain: { type: 'boolean', default: false },
  'base-url': { type: 'string' },
});
const root = process.cwd();
loadEnvFile(root);
// The theme is compiled by Astro, which reads the settings again.
if (values['base-url'] !== undefined) process.env.SITE_URL = values['base-url'];
if (values.drafts) process.env.AGENTSITE_PREVIEW = 'yes';
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
// For later threads, whose young generation would take 130 MB, a fifth of the memory at 10,000 posts.
setFlagsFromString('--max-semi-space-size=16');
// Garbage is collected when memory has doubled: an eighth less memory at 10,000 posts.
setFlagsFromString('--heap-growing-percent=100');

const { reportJson, reportLines } = await import('../terminal/build-report.ts');
const now = () => performance.now();
const report = values.json ? reportJson(now) : reportLines(now);
const today = new Date().toISOString().slice(0, 19);
const { drafts, force, plain } = values;
const fast = plain ? null : await (await import('../build/fast/load-build.ts')).loadBuild();
const { runBuild } = fast?.code ?? (await import('../build/run-build.ts'));
const problems = await runBuild(root, process.env.SITE_URL, today, report.onEvent, { drafts, force, plain });
report.finish(problems);
if (problems.length > 0) process.exit(1);
if (fast?.isBundled === false) await (await import('../build/fast/build-bundle.ts')).cacheBundle();
process.exit(0);
