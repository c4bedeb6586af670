import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from './options.ts';

/** `agentsite start`: the program that serves the site, with the settings of memory that keep it small. */
const usage = `Usage: agentsite start

Builds the site when something changed since the last build, and serves all of it on http://localhost:4321: pages,
queries, MCP and the contact form. Settings come from the environment or from .env (PORT, HOST, SITE_URL …).

  -h, --help  this text`;

readOptions(usage, {});
if (!process.execve) throw new Error('agentsite start runs on Linux and macOS.');
const sidecar = fileURLToPath(new URL('../../sidecar/main.ts', import.meta.url));
process.execve(
  process.execPath,
  [process.execPath, '--max-semi-space-size=2', sidecar, '--build-when-needed'],
  {
    ...process.env,
    // One heap for all threads, and code that was compiled once.
    MALLOC_ARENA_MAX: '1',
    NODE_COMPILE_CACHE: join(process.cwd(), 'node_modules/.cache/node'),
  },
);
