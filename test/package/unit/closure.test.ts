import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findClosure } from '../../../src/package/closure.ts';

const root = mkdtempSync(join(tmpdir(), 'agentsite-closure-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('finds the files and packages that a file needs, also through others, and in circles', () => {
  const files = {
    'cli/init.js': "import { a } from '../core/a.js';\nimport '@clack/prompts/core';\nimport 'node:fs';\n",
    'core/a.js':
      "export { b } from './b.js';\nimport leven from 'leven';\nexport const text = `\nimport x from 'astro';`;\n",
    'core/b.js': "import '../cli/init.js';\n",
    'core/other.js': '',
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  expect(findClosure(root, 'cli/init.js')).toEqual({
    files: new Set(['cli/init.js', 'core/a.js', 'core/b.js']),
    packages: new Set(['@clack/prompts', 'leven']),
  });
});
