import { parseArgs } from 'node:util';
import { doctorOptions, runDoctor } from '../doctor/command.ts';
import { isSiteFolder } from '../settings/read-site.ts';
import { typed } from '../terminal/typed.ts';
import { readOwnSite } from './site/own-site.ts';

/** `agentsite doctor [URL]`: the command of `agentsite-doctor`; without a URL it examines the site in this folder. */
const args = process.argv.slice(2);
const { values, positionals } = parseArgs({
  args,
  options: doctorOptions,
  strict: false,
  allowPositionals: true,
});
const isOwn = positionals.length === 0 && !values.help && !values.schema && isSiteFolder(process.cwd());
const own = isOwn ? ['--own', (await readOwnSite()).url] : [];
process.exitCode = await runDoctor(typed('doctor'), [...own, ...args]);
