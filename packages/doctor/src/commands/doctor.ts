import { parseArgs } from 'node:util';
import { typed } from 'agentsite/terminal';
import { doctorOptions, runDoctor } from '../run-doctor.ts';

/** `agentsite doctor [URL]`: the command of `agentsite-doctor`; without a URL it examines the site in this folder. */
const args = process.argv.slice(2);
const { values, positionals } = parseArgs({
  args,
  options: doctorOptions,
  strict: false,
  allowPositionals: true,
});
const isAsked = positionals.length === 0 && !values.help && !values.schema;
const own = isAsked ? await findOwnUrl() : null;
process.exitCode = await runDoctor(typed('doctor'), [...(own === null ? [] : ['--own', own]), ...args]);

async function findOwnUrl(): Promise<string | null> {
  const { isSiteFolder, readOwnSite } = await import('agentsite/content');
  return isSiteFolder(process.cwd()) ? (await readOwnSite()).url : null;
}
