import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { importSite } from '../../src/import-site.ts';
import type { ImportReport } from '../../src/write/report.ts';
import { plainImport } from './plain-import.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A folder of an old site, and the site that it is imported into. */
export class FolderImport implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'import-folder-'));

  /** @param files their text by path; a image needs none, and a link is `{ link: target }` */
  write(files: Readonly<Record<string, string | { readonly link: string }>>): void {
    for (const [name, text] of Object.entries(files)) {
      const file = join(this.root, 'old', name);
      mkdirSync(dirname(file), { recursive: true });
      if (typeof text !== 'string') symlinkSync(text.link, file);
      else writeFileSync(file, name.endsWith('.png') ? pixel : text);
    }
  }

  run(): Promise<ImportReport> {
    return importSite(
      { ...plainImport, system: 'markdown', files: [join(this.root, 'old')], into: join(this.root, 'site') },
      () => undefined,
    );
  }

  /** Paths below a folder of the site, sorted. */
  filesIn(folder: string): string[] {
    return readdirSync(join(this.root, 'site', folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(join(this.root, 'site', folder).length + 1))
      .sort();
  }

  read(file: string): string {
    return readFileSync(join(this.root, 'site', file), 'utf8');
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true });
  }
}

/** What a report says of one code. */
export const lossesOf = (report: ImportReport, code: string): string[] =>
  report.losses.filter((loss) => loss.code === code).map(({ what }) => what);
