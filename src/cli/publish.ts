import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { describeLocalUrl, isLocalUrl } from '../core/model/local-host.ts';
import { howToPublish } from '../hosts/how-to-publish.ts';
import { readOptions } from '../terminal/options.ts';
import { typed } from '../terminal/typed.ts';
import { readOwnSite } from './own-site.ts';

/** `agentsite publish`: a new release on a server of one's own, by the program that `deploy/` holds. */
const usage = `Usage: ${typed('publish', '--to USER@HOST:/FOLDER [options]')}

Builds the site, looks whether the build is whole, copies what changed to the server and serves it, without a gap; a
release that does not come up is taken back. For a server that was set up as deploy/README.md of the package says
(node_modules/agentsite/deploy/README.md), reached with ssh and rsync.

  --to TARGET   user@host:/folder; /folder without a host is on this machine
  --dry-run     builds, says what would change on the server, and changes nothing there
  --no-build    publishes dist/ as it is
  --rollback    serves the release before the current one again
  --when-due    publishes only when a scheduled post has come due since the last build
  --cpu CPU     the server's processor, x64 or arm64, where it is another one than this machine's
  -h, --help    this text

The address of the site comes from site.ts, or from SITE_URL. RSYNC_RSH names another ssh, as for rsync. A host of
files (deploy of site.ts) is published by its own command, which this one names.`;

const { values } = readOptions(usage, {
  to: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'no-build': { type: 'boolean', default: false },
  rollback: { type: 'boolean', default: false },
  'when-due': { type: 'boolean', default: false },
  cpu: { type: 'string' },
});
const { deploy, url } = await readOwnSite();
if (deploy !== 'server') stop(howToPublish(deploy));
if (values.to === undefined) stop(`Say where to: --to user@host:/folder\n\n${usage}`);
if (values.cpu !== undefined && !/^(?:x64|arm64)$/.test(values.cpu))
  stop(`--cpu is x64 or arm64, not "${values.cpu}".`);
if (values.rollback && values['dry-run']) stop('--rollback changes the server; leave --dry-run out.');
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
if (error) stop(`bash cannot be run (${error.message}); publish from Linux, macOS or WSL.`);
process.exitCode = status ?? 1;

/** A site may be tried on this machine with such an address. */
function refuseLocalUrl(to: string): void {
  const text = `site.ts: ${describeLocalUrl(url)}`;
  if (to.startsWith('/') || values['dry-run']) console.error(text);
  else stop(`${text}\nNothing was published. SITE_URL in the environment can name the address as well.`);
}

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}
