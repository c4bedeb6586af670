import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { announceRelease } from '../add-ons/announce-release.ts';
import { describeLocalUrl, isLocalUrl } from '../core/model/local-host.ts';
import { howToPublish } from '../hosts/how-to-publish.ts';
import { readOptions, stop } from '../terminal/options.ts';
import { typed } from '../terminal/typed.ts';
import { readOwnSite } from './site/own-site.ts';

const usage = `Usage: ${typed('publish', '--to USER@HOST:/FOLDER [options]')}

Builds the site, verifies the build, copies what changed to the server over ssh and rsync, and switches to the new
release without downtime. A release that does not start is rolled back. Afterwards it does what "agentsite announce"
does, and what plugins do then. For a server that was set up as described in
node_modules/agentsite/deploy/README.md.

  --to TARGET   user@host:/folder; /folder without a host is on this machine
  --dry-run     builds and lists what would change on the server
  --no-build    deploys dist/ as it is
  --rollback    switches back to the previous release
  --when-due    deploys only if a scheduled post is due since the last build
  --after       builds and copies nothing, and does what comes after a release: for workflows of static hosts
  --cpu CPU     the server's processor, x64 or arm64, if it differs from this machine's
  -h, --help    shows this help

The site's address comes from site.ts, or from SITE_URL. RSYNC_RSH selects another ssh, as for rsync. For a static host
(deploy in site.ts), this command prints the host's own deploy command.`;

const { values } = readOptions(usage, {
  to: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'no-build': { type: 'boolean', default: false },
  rollback: { type: 'boolean', default: false },
  'when-due': { type: 'boolean', default: false },
  after: { type: 'boolean', default: false },
  cpu: { type: 'string' },
});
const site = await readOwnSite();
const { deploy, url } = site;
if (values.after) {
  await announceRelease(process.cwd(), site);
  process.exit();
}
if (deploy !== 'server') stop(howToPublish(deploy));
if (values.to === undefined) stop(`--to is missing: --to user@host:/folder\n\n${usage}`);
if (values.cpu !== undefined && !/^(?:x64|arm64)$/.test(values.cpu))
  stop(`--cpu is x64 or arm64, not "${values.cpu}".`);
if (values.rollback && values['dry-run']) stop('--rollback changes the server; remove --dry-run.');
if (isLocalUrl(url) && !values.rollback) refuseLocalUrl(values.to);

const switches = (['dry-run', 'no-build', 'rollback', 'when-due'] as const).filter((name) => values[name]);
const { status, error } = spawnSync(
  'bash',
  [
    join(import.meta.dirname, '../../deploy/publish'),
    ...switches.map((name) => `--${name}`),
    ...(values.cpu === undefined ? [] : ['--cpu', values.cpu]),
    values.to,
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      SITE_FOLDER: process.cwd(),
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    },
  },
);
if (error) stop(`Can't run bash (${error.message}). Use Linux, macOS or WSL.`);
process.exitCode = status ?? 1;
if (status === 0 && !values['dry-run'] && !values.rollback) await announceRelease(process.cwd(), site);

/** Such an address is only useful for trying out a site on this machine. */
function refuseLocalUrl(to: string): void {
  const text = `site.ts: ${describeLocalUrl(url)}`;
  if (to.startsWith('/') || values['dry-run']) console.error(text);
  else stop(`${text}\nNothing was published. You can also set SITE_URL in the environment.`);
}
