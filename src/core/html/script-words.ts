import { scriptWords } from '../languages/script-words.ts';
import { onceForSite } from '../model/once-for-site.ts';

/** The words of scripts as the content of the script element that holds them in each page. */
export const renderScriptWords = onceForSite((site) =>
  JSON.stringify(scriptWords(site)).replaceAll('<', '\\u003c'),
);
