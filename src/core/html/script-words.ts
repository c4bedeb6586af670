import { scriptWords } from '../languages/script-words.ts';
import { memoize } from '../model/memoize.ts';
import type { Site } from '../model/site.ts';

/** The words of scripts as the content of the script element that contains them in each page. */
export const renderScriptWords = memoize((site: Site) =>
  JSON.stringify(scriptWords(site)).replaceAll('<', '\\u003c'),
);
