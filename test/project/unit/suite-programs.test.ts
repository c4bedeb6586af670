import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hasBrotli, suitePrograms } from '../../helpers/programs.ts';
import { projectRoot } from '../../helpers/project-copy.ts';

/** What is on every Debian with git and Node, or comes with a program that `npm test` installs. */
const atHand = ['git', 'npm', 'sh', 'bash', 'tar', 'diff', 'sleep', 'redis-cli'];

it('every program that a test starts by its name is one that npm test installs', () => {
  const started = globSync('{test/helpers/**/*.ts,{test/*,packages/*/test}/{system,unit}/**/*.test.ts}', {
    cwd: projectRoot,
  });
  const names = new Set(
    started.flatMap((file) =>
      [
        ...readFileSync(join(projectRoot, file), 'utf8').matchAll(
          /\b(?:spawn|execFile)(?:Sync)?\(\s*'([\w-]+)'/g,
        ),
      ].map(([, name = '']) => name),
    ),
  );
  expect(names).toContain('hugo');
  expect([...names].filter((name) => ![...suitePrograms, ...atHand].includes(name))).toEqual([]);
});

it('an nginx without the modules that the configuration names is not enough', () => {
  const folder = mkdtempSync(join(tmpdir(), 'agentsite-modules-'));
  const build = `configure arguments: --prefix=/usr --modules-path=${folder} --with-debug`;
  expect([hasBrotli(build), hasBrotli(`${build} --add-module=/src/ngx_brotli`)]).toEqual([false, true]);
  for (const part of ['filter', 'static']) {
    writeFileSync(join(folder, `ngx_http_brotli_${part}_module.so`), '');
  }
  expect(hasBrotli(build)).toBe(true);
  rmSync(folder, { recursive: true });
});
