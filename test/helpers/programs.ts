import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs of the system that tests and benchmarks use, by the packages of Debian and Ubuntu that hold them. */
const packages = {
  caddy: ['caddy'],
  chromium: ['chromium'],
  'chromium-headless-shell': ['chromium-headless-shell'],
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

/** What tests open pages in, the first that is there: the shell, which shows no windows, takes half of the time. */
const browsers = ['chromium-headless-shell', 'chromium'] as const satisfies readonly Program[];

/** What `npm test` uses, and installs where it is missing. */
export const suitePrograms = [
  'redis-server',
  'caddy',
  'nginx',
  'rsync',
  'curl',
  'systemd-analyze',
  'chromium-headless-shell',
  'openssl',
  'script',
  'hugo',
] as const satisfies readonly Program[];

/** The packages of those programs that this machine lacks. */
export function missingPackages(programs: readonly Program[]): string[] {
  return programs.filter((program) => !isAtHand(program)).flatMap((program) => packages[program]);
}

/** Whether tests can use a program: a whole Chromium replaces its shell, and nginx needs modules for brotli. */
function isAtHand(program: Program): boolean {
  if (program === 'chromium-headless-shell') return browsers.some(isInstalled);
  if (program !== 'nginx') return isInstalled(program);
  const nginx = locateProgram('nginx');
  return nginx !== null && hasBrotli(spawnSync(nginx, ['-V'], { encoding: 'utf8' }).stderr);
}

/** @param build what `nginx -V` prints: modules that are compiled in, and the folder of the others */
export function hasBrotli(build: string): boolean {
  const folder = /--modules-path=(\S+)/.exec(build)?.[1] ?? '';
  const isModule = (part: string) => existsSync(join(folder, `ngx_http_brotli_${part}_module.so`));
  return /--add-module=\S*brotli/.test(build) || ['filter', 'static'].every(isModule);
}

/** The line that installs packages, after what makes one root. */
export function installLine(names: readonly string[]): string[] {
  return ['apt-get', 'install', '--yes', '--no-install-recommends', ...names];
}

/** The file of that name where the system looks for programs; null where there is none. */
export function locateProgram(program: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, program)).find((file) => existsSync(file)) ?? null;
}

export function isInstalled(program: string): boolean {
  return locateProgram(program) !== null;
}

/** The program that tests open pages in. */
export function locateBrowser(): string {
  for (const name of browsers) {
    const file = locateProgram(name);
    if (file !== null) return file;
  }
  throw new Error(
    `None of these is in the PATH: ${browsers.join(', ')}. npm test installs one where it may.`,
  );
}
