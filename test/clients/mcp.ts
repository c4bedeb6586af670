import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { need, pythonEnvironment, readSite, requirePrograms, run, runAll } from './tools.ts';

/**
 * MCP clients of other languages against a running site: each opens a session, is refused a resource, a tool, a
 * cursor and a prompt that do not exist, and must go on after that.
 *
 *     npm run test:clients -- http://localhost:4321
 *
 * It needs python3 with venv, and go; the clients come from PyPI and the Go module proxy.
 */
const pythonClients: Readonly<Record<string, readonly [string, string]>> = {
  'Python mcp 1.27': ['mcp==1.27.0', 'python_session.py'],
  'Python mcp 1.30': ['mcp==1.30.0', 'python_session.py'],
  'Python mcp, newest': ['mcp', 'python_session.py'],
  'fastmcp 2.14.7': ['fastmcp==2.14.7', 'fastmcp_session.py'],
  'fastmcp, newest': ['fastmcp', 'fastmcp_session.py'],
};
const goVersions = ['v1.4.0', 'latest'];

const site = readSite('Usage: npm run test:clients -- URL', {});
const url = `${site.url}/wp-json/agentsite/v1/mcp`;
requirePrograms(['python3', 'go'], 'apt-get install python3-venv golang-go');

const python = Object.entries(pythonClients).map(([name, [wanted, script]]) => [
  name,
  () => {
    const programs = pythonEnvironment(wanted.replaceAll('==', '-'), wanted);
    const session = run(join(programs, 'python'), [join(import.meta.dirname, script), url]);
    return need(session, 'The session did not go on');
  },
]);
const go = goVersions.map((version) => [`Go SDK ${version}`, () => goSession(version)]);
runAll(Object.fromEntries([...python, ...go]));

function goSession(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'go-session-'));
  try {
    copyFileSync(join(import.meta.dirname, 'go-session/main.go'), join(folder, 'main.go'));
    need(run('go', ['mod', 'init', 'session'], folder), 'go mod init failed');
    need(run('go', ['get', `github.com/modelcontextprotocol/go-sdk@${version}`], folder), 'go get failed');
    need(run('go', ['mod', 'tidy'], folder), 'go mod tidy failed');
    return need(run('go', ['run', '.', url], folder), 'The session did not go on');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
