import type { Code } from 'mdast';
import { escapeHtml } from '../core/plain-text.ts';
import { highlightCode } from './highlight.ts';

/**
 * A fenced block as HTML:
 *
 *   <div class="code" data-language="ts"><p class="code-title">site.ts</p>
 *   <pre tabindex="0" data-meta="title=&quot;site.ts&quot;"><code class="language-ts">…</code></pre></div>
 */
export function renderCodeBlock(node: Readonly<Code>): string {
  const language = node.lang ?? null;
  const title = /title="([^"]*)"/.exec(node.meta ?? '')?.[1];
  const name = language ? escapeHtml(language) : null;
  const code = highlightCode(node.value, language);
  const caption = title ? `<p class="code-title">${escapeHtml(title)}</p>` : '';
  const meta = node.meta ? ` data-meta="${escapeHtml(node.meta)}"` : '';
  const languageClass = name ? ` class="language-${name}"` : '';
  return `<div class="code"${name ? ` data-language="${name}"` : ''}>${caption}<pre tabindex="0"${meta}><code${languageClass}>${code}\n</code></pre></div>`;
}
