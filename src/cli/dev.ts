import { typed } from '../terminal/typed.ts';
import { runAstro } from './run-astro.ts';

/** `agentsite dev`: `astro dev`, by its other name. */
const usage = `Usage: ${typed('dev', '[--port 4321] [--host ADDRESS] [--open]')}

Serves the site while you write: drafts and posts of the future included, each edit at once, what is wrong over the
page. This is \`astro dev\`, and takes its options.

  -h, --help  this text`;

await runAstro('dev', usage);
