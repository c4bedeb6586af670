import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { importSite } from '../../src/import-site.ts';
import type { ImportOptions } from '../../src/model/import-options.ts';
import type { LossCode } from '../../src/model/losses.ts';
import type { ImportReport } from '../../src/write/report.ts';
import { type ExportedItem, exportFile } from './export-file.ts';
import { plainImport } from './plain-import.ts';

/** A site that is imported into a scratch folder, with the report of the import. */
export class ImportedSite implements Disposable {
  readonly report: ImportReport;
  readonly #folder: string;

  private constructor(folder: string, report: ImportReport) {
    this.#folder = folder;
    this.report = report;
  }

  /** @param rest lines of a recording of `wp/v2` */
  static async fromWordPress(
    items: readonly ExportedItem[],
    { rest, head }: { readonly rest?: readonly object[]; readonly head?: string } = {},
  ): Promise<ImportedSite> {
    const recording = rest?.map((line) => JSON.stringify(line)).join('\n');
    return ImportedSite.#import(
      { 'export.xml': exportFile(items, head), ...(recording ? { 'rest.jsonl': recording } : {}) },
      {},
    );
  }

  static fromRecording(lines: readonly object[]): Promise<ImportedSite> {
    return ImportedSite.#import({ 'rest.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') }, {});
  }

  static fromGhost(data: object): Promise<ImportedSite> {
    const more = { system: 'ghost', home: 'https://hive.example' } as const;
    return ImportedSite.#import({ 'export.json': JSON.stringify({ db: [{ meta: {}, data }] }) }, more);
  }

  static async #import(files: Record<string, string>, more: Partial<ImportOptions>): Promise<ImportedSite> {
    const folder = mkdtempSync(join(tmpdir(), 'agentsite-imported-'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    mkdirSync(join(folder, 'site'));
    const [source = ''] = Object.keys(files);
    const options: ImportOptions = {
      ...plainImport,
      files: source === 'rest.jsonl' ? [] : [join(folder, source)],
      into: join(folder, 'site'),
      rest: 'rest.jsonl' in files ? join(folder, 'rest.jsonl') : null,
      ...more,
    };
    return new ImportedSite(folder, await importSite(options, () => undefined));
  }

  /** Documents of the files below `content/`, by path. */
  get content(): ReadonlyMap<string, string> {
    const root = join(this.#folder, 'site', 'content');
    const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).sort();
    return new Map(paths.map((path) => [relative(dirname(root), path), readFileSync(path, 'utf8')]));
  }

  /** The settings that were written. */
  get settings(): string {
    return readFileSync(join(this.#folder, 'site', 'site.ts'), 'utf8');
  }

  /** Documents that a build publishes, as one string. */
  get published(): string {
    return [...this.content.values()].filter((text) => !/^draft: true$/m.test(text)).join('\n');
  }

  /** The document whose file ends in `name`. */
  document(name: string): string {
    return [...this.content].find(([path]) => path.endsWith(`${name}.md`))?.[1] ?? '';
  }

  lost(code: LossCode): string[] {
    return this.report.losses.filter((loss) => loss.code === code).map(({ what }) => what);
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }
}
