import { AstroError } from 'astro/errors';
import type { BuildEvent } from '../build/build-events.ts';
import { buildSite } from '../build/build-site.ts';
import { themeFolder } from '../build/layout.ts';
import { recordTheme } from '../build/pages/theme.ts';
import { recordOwnPages } from '../build/plan/own-pages.ts';
import { ContentError, formatProblem } from '../content/read/problems.ts';
import type { OwnFile } from '../core/model/document.ts';
import type { Site } from '../core/model/site.ts';
import { describeEvent } from '../terminal/build-report.ts';

/** The part of `astro build` that Agentsite adds to Astro's own. */
export interface ContentBuild {
  /** Resolves when the content has no problems; until then nothing of the last build was changed. */
  check(): Promise<void>;
  /**
   * Builds the content into `dist/`, with Astro's output.
   * @param own files of the owner's `src/pages/`
   */
  finish(own: readonly OwnFile[]): Promise<void>;
}

export interface ContentBuildOptions {
  readonly root: string;
  readonly site: Site;
  readonly code: string;
  /** UTC, `YYYY-MM-DDTHH:MM:SS`. */
  readonly nowGmt: string;
  readonly say: (text: string) => void;
}

export function createContentBuild(options: ContentBuildOptions): ContentBuild {
  const { root, site, code, nowGmt, say } = options;
  const compiled = Promise.withResolvers<{ folder: string; code: string }>();
  const checked = Promise.withResolvers<void>();
  let published: Promise<void> | null = null;
  return {
    check() {
      const onEvent = (event: BuildEvent) => {
        if (event.step === 'documents') checked.resolve();
        const text = describeEvent(event);
        if (text !== null) say(text);
      };
      const theme = compiled.promise;
      published = buildSite({ root, site, codeDigest: code, nowGmt, theme, onEvent }).catch((error) => {
        throw explain(error);
      });
      published.catch(checked.reject);
      return checked.promise;
    },
    async finish(own) {
      const theme = { folder: themeFolder(root), code };
      recordOwnPages(theme.folder, own, site);
      recordTheme(theme);
      compiled.resolve(theme);
      if (!published) throw new Error('The content is built only after its check.');
      await published;
    },
  };
}

/** Astro shows the sentences of such an error, and of others also where in the code they were thrown. */
function explain(error: unknown): unknown {
  if (!(error instanceof ContentError)) return error;
  const lines = error.problems.map(formatProblem).join('\n');
  const shown = new AstroError(`Problems to fix first:\n${lines}`, 'Nothing was built.');
  return Object.assign(shown, { stack: '' });
}
