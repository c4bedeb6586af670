import { hasBlocks } from './blocks.ts';
import { renderBlocks } from './render-blocks.ts';
import { renderClassicText } from './render-text.ts';
import type { TextContext } from './text-context.ts';

/**
 * Renders stored content as readers saw it: blocks or paragraphs, then shortcodes. Quotes, dashes and smilies stay as
 * typed.
 */
export function renderStoredText(text: string, context: TextContext): string {
  return hasBlocks(text) ? renderBlocks(text, context) : renderClassicText(text, context);
}
