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
 *     npm run fuzz:openapi -- http://localhost:4321 [--examples 400] [--seed 1] [--all]
 *
 * It needs python3 with venv; schemathesis comes from PyPI. 400 examples for each operation are about 20,000 cases.
 *
 * Three kinds of its checks are left out without `--all`, since WordPress's rules contradict them: what is wrong may be
 * ignored (`negative_data_rejection`); what is right may not fit the content, such as a page after the last one, the
 * order by relevance without a search or the terms of an unknown post, all 400 (`positive_data_acceptance`); and a method
 * that is not described is 404, or 401 on an object (`unsupported_method`). Besides these, `--all` finds what the contract
 * says of MCP messages: `null` is 400, and the messages of an array are refused one by one.
 */
const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];

const { url, values } = readSite('Usage: npm run fuzz:openapi -- URL [--examples 400] [--seed 1] [--all]', {
  examples: { type: 'string', default: '400' },
  seed: { type: 'string', default: '1' },
  all: { type: 'boolean', default: false },
});
requirePrograms(['python3'], 'apt-get install python3-venv');
const programs = pythonEnvironment('schemathesis', 'schemathesis');
const folder = mkdtempSync(join(tmpdir(), 'schemathesis-'));
const given = [
  'run',
  `${url}/openapi.json`,
  ...['--url', url],
  ...['--phases', 'examples,coverage,fuzzing,stateful'],
  ...['--checks', values.all ? 'all' : checks.join(',')],
  ...['--max-examples', values.examples],
  ...['--seed', values.seed],
  '--continue-on-failure',
];
const { status } = spawnSync(join(programs, 'schemathesis'), given, { cwd: folder, stdio: 'inherit' });
rmSync(folder, { recursive: true });
process.exitCode = status ?? 1;
