import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { zipSync } from 'fflate';
import { checkContent, formatContentProblem } from '../../src/content-problems.ts';
import { importSite } from '../../src/import-site.ts';
import type { ImportOptions } from '../../src/model/import-options.ts';
import type { LossCode } from '../../src/model/losses.ts';
import type { ImportReport } from '../../src/write/report.ts';
import { plainImport } from './plain-import.ts';

export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An export of a service, and the site that it is imported into. */
export class ServiceImport implements Disposable {
  readonly root = mkdtempSync(join(tmpdir(), 'import-service-'));
  report: ImportReport | null = null;

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, name)), { recursive: true });
      writeFileSync(join(this.root, name), name.endsWith('.png') ? pixel : content);
    }
  }

  /** Packs files into `export.zip`. */
  pack(files: Readonly<Record<string, string>>): void {
    const entries = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
    this.write({ 'export.zip': zipSync(Object.fromEntries(entries)) });
  }

  async run(file: string, more: Partial<ImportOptions>): Promise<ImportReport> {
    const into = join(this.root, 'site');
    const options = { ...plainImport, files: [join(this.root, file)], into, ...more };
    this.report = await importSite(options, () => undefined);
    return this.report;
  }

  /** What `check` finds. */
  async problems(): Promise<string[]> {
    const found = await checkContent(join(this.root, 'site'), '2026-11-28T12:00:00Z');
    return found.map(formatContentProblem);
  }

  /** Paths below a folder of the site, sorted. */
  filesIn(folder: string): string[] {
    const start = join(this.root, 'site', folder);
    return readdirSync(start, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(start.length + 1))
      .sort();
  }

  read(file: string): string {
    return readFileSync(join(this.root, 'site', file), 'utf8');
  }

  lost(code: LossCode): string[] {
    return (this.report?.losses ?? []).filter((loss) => loss.code === code).map(({ what }) => what);
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true });
  }
}
