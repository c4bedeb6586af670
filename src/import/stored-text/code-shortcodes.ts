import { escapeHtml } from '../../core/text/plain-text.ts';
import { replaceShortcodes } from './shortcodes.ts';

/** Shortcodes of common highlighters; their content is code. */
const generic = 'code sourcecode source codeblock crayon cc geshi prism highlight'.split(' ');
const languages = (
  'php python css html javascript js sql xml bash java ruby cpp c csharp diff go json perl powershell rust scala shell ' +
  'swift typescript yaml'
).split(' ');

/** Turns code shortcodes into code blocks, before anything else. */
export function renderCodeShortcodes(text: string): string {
  return replaceShortcodes(text, [...generic, ...languages], ({ name, attributes, content, written }) => {
    if (content === null) return written;
    const language = attributes.language ?? attributes.lang ?? (generic.includes(name) ? '' : name);
    const title = attributes.title ?? attributes.filename ?? attributes.file ?? '';
    const file = title === '' ? '' : ` data-title="${escapeHtml(title)}"`;
    const mark = /^[\w+#-]+$/.test(language) ? ` class="language-${escapeHtml(language)}"` : '';
    const encoded = content.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `\n\n<pre${file}><code${mark}>${encoded.replace(/^\r?\n|\r?\n$/g, '')}</code></pre>\n\n`;
  });
}
