import { expect, it } from 'vitest';
import { nameCompiledFiles, nameStartedFiles } from '../../../src/package/compiled-names.ts';

it.each([
  ["import { paths } from '../core/urls.ts';", "import { paths } from '../core/urls.js';"],
  ["<script>import '../scripts/page.ts';</script>", "<script>import '../scripts/page.js';</script>"],
  ["const open = () => import('./dialog.ts');", "const open = () => import('./dialog.js');"],
  [
    "new Thread(new URL('./worker.ts', import.meta.url))",
    "new Thread(new URL('./worker.js', import.meta.url))",
  ],
])('%s names the compiled file', (source, compiled) => {
  expect(nameCompiledFiles(source)).toBe(compiled);
});

it.each(["join(root, 'site.ts')", "['site.ts', 'src/site.ts']", "import x from 'other/file.ts'"])(
  '%s stays: it is no file of the engine',
  (source) => {
    expect(nameCompiledFiles(source)).toBe(source);
  },
);

it('names compiled files in what a shell and systemd start, and leaves other files', () => {
  expect(nameStartedFiles('ExecStart=/srv/agentsite/current/sidecar/main.ts')).toMatch(
    /\/sidecar\/main\.js$/,
  );
  expect(nameStartedFiles('node "$engine/src/cli/build.ts"')).toBe('node "$engine/src/cli/build.js"');
  expect(nameStartedFiles('# from site.ts or src/site.ts')).toBe('# from site.ts or src/site.ts');
});
