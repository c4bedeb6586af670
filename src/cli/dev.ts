import { typed } from '../terminal/typed.ts';
import { runAstro } from './site/run-astro.ts';

const usage = `Usage: ${typed('dev', '[--port 4321] [--host ADDRESS] [--open]')}

Starts the development server: it shows drafts and scheduled posts, reloads on each edit, and displays errors over the
page. This is \`astro dev\` and accepts its options.

  -h, --help  shows this help`;

await runAstro('dev', usage);
