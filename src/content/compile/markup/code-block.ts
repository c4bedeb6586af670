import { escapeHtml } from '../../../core/text/plain-text.ts';
import { wrapLines } from './code-lines.ts';
import type { Fence } from './fence.ts';
import { highlightCode } from './highlight.ts';

/**
 * A fenced block as HTML:
 *
 *   <div class="code" data-language="ts"><p class="code-title">site.ts</p>
 *   <pre tabindex="0" data-meta="title=&quot;site.ts&quot; {2}"><code class="language-ts">…</code></pre></div>
 *
 * Lines are elements of their own only where the fence marks some; see `code-lines.ts`.
 */
export function renderCodeBlock({ language, title, marks, code: written, meta: given }: Fence): string {
  const name = language ? escapeHtml(language) : null;
  // The end of the last line belongs to it: behind it, it would be a line of its own where lines are blocks.
  const code =
    marks.size > 0
      ? wrapLines(highlightCode(written, language), marks)
      : highlightCode(`${written}\n`, language);
  const caption = title ? `<p class="code-title">${escapeHtml(title)}</p>` : '';
  const meta = given ? ` data-meta="${escapeHtml(given)}"` : '';
  const languageClass = name ? ` class="language-${name}"` : '';
  return `<div class="code"${name ? ` data-language="${name}"` : ''}>${caption}<pre tabindex="0"${meta}><code${languageClass}>${code}</code></pre></div>`;
}
