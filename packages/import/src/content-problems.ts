import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ContentError,
  digestCompiler,
  formatProblem,
  loadLibrary,
  type Problem,
  readSite,
  SettingsError,
} from 'agentsite/content';

/** As `agentsite check` words it. */
export const formatContentProblem = (problem: Problem): string =>
  problem.file === '' ? problem.message : formatProblem(problem);

/**
 * Why a build of the imported site would fail; empty if it would not. Another error is a problem of no file.
 * @param now ISO date and time
 */
export async function checkContent(root: string, now: string): Promise<readonly Problem[]> {
  const isInstalled = existsSync(join(root, 'node_modules'));
  const scratch = isInstalled ? null : mkdtempSync(join(tmpdir(), 'agentsite-check-'));
  try {
    const loaded = await loadLibrary({
      root,
      site: await readSite(root, undefined),
      compilerDigest: digestCompiler(root),
      // The first build finds what was compiled here.
      cacheFile: scratch
        ? join(scratch, 'compiled.sqlite')
        : join(root, 'node_modules/.cache/agentsite/compiled.sqlite'),
      nowGmt: now.slice(0, 19),
    });
    loaded.close();
    return [];
  } catch (error) {
    if (error instanceof ContentError || error instanceof SettingsError) return error.problems;
    return [
      {
        file: '',
        line: 1,
        column: 1,
        field: '',
        message: error instanceof Error ? error.message : String(error),
      },
    ];
  } finally {
    if (scratch) rmSync(scratch, { recursive: true, force: true });
  }
}
