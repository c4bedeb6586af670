import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonEnvironment, readSite, requirePrograms } from './tools.ts';

/**
 * schemathesis, all phases, against a running site and its `/openapi.json` as published: no crash, no 5xx, no answer
 * that the description does not allow.
 *
 *     MCP_PER_MINUTE=1000000 npm start
 *     npm run fuzz:openapi -- http://localhost:4321 [--examples 400] [--seed 1]
 *
 * It needs python3 with venv; schemathesis comes from PyPI. 400 examples for each operation are about 20,000 cases.
 *
 * Three kinds of its checks are left out, since WordPress's rules contradict them: what is wrong may be ignored
 * (`negative_data_rejection`), what is right may not fit the content, such as a page after the last one
 * (`positive_data_acceptance`), and another method is 404 (`unsupported_method`).
 */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

const { url, values } = readSite('Usage: npm run fuzz:openapi -- URL [--examples 400] [--seed 1]', {
  examples: { type: 'string', default: '400' },
  seed: { type: 'string', default: '1' },
});
requirePrograms(['python3'], 'apt-get install python3-venv');
const programs = pythonEnvironment('schemathesis', 'schemathesis');
const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
const given = [
  'run',
  `${url}/openapi.json`,
  ...['--url', url],
  ...['--phases', 'examples,coverage,fuzzing,stateful'],
  ...['--checks', checks.join(',')],
  ...['--max-examples', values.examples],
  ...['--seed', values.seed],
  '--continue-on-failure',
];
const { status } = spawnSync(join(programs, 'schemathesis'), given, { cwd: folder, stdio: 'inherit' });
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
