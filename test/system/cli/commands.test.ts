import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTerminal } from '../../../src/cli/terminal.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

const run = (command: string, ...options: string[]) =>
  spawnSync(process.execPath, [join(projectRoot, command), ...options], {
    cwd: projectRoot,
    encoding: 'utf8',
  });

it.each([
  ['src/cli/build.ts', 'npm run build'],
  ['src/cli/check.ts', 'npm run check'],
  ['src/cli/new.ts', 'npm run new'],
])('%s explains itself, and refuses an option that it does not know', (command, usage) => {
  const helped = run(command, '--help');
  expect(helped.status).toBe(0);
  expect(helped.stdout).toContain(`Usage: ${usage}`);
  const refused = run(command, '--fastre');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain("Unknown option '--fastre'");
  expect(refused.stderr).toContain(`Usage: ${usage}`);
});

/** What is written to a terminal, or to a file, when a step of some seconds tells how far it is. */
function show(isTTY: boolean): string {
  let text = '';
  let now = 0;
  const write = (chunk: string) => {
    text += chunk;
    return true;
  };
  const terminal = openTerminal({ isTTY, columns: 40, write } as unknown as NodeJS.WriteStream, () => now);
  for (now = 0; now < 6_000; now += 50) terminal.progress(`${now} of 6000`);
  terminal.line('Done');
  return text;
}

it('progress is one line that changes in a terminal', () => {
  const text = show(true);
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toContain('5900 of 6000');
  expect(text.endsWith('\r\u001b[2KDone\n')).toBe(true);
});

it('progress is a plain line now and then elsewhere', () => {
  expect(show(false)).toBe('5000 of 6000\nDone\n');
});
