import { hasBlocks } from './blocks.ts';
import { renderBlocks } from './render-blocks.ts';
import { renderClassicText } from './render-text.ts';
import type { TextContext } from './text-context.ts';

/**
 * A text as WordPress stores it, as the HTML that its readers saw: blocks put together, or paragraphs made, and
 * shortcodes run. Quotes, dashes and smilies stay as they were typed.
 */
export function renderStoredText(text: string, context: TextContext): string {
  return hasBlocks(text) ? renderBlocks(text, context) : renderClassicText(text, context);
}
