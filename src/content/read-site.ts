import leven from 'leven';
import { z } from 'zod';
import { listWordKeys } from '../core/languages/words.ts';
import { isTimezone } from '../core/model/dates.ts';
import { type Site, siteSchema } from '../core/model/site.ts';
import { site as written } from '../site.ts';

/**
 * The owner's settings, checked.
 * @param url overrides the base URL that `src/site.ts` names
 * @throws with a sentence for each setting that cannot be used.
 */
export function readSite(url: string | undefined): Site {
  const checked = siteSchema
    .refine(({ timezone }) => isTimezone(timezone), {
      path: ['timezone'],
      error: 'is no IANA time zone such as Europe/Berlin',
    })
    .safeParse({ ...written, ...(url ? { url } : {}) });
  if (checked.success) {
    checkWords(checked.data);
    return checked.data;
  }
  throw new Error(`src/site.ts cannot be used:\n${z.prettifyError(checked.error)}`);
}

/** Every key of `words` must be one of the interface; a misspelt one would change nothing. */
function checkWords({ language, words }: Site): void {
  const keys = listWordKeys(language);
  const unknown = Object.keys(words).filter((key) => !keys.includes(key));
  if (unknown.length === 0) return;
  const lines = unknown.map((key) => {
    const [nearest = ''] = keys.toSorted((a, b) => leven(a, key) - leven(b, key));
    return `✖ words: the interface has no "${key}"; the nearest key is "${nearest}".`;
  });
  throw new Error(`src/site.ts cannot be used:\n${lines.join('\n')}`);
}
