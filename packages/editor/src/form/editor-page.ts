import { type Site, wordsOf } from 'agentsite/model';
import { escapeHtml } from 'agentsite/text';
import { editorWords } from '../words/editor-words.ts';
import { originsOf } from './backend.ts';
import { describeEditor, type EditorConfig } from './config.ts';

/** What the page gives to the program of the editor. */
export interface EditorPage {
  readonly config: EditorConfig;
  readonly words: Readonly<
    Record<
      | ('draft' | 'scheduled' | 'signIn' | 'publishing' | 'published' | 'notPublished' | 'kept' | 'gone')
      | ('publish' | 'schedule' | 'conflict' | 'undescribed'),
      string
    >
  >;
  readonly timezone: string;
  /** Is the content saved by a process of this project, rather than by a Git host? */
  readonly own: boolean;
  /** Given by the dev server, whose author is at the machine. */
  readonly token?: string;
}

/** `/edit/`: one page whose program does the rest. */
export function renderEditorPage(site: Site, token?: string): string {
  const { words, language } = wordsOf(site);
  const editor = editorWords(site);
  const page: EditorPage = {
    config: describeEditor(site),
    words: { ...editor, draft: words.draft.mark, scheduled: words.scheduled.mark },
    timezone: site.timezone,
    own: site.editor === true,
    ...(token === undefined ? {} : { token }),
  };
  const settings = JSON.stringify(page).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(editorPolicy(site).replace(/; frame-ancestors.*$/, ''))}">
<style>${pageStyle}</style>
<title>${escapeHtml(editor.title)} · ${escapeHtml(site.title)}</title>
<script type="application/json" id="editor-settings">${settings}</script>
<script type="module" src="./editor.js"></script>
</html>
`;
}

/** The buttons of `save-buttons.ts`. */
const pageStyle = `
.publish { font: inherit; font-size: .875rem; padding: .35rem .75rem; border-radius: .25rem; border: 1px solid; background: none; color: inherit; cursor: pointer; white-space: nowrap }
.publish-dialog form { display: grid; gap: 1rem; font: 1rem system-ui, sans-serif }
@media (width < 480px) { .publish { padding: .35rem .4rem; font-size: .8125rem } }
`;

/** The Content-Security-Policy of `/edit/`: this host, and the Git host that the settings name. */
export function editorPolicy(site: Pick<Site, 'editor'>): string {
  const { api, images } = originsOf(site);
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data:${images}`,
    'media-src blob:',
    "font-src 'self' data:",
    `connect-src 'self' blob: data:${api}`,
    'frame-src blob:',
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of every file below `/edit/`. */
export function editorHeaders(site: Pick<Site, 'editor'>): Readonly<Record<string, string>> {
  return {
    'Content-Security-Policy': editorPolicy(site),
    'X-Robots-Tag': 'noindex, nofollow',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  };
}
