import { spawnSync } from 'node:child_process';
import { installLine, isInstalled, missingPackages, type Program } from './helpers/programs.ts';

/** Installs what is missing of these from the system's packages where that is allowed, or says the line and ends. */
export function installMissing(programs: readonly Program[]): void {
  const packages = missingPackages(programs);
  if (packages.length === 0) return;
  const install = installLine(packages);
  const prefix = prefixOfRoot();
  if (prefix === null || !isInstalled('apt-get')) {
    console.error(`This needs ${packages.join(', ')}. Install it:\n  sudo ${install.join(' ')}`);
    process.exit(1);
  }
  console.log(`Installing ${packages.join(', ')} from the system's packages.`);
  const unasked = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run([...prefix, 'apt-get', 'update', '--quiet'], unasked);
  if (!run([...prefix, ...install], unasked)) {
    console.error(`That failed. Install them by hand:\n  sudo ${install.join(' ')}`);
    if (packages.includes('chromium-headless-shell'))
      console.error('Without that shell, any `chromium` in the PATH does its work.');
    process.exit(1);
  }
}

/** How to become root: not at all, by sudo without a password, or null when there is no way. */
function prefixOfRoot(): readonly string[] | null {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null;
}

function run([command = '', ...parameters]: readonly string[], environment = process.env): boolean {
  return spawnSync(command, parameters, { stdio: 'inherit', env: environment }).status === 0;
}
