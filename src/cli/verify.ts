import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isFilesOnly } from '../core/model/targets.ts';
import { verifyFolder } from '../hosts/verify.ts';
import { readOptions } from '../terminal/options.ts';
import { counted, paint } from '../terminal/terminal.ts';
import { typed } from '../terminal/typed.ts';
import { readOwnSite } from './site/own-site.ts';

/** `agentsite verify`: searches a build as its host will serve it. */
const usage = `Usage: ${typed('verify', '[--json]')}

Searches dist/ as the host that site.ts names will serve it: every address that a page, a feed, an index or a
catalog names must answer, with the type that is said to be there. Ends with status 1 when one does not. For a site
on a server of its own, ${typed('test', 'URL')} does the same against the running site.

  --json      one JSON object instead of lines
  -h, --help  this text

SITE_URL and DEPLOY, in the environment, override \`url\` and \`deploy\` of site.ts; NO_COLOR turns colours off.`;

const { values } = readOptions(usage, { json: { type: 'boolean', default: false } });
const root = process.cwd();
const site = await readOwnSite();
const dist = join(root, 'dist');
const obstacle = findObstacle();
if (obstacle !== null) {
  console.error(obstacle);
  process.exit(2);
}
const { asked, findings } = await verifyFolder(dist, site);
if (values.json) console.log(JSON.stringify({ asked, findings }));
else {
  for (const { url, problem, namedBy } of findings)
    console.log(`${paint('red', url)} ${problem}; named by ${namedBy}`);
  console.log(`${asked} URLs checked, ${counted(findings.length, 'problem')}`);
}
process.exitCode = findings.length > 0 ? 1 : 0;

/** What keeps the folder from being searched; null when nothing does. */
function findObstacle(): string | null {
  if (!isFilesOnly(site)) {
    return [
      "This command checks the files that a static host would serve, and this site has a server (deploy: 'server').",
      `Run ${typed('test')}, which serves the site and checks it, or ${typed('test', 'URL')} for a running site.`,
    ].join('\n');
  }
  return existsSync(join(dist, 'sitemap.xml'))
    ? null
    : 'There is no build in dist/; run npm run build first.';
}
