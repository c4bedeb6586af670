import { escapeHtml } from '../../core/text/plain-text.ts';
import { replaceShortcodes } from './shortcodes.ts';

/** Shortcodes of the highlighters that were common: their text is code, stored with entities. */
const names = [
  'code',
  'sourcecode',
  'source',
  'codeblock',
  'php',
  'python',
  'css',
  'html',
  'javascript',
  'js',
  'sql',
  'xml',
  'bash',
  'java',
  'ruby',
  'cpp',
] as const;

/** Code between shortcodes becomes a block of code, before anything else is done to the text. */
export function renderCodeShortcodes(text: string): string {
  return replaceShortcodes(text, names, ({ name, attributes, content, written }) => {
    if (content === null) return written;
    const generic = ['code', 'sourcecode', 'source', 'codeblock'].includes(name);
    const language = attributes.language ?? attributes.lang ?? (generic ? '' : name);
    const mark = /^[\w+#-]+$/.test(language) ? ` class="language-${escapeHtml(language)}"` : '';
    const encoded = content
      .replace(/<(?![^>]*>)/g, '&lt;')
      .replace(/</g, '&lt;')
      .replace(/>/g, '&gt;');
    return `\n\n<pre><code${mark}>${encoded.replace(/^\r?\n|\r?\n$/g, '')}</code></pre>\n\n`;
  });
}
