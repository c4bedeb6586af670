import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions } from '../../src/terminal/options.ts';
import { generatedSites } from '../helpers/generated-sites.ts';
import { layOutGeneratedSite } from '../helpers/lay-out-generated-site.ts';
import { makeQuickFolder } from '../helpers/quick-folder.ts';
import { runEngine } from '../helpers/targets-site.ts';

/**
 * Runs `agentsite test` on generated sites, one after the other: `npm run test:sites -- [PART OF A NAME]…`. Prints what
 * fails; exits with status 1 if a site does.
 */
const { positionals } = readOptions('Usage: npm run test:sites -- [PART OF A NAME]…', {}, true);
const isWanted = (name: string) =>
  positionals.length === 0 || positionals.some((part) => name.includes(part));
const sites = generatedSites.filter(({ name }) => isWanted(name));
const folder = makeQuickFolder('generated-sites');
const failed: string[] = [];
try {
  for (const site of sites) {
    const root = layOutGeneratedSite(folder, site);
    const { status, said } = await runEngine(root, ['test'], { NO_COLOR: '1' });
    console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${site.name}`);
    if (status === 0) continue;
    failed.push(site.name);
    console.log(shorten(said));
  }
} finally {
  rmSync(join(folder), { recursive: true, force: true });
}
console.log(`${sites.length - failed.length} of ${sites.length} sites passed.`);
process.exitCode = failed.length > 0 || sites.length === 0 ? 1 : 0;

/** The tests that failed, each with its message; of other output its end. */
function shorten(said: string): string {
  const at = said.indexOf('✖ failing tests:');
  if (at === -1) return said.slice(-2_000);
  const failures = [...said.slice(at).matchAll(/^✖ (.+)\n +(\S.*)$/gm)];
  return failures.map(([, test, message = '']) => `  ${test}\n    ${message.slice(0, 300)}`).join('\n');
}
