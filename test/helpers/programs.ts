import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs of the system that tests and benchmarks use, by the packages of Debian and Ubuntu that hold them. */
const packages = {
  caddy: ['caddy'],
  chromium: ['chromium'],
  curl: ['curl'],
  hugo: ['hugo'],
  nginx: ['nginx', 'libnginx-mod-http-brotli-filter', 'libnginx-mod-http-brotli-static'],
  openssl: ['openssl'],
  'redis-server': ['redis-server'],
  rsync: ['rsync'],
  script: ['bsdutils'],
  'systemd-analyze': ['systemd'],
  time: ['time'],
  wrk: ['wrk'],
} as const;

export type Program = keyof typeof packages;

/** What `npm test` uses, and installs where it is missing. */
export const suitePrograms = [
  'redis-server',
  'caddy',
  'nginx',
  'rsync',
  'curl',
  'systemd-analyze',
  'chromium',
  'openssl',
  'script',
  'hugo',
] as const satisfies readonly Program[];

/** The packages of those programs that this machine lacks. */
export function missingPackages(programs: readonly Program[]): string[] {
  return programs.filter((program) => !isInstalled(program)).flatMap((program) => packages[program]);
}

/** The line that installs packages, after what makes one root. */
export function installLine(names: readonly string[]): string[] {
  return ['apt-get', 'install', '--yes', '--no-install-recommends', ...names];
}

/** Is there a file of that name where the system looks for programs? */
export function isInstalled(program: string): boolean {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.some((folder) => existsSync(join(folder, program)));
}
