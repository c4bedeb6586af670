import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type LoadedLibrary, loadLibrary } from '../../src/content/library/load-library.ts';
import { ContentError } from '../../src/content/read/problems.ts';
import { type Site, siteSchema } from '../../src/core/model/site.ts';

export const testSite: Site = siteSchema.parse({
  title: 'Field notes',
  description: 'Notes from the field.',
  url: 'https://notes.example.org',
  timezone: 'Europe/Berlin',
  owner: { name: 'The owner', slug: 'owner' },
});

/** A project folder with the given files, removed by `remove`. */
export class ContentProject {
  readonly root = mkdtempSync(join(tmpdir(), 'agentsite-content-'));

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    this.write(files);
  }

  write(files: Readonly<Record<string, string | Uint8Array>>): void {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.root, file)), { recursive: true });
      writeFileSync(join(this.root, file), text);
    }
  }

  delete(file: string): void {
    rmSync(join(this.root, file));
  }

  load(nowGmt = '2026-11-21T12:00:00', site: Site = testSite, preview = false): Promise<LoadedLibrary> {
    const cacheFile = join(this.root, 'cache/compiled.sqlite');
    return loadLibrary({ root: this.root, site, compilerDigest: 'test', cacheFile, nowGmt, preview });
  }

  /** The messages of a load that fails, as `file:line:column field: message`. */
  async problems(site?: Site): Promise<string[]> {
    try {
      (await this.load(undefined, site)).close();
    } catch (error) {
      if (error instanceof ContentError) return error.message.split('\n').slice(1);
      throw error;
    }
    return [];
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** A post's text. */
export function post(body: string, front = ''): string {
  return `---\ntitle: A post\ndate: 2026-01-02T10:00:00\n${front}---\n${body}\n`;
}
