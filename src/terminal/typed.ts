import { join } from 'node:path';

/** This project is a site as well, where these commands are npm scripts. */
const scripts = ['build', 'check', 'dev', 'doctor', 'import', 'new', 'start', 'verify'];
const isOwnProject = process.cwd() === join(import.meta.dirname, '../..');

/** How a command is typed: `npx agentsite check --json` in a site, `npm run check -- --json` in this project. */
export function typed(command: string, words = ''): string {
  if (!isOwnProject) return `npx agentsite ${command} ${words}`.trimEnd();
  if (!scripts.includes(command)) return `node src/cli/agentsite.ts ${command} ${words}`.trimEnd();
  return words === '' ? `npm run ${command}` : `npm run ${command} -- ${words}`;
}
