import { expect, it } from 'vitest';
import { nameCompiledFiles } from '../../../src/package/compiled-names.ts';

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
