import { replaceElements } from '../model/closing-tags.ts';
import { unwrapBuilders } from './builder-shortcodes.ts';
import { renderCodeShortcodes, renderCoreShortcode } from './core-shortcodes.ts';
import { embedLonelyAddresses } from './embeds.ts';
import { addParagraphs } from './paragraphs.ts';
import { coreShortcodes, findPluginShortcodes, playerShortcodes, replaceShortcodes } from './shortcodes.ts';
import type { TextContext } from './text-context.ts';

/** Renders classic content: paragraphs, then shortcodes, in WordPress's order. */
export function renderClassicText(text: string, context: TextContext): string {
  // WordPress splits pages first, so no paragraph spans two.
  const pages = text.replace(/\r\n?/g, '\n').replaceAll('<!--nextpage-->', '\n\n$&\n\n');
  const withCode = unwrapBuilders(shieldCode(renderCodeShortcodes(pages)), context);
  const paragraphed = addParagraphs(embedLonelyAddresses(withCode, context));
  return renderShortcodesIn(paragraphed.replace(alone, '$1'), context);
}

/** Escapes brackets and slashes in code, so that nothing in it is run or embedded. */
const shieldCode = (html: string): string =>
  replaceElements(html, ['pre', 'code'], (written) => {
    const start = written.indexOf('>') + 1;
    const code = written.slice(start).replaceAll('[', '&#91;').replaceAll('://', ':&#47;/');
    return written.slice(0, start) + code;
  });

const rendered = [...coreShortcodes, ...playerShortcodes];
const names = rendered.join('|');
/** A paragraph with nothing but a shortcode, which needs none. */
const alone = new RegExp(
  `<p>\\s*(\\[(${names})(?![\\w-])(?:(?!</?p>)[^\\]])*\\](?:(?:(?!</?p>)[\\s\\S])*?\\[/\\2\\])?)\\s*</p>`,
  'g',
);

/** Runs WordPress's own shortcodes; those of plugins stay and are reported. */
export function renderShortcodesIn(html: string, context: TextContext): string {
  const withCode = shieldCode(renderCodeShortcodes(shieldCode(html)));
  const made = replaceShortcodes(withCode, rendered, (shortcode) => renderCoreShortcode(shortcode, context));
  const visible = replaceElements(made, ['pre', 'code'], () => '');
  for (const [, written] of findPluginShortcodes(visible)) {
    context.lose(
      'shortcode-unknown',
      written,
      'It stays as it is written. Use --rest or --site to import what readers saw, or write it by hand.',
    );
  }
  return made;
}
