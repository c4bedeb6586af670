import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../../helpers/project-copy.ts';

const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
/** Scripts that are a file of this project. `npm test` itself takes the options of its runner. */
const own = Object.entries(scripts).flatMap(([name, line]) => {
  const file = /^node (?:--\S+ )*((?:src|test|packages)\/\S+\.ts)$/.exec(line)?.[1];
  return file === undefined || name === 'test' ? [] : [{ name, file }];
});

it('every command reads its options, so that an unknown one starts nothing', () => {
  expect(own.length).toBeGreaterThan(30);
  const careless = own.filter(({ file }) => {
    const source = readFileSync(join(projectRoot, file), 'utf8');
    return !/\b(?:readOptions|readNumbers|parseArgs|parseCommandLine)\b|Usage: /.test(source);
  });
  expect(careless).toEqual([]);
});

const tried = own.filter(({ name }) => /^(?:test:(?:faul|mut)|bench:memory$|check:import$)/.test(name));
it.each(tried)('npm run $name -- --help explains it and runs nothing', ({ name, file }) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, '--help'], {
    cwd: projectRoot,
    encoding: 'utf8',
    timeout: 500_000,
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name}\\b`));
  expect(stdout).not.toContain('schedules');
});
