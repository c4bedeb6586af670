import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('the query thread loads no schemas, which take 6 MB: what it reads was checked by the build', () => {
  const worker = join(import.meta.dirname, '../../../sidecar/queries/query-worker.ts');
  const code = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) });
    await import(${JSON.stringify(worker)});`;
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(loaded).toContain('/sidecar/wp/answers.ts');
  expect(loaded).not.toContain('/node_modules/zod/');
});
