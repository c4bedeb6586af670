import { copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { need, pythonEnvironment, readSite, requirePrograms, run, runAll } from './tools.ts';

/**
 * MCP clients of other languages against a running site: each opens a session, is refused a resource, a tool, a
 * cursor and a prompt that do not exist, and must go on after that.
 *
 *     npm run test:clients -- http://localhost:4321
 *
 * It needs python3 with venv, go, cargo, and java 17 with Maven; the clients come from the package registries.
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
requirePrograms(
  ['python3', 'go', 'cargo', 'java', 'mvn'],
  'apt-get install python3-venv golang-go cargo openjdk-17-jdk-headless maven',
);

const python = Object.entries(pythonClients).map(([name, [wanted, script]]) => [
  name,
  () => {
    const programs = pythonEnvironment(wanted.replaceAll('==', '-'), wanted);
    const session = run(join(programs, 'python'), [join(import.meta.dirname, script), url]);
    return need(session, 'The session did not go on');
  },
]);
const go = goVersions.map((version) => [`Go SDK ${version}`, () => goSession(version)]);
const others = {
  'Rust SDK, newest': () => sessionIn('rust-session', 'cargo', ['run', '--quiet', '--', url]),
  'Java SDK, newest': () => {
    const { origin, pathname } = new URL(url);
    const given = ['-Dexec.mainClass=Session', `-Dexec.args=${origin} ${pathname}`];
    return sessionIn('java-session', 'mvn', ['-q', 'compile', 'exec:java', ...given]);
  },
};
runAll({ ...Object.fromEntries([...python, ...go]), ...others });

/** Runs a session that is a project of its own, in a copy. */
function sessionIn(name: string, program: string, given: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  try {
    cpSync(join(import.meta.dirname, name), folder, { recursive: true });
    const written = need(run(program, given, folder), 'The session did not go on');
    // Maven ends with what resets the colors of a terminal.
    return /went on.*/.exec(written)?.[0] ?? written;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

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
