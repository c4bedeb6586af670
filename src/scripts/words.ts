import { createSay } from '../core/languages/say.ts';
import type { ScriptWords } from '../core/languages/script-words.ts';

/** The words of the page's language, which the page brings along as data. */
export const words: ScriptWords = JSON.parse(document.getElementById('page-words')?.textContent ?? '{}');

export const say = createSay(words.language);
