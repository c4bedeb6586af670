import { hash } from 'node:crypto';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Library } from '../core/document.ts';
import { describeFront } from '../core/front-table.ts';
import { renderNginxFiles, type WpAnswer, wpAnswerFile } from '../core/nginx-maps.ts';
import { surfaceAt } from '../core/surfaces.ts';
import { createWpContext } from '../core/wp-context.ts';
import { wpFiles } from '../core/wp-files.ts';

/**
 * Writes `dist/server/nginx/`: the files that `deploy/nginx/` includes, and `answers.json`, which names the stored
 * JSON answers and where nginx looks for them.
 * @param client the folder of static files, complete
 * @param made names of all files in it
 */
export function writeNginxFiles(
  library: Library,
  server: string,
  client: string,
  made: Iterable<string>,
): void {
  const folder = join(server, 'nginx');
  const stored = [...wpFiles(library, createWpContext(library))].map(({ path, file, headers }) => ({
    source: file,
    answer: { path, headers, file: wpAnswerFile(file, digestOf(headers)) } satisfies WpAnswer,
  }));
  const files = renderNginxFiles({
    site: library.site,
    front: describeFront(library.documents),
    wpAnswers: stored.map(({ answer }) => answer),
    twinSizes: Object.fromEntries(
      [...made]
        .filter(isTwin)
        .sort()
        .map((file) => [`/${file}`, statSync(join(client, file)).size]),
    ),
  });
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const answers = Object.fromEntries(stored.map(({ source, answer }) => [source, answer.file]));
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers));
}

/** Hexadecimal, since nginx's tables do not tell small letters from capitals. */
function digestOf(headers: Readonly<Record<string, string>>): string {
  return hash('sha256', JSON.stringify(headers), 'hex').slice(0, 12);
}

/** Twins, and the texts in the place of protected ones. */
function isTwin(file: string): boolean {
  return file.endsWith('.md') && !surfaceAt(`/${file}`) && !/^(?:\.well-known|_errors\/[^/]+$)/.test(file);
}
